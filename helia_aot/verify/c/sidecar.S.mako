/* Bytes of the regions that the application binds. */
% for i, a in enumerate(arenas):
% if a.contents is not None:
    .section .rodata.module_arena_${i}, "a"
    .balign 16
    .global module_arena_${i}
module_arena_${i}:
    .incbin "${a.contents}"
% endif
% endfor
<%text>#</%text>if !defined(__arm__)
    .section .note.GNU-stack, "", %progbits
<%text>#</%text>endif
