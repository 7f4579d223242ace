"""Windows that slide over height and width: padding schemes, output sizes, offsets."""

from enum import auto

from xdsl.dialects.utils import EnumAttribute
from xdsl.ir import SpacedOpaqueSyntaxAttribute
from xdsl.irdl import irdl_attr_definition
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.str_enum import StrEnum


class Padding(StrEnum):
    """LiteRT's Padding, in its order."""

    SAME = auto()
    VALID = auto()

    @staticmethod
    def read(code: int) -> "Padding":
        if code not in range(len(Padding)):
            raise VerifyException(f"padding {code} is not known")
        return tuple(Padding)[code]

    def output_size(self, size: int, window: int, stride: int, dilation: int = 1) -> int:
        """How many windows of `window` taps fit along an axis of `size` elements."""
        extent = (window - 1) * dilation + 1
        if self is Padding.SAME:
            return -(-size // stride)
        return max(0, -(-(size - extent + 1) // stride))

    def before(self, size: int, window: int, stride: int, dilation: int = 1) -> int:
        """Padded elements ahead of the first one; the odd one of SAME padding goes behind."""
        extent = (window - 1) * dilation + 1
        total = (self.output_size(size, window, stride, dilation) - 1) * stride + extent - size
        return max(0, total) // 2


@irdl_attr_definition
class PaddingAttr(EnumAttribute[Padding], SpacedOpaqueSyntaxAttribute):
    name = "tfl.padding"
