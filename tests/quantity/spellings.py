"""Texts to draw: quantities of every notation and size, with the edges of int64 well represented, and others."""

from hypothesis import strategies as st

_EDGES = [2**63, 2**62, 2**64, 10**18, 10**17, 9223372036854775, 2**60, 2**53, 1024, 1000]

_digits = st.one_of(
    st.integers(0, 2000).map(str),
    st.integers(0, 10**40).map(str),
    st.sampled_from(_EDGES).flatmap(lambda edge: st.integers(edge - 2, edge + 2)).map(str),
    st.tuples(st.integers(1, 99), st.integers(0, 25)).map(lambda pair: f"{pair[0]}{'0' * pair[1]}"),
    st.tuples(st.integers(1, 3), st.integers(0, 99)).map(lambda pair: f"{'0' * pair[0]}{pair[1]}"),
)
_fractions = st.one_of(
    st.just(""),
    st.just("."),
    st.sampled_from(["5", "50", "500", "000", "0000000001", "00000000001"]).map(".".__add__),
    st.integers(0, 10**22).map(lambda number: f".{number}"),
)
_exponents = st.tuples(st.sampled_from("eE"), st.sampled_from(["", "+", "-", "0", "-0"]), st.integers(0, 40))
_suffixes = st.one_of(
    st.sampled_from(["n", "u", "m", "", "k", "M", "G", "T", "P", "E", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"]),
    _exponents.map(lambda parts: f"{parts[0]}{parts[1]}{parts[2]}"),
)

spellings = st.tuples(st.sampled_from(["", "", "-", "+"]), _digits, _fractions, _suffixes).map("".join)
"""Texts that are quantities."""

anything = st.one_of(spellings, st.text("0123456789.+-eEinumkKMGTP x", max_size=12), st.text(max_size=12))
"""Texts that may be quantities."""
