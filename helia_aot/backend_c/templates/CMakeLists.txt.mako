# ${p.prefix}: add_subdirectory() this folder and link the library ${p.prefix}.
cmake_minimum_required(VERSION 3.13)
project(${p.prefix} C)

# The module is everything in src/; assembly sources need the language.
file(GLOB ${p.prefix}_sources CONFIGURE_DEPENDS <%text>${CMAKE_CURRENT_SOURCE_DIR}</%text>/src/*.c)
file(GLOB ${p.prefix}_assembly CONFIGURE_DEPENDS <%text>${CMAKE_CURRENT_SOURCE_DIR}</%text>/src/*.S)
if(${p.prefix}_assembly)
    enable_language(ASM)
endif()

add_library(${p.prefix} STATIC <%text>${</%text>${p.prefix}_sources} <%text>${</%text>${p.prefix}_assembly})
target_include_directories(${p.prefix} PUBLIC includes-api PRIVATE src)
target_compile_features(${p.prefix} PUBLIC c_std_99)
target_compile_options(${p.prefix} PRIVATE -ffp-contract=off -ffunction-sections -fdata-sections)
% if p.config.provider == "cmsis-nn":

# Arm's CMSIS-NN: a target that the application has, by add_subdirectory() or find_package(), or its
# own project in the folder that CMSIS_NN_ROOT names, which asks for a C++ compiler too.
if(NOT TARGET cmsis-nn)
    if(NOT CMSIS_NN_ROOT)
        file(TO_CMAKE_PATH "$ENV{CMSIS_NN_ROOT}" CMSIS_NN_ROOT)
    endif()
    if(NOT CMSIS_NN_ROOT)
        message(FATAL_ERROR "${p.prefix} needs Arm's CMSIS-NN, 7.0.0 or later: make the target cmsis-nn first, "
            "or set CMSIS_NN_ROOT to its folder, by -DCMSIS_NN_ROOT=... or in the environment")
    endif()
    add_subdirectory(<%text>${CMSIS_NN_ROOT} ${CMAKE_CURRENT_BINARY_DIR}</%text>/cmsis-nn EXCLUDE_FROM_ALL)
endif()
target_link_libraries(${p.prefix} PUBLIC cmsis-nn)
% endif
