"""The quantity: an exact amount that remembers how it was written and how Kubernetes holds it."""

from typing import TYPE_CHECKING, Any, Final, NoReturn, final

from engine.quantity.amount import (
    MILLI,
    canonical_text,
    compared,
    divided_away,
    exact,
    fits_int64,
    hashed,
    multiplied,
    nanos,
    scaled_big,
    scaled_small,
)
from engine.quantity.digits import power_of_ten
from engine.quantity.syntax import Notation, Spelled, read

if TYPE_CHECKING:
    from collections.abc import Callable
    from fractions import Fraction


@final
class Quantity:
    """An amount as Kubernetes holds it: exact value, representation, notation and kept spelling (admission Q3).

    Immutable and hashable. Equality, order and hash are those of the exact value: `1` and `1000m` are equal although
    their texts differ; `identical` tells them apart. `value`, `milli`, `text`, `canonical`, `exact` and `sign` are
    computed when first asked for and then plain slots.

    Attributes:
        text: the kept spelling, else the canonical text (admission Q5, Q9).
        canonical: the canonical text, whatever spelling is kept (admission Q10, Q11).
        value: int64 amount in units, rounded and wrapped as Kubernetes does (admission Q12, Q13).
        milli: the same in thousandths.
        exact: the exact amount.
        mantissa, exponent: the exact amount is `mantissa` * 10^`exponent`.
        sign: -1, 0 or 1, of the exact amount.
        is_big: whether the representation is BIG, not 64-BIT (admission Q3, Q6).
        scale: the exponent that Kubernetes holds the amount at, `exponent` or, if BIG, perhaps less.
        notation: the notation that sums and the canonical text follow.
        kept: the kept spelling, empty if there is none.
    """

    __slots__ = (
        "_hash",
        "_nanos",
        "canonical",
        "exact",
        "exponent",
        "is_big",
        "kept",
        "mantissa",
        "milli",
        "notation",
        "scale",
        "sign",
        "text",
        "value",
    )

    text: str
    canonical: str
    value: int
    milli: int
    exact: "Fraction"
    mantissa: int
    exponent: int
    sign: int
    is_big: bool
    scale: int
    notation: Notation
    kept: str
    _nanos: int | None
    _hash: int

    def __init__(self, spelled: Spelled) -> None:
        """Hold `spelled`; for this package only, everyone else reads, makes or adds quantities."""
        mantissa, exponent, scale, is_big, notation, kept = spelled
        _set_mantissa(self, mantissa)
        _set_exponent(self, exponent)
        _set_scale(self, scale)
        _set_is_big(self, is_big)
        _set_notation(self, notation)
        _set_kept(self, kept)

    if not TYPE_CHECKING:  # a checker shall go by the declarations above

        def __getattr__(self, name: str) -> object:
            """Compute the attribute `name` on the first access; Python asks here only for an empty slot."""
            compute = _COMPUTED.get(name)
            if compute is None:
                message = f"a quantity has no attribute {name!r}"
                raise AttributeError(message)
            result = compute(self)
            _SET[name](self, result)
            return result

    def __setattr__(self, name: str, value: object) -> NoReturn:
        """Refuse: a quantity never changes."""
        message = f"a quantity is immutable: {name}"
        raise AttributeError(message)

    def __delattr__(self, name: str) -> NoReturn:
        """Refuse: a quantity never changes."""
        message = f"a quantity is immutable: {name}"
        raise AttributeError(message)

    def __reduce__(self) -> "tuple[type[Quantity], tuple[Spelled]]":
        """Return what copies and pickles are made from."""
        return Quantity, (self._spelled(),)

    # Figures

    def nanos(self) -> int | None:
        """Return the exact amount in billionths if its magnitude is below 5*10^30 units, else None."""
        return self._nanos

    def as_int64(self) -> int | None:
        """Return the amount as AsInt64 does, None where that fails (admission Q14)."""
        if self.is_big or self.exponent < 0:
            return None
        return multiplied(self.mantissa, self.exponent)

    def is_whole(self) -> bool:
        """Tell whether the amount counts as an integer: MilliValue is a multiple of 1000 (admission V3)."""
        return self.milli % 1000 == 0

    def is_multiple_of(self, size: "Quantity") -> bool:
        """Tell whether Value is a multiple of the Value of `size` (admission V4); never of a Value of 0."""
        return size.value != 0 and self.value % size.value == 0

    # Arithmetic

    def add(self, other: "Quantity") -> "Quantity":
        """Return the sum, in this notation unless this is 0 (admission Q16)."""
        return self._plus(other, other.mantissa)

    def subtract(self, other: "Quantity") -> "Quantity":
        """Return the difference, in this notation unless this is 0 (node N6)."""
        return self._plus(other, -other.mantissa)

    def _plus(self, other: "Quantity", addend: int) -> "Quantity":
        """Return the sum with `addend`, which has the exponent, representation and notation of `other`."""
        mantissa, exponent = self.mantissa, self.exponent
        notation = self.notation if mantissa else other.notation
        is_big = self.is_big or other.is_big
        if mantissa and addend:
            finer = exponent - other.exponent
            if finer > 0:
                mantissa *= power_of_ten(finer)
                exponent = other.exponent
            elif finer < 0:
                addend *= power_of_ten(-finer)
            total = mantissa + addend
            is_big = is_big or not (fits_int64(mantissa) and fits_int64(addend) and fits_int64(total))
        else:
            # An amount of 0 has no exponent that the sum would have to respect.
            total = mantissa or addend
            exponent = other.exponent if addend else exponent
            is_big = is_big or not fits_int64(total)
        scale = min(self.scale, other.scale) if is_big else exponent
        return Quantity(Spelled(total, exponent, scale, is_big, notation, ""))

    def rounded(self) -> "Quantity":
        """Return this rounded away from zero to thousandths, as decoding a resource list does (admission Q8)."""
        mantissa, exponent = self.mantissa, self.exponent
        if not self.is_big and exponent >= MILLI:
            return self
        if exponent < MILLI:
            mantissa, exponent = divided_away(mantissa, MILLI - exponent), MILLI
        return Quantity(Spelled(mantissa, exponent, MILLI, self.is_big, self.notation, ""))

    def stored(self) -> "Quantity":
        """Return this as it is read back from its text (admission R3)."""
        if self.kept and not self.is_big:
            return self
        return Quantity(read(self.text, bounded=False))

    def promoted_by(self, other: "Quantity") -> "Quantity":
        """Return the left side of a comparison with `other` as it is afterwards: BIG if either is (admission Q15)."""
        if self.is_big or not other.is_big:
            return self
        return Quantity(self._spelled()._replace(is_big=True))

    def _spelled(self) -> Spelled:
        return Spelled(self.mantissa, self.exponent, self.scale, self.is_big, self.notation, self.kept)

    # Order, by exact value

    def compare(self, other: "Quantity") -> int:
        """Return -1, 0 or 1 as this is less than, equal to or greater than `other`, exactly (admission Q15)."""
        mine, theirs = self._nanos, other.nanos()
        if mine is not None and theirs is not None:
            return (mine > theirs) - (mine < theirs)
        return compared(self.mantissa, self.exponent, other.mantissa, other.exponent)

    def identical(self, other: "Quantity") -> bool:
        """Tell whether the two agree in all that Kubernetes holds, not in the amount alone (admission Q3)."""
        return (
            self.compare(other) == 0
            and (self.is_big, self.scale, self.notation) == (other.is_big, other.scale, other.notation)
            and self.text == other.text
        )

    def __eq__(self, other: object) -> bool:
        """Tell whether the exact values are equal; the texts need not be."""
        return self.compare(other) == 0 if isinstance(other, Quantity) else NotImplemented

    def __lt__(self, other: "Quantity") -> bool:
        """Tell whether this is less than `other`."""
        return self.compare(other) < 0 if isinstance(other, Quantity) else NotImplemented

    def __le__(self, other: "Quantity") -> bool:
        """Tell whether this is not greater than `other`."""
        return self.compare(other) <= 0 if isinstance(other, Quantity) else NotImplemented

    def __gt__(self, other: "Quantity") -> bool:
        """Tell whether this is greater than `other`."""
        return self.compare(other) > 0 if isinstance(other, Quantity) else NotImplemented

    def __ge__(self, other: "Quantity") -> bool:
        """Tell whether this is not less than `other`."""
        return self.compare(other) >= 0 if isinstance(other, Quantity) else NotImplemented

    def __hash__(self) -> int:
        """Return the hash of the exact value."""
        return self._hash

    def __str__(self) -> str:
        """Return the text (admission Q9)."""
        return self.text

    def __repr__(self) -> str:
        """Return the text and, if it is BIG, the representation."""
        return f"Quantity({self.text!r}, BIG)" if self.is_big else f"Quantity({self.text!r})"


def larger(first: Quantity, second: Quantity) -> Quantity:
    """Return `first` unless `second` is greater, and that BIG if `first` is (admission Q17, T1; node N6)."""
    return second.promoted_by(first) if second.compare(first) > 0 else first


def _scaled(quantity: Quantity, target: int) -> int:
    if quantity.is_big:
        return scaled_big(quantity.mantissa, quantity.exponent, quantity.scale, target)
    return scaled_small(quantity.mantissa, quantity.exponent, target)


# The slots' own setters pass by the refusal of `__setattr__`.
_SET: "Final[dict[str, Callable[[Quantity, Any], None]]]" = {
    name: Quantity.__dict__[name].__set__ for name in Quantity.__slots__
}
_set_mantissa: Final = _SET["mantissa"]
_set_exponent: Final = _SET["exponent"]
_set_scale: Final = _SET["scale"]
_set_is_big: Final = _SET["is_big"]
_set_notation: Final = _SET["notation"]
_set_kept: Final = _SET["kept"]

_COMPUTED: "Final[dict[str, Callable[[Quantity], object]]]" = {
    "sign": lambda own: (own.mantissa > 0) - (own.mantissa < 0),
    "text": lambda own: own.kept or own.canonical,
    "canonical": lambda own: canonical_text(own.mantissa, own.exponent, own.notation, is_big=own.is_big),
    "value": lambda own: _scaled(own, 0),
    "milli": lambda own: _scaled(own, MILLI),
    "exact": lambda own: exact(own.mantissa, own.exponent),
    "_nanos": lambda own: nanos(own.mantissa, own.exponent),
    "_hash": lambda own: hashed(own.mantissa, own.exponent),
}
