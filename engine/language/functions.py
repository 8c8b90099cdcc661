"""The functions of the language: a closed table of names, types and what each means."""

from dataclasses import dataclass

from engine.language.types import (
    EXACT,
    FLOAT64,
    INT64,
    QUANTITIES,
    QUANTITY,
    TEXT,
    TRUTH,
    Type,
    list_of,
)

TEXTS = list_of(TEXT)
ANY = Type("any value")
"""Parameter types that are resolved by the arguments: ``SAME`` is one type throughout a call."""
SAME = Type("values of one type")
ELEMENTS = list_of(SAME)


@dataclass(frozen=True, slots=True)
class Function:
    """Name, parameter types, result type, whether the result may be absent, and the meaning for the vocabulary."""

    name: str
    takes: tuple[Type, ...]
    gives: Type
    about: str
    may_be_absent: bool = False


FUNCTIONS = {
    function.name: function
    for function in (
        Function("value", (QUANTITY,), INT64, "the amount in whole units, as int64 (Kubernetes' Value)"),
        Function("milliValue", (QUANTITY,), INT64, "the amount in thousandths, as int64 (Kubernetes' MilliValue)"),
        Function(
            "isMultipleOf",
            (QUANTITY, QUANTITY),
            TRUTH,
            "whether the whole units of the first are a multiple of those of the second; never of 0",
        ),
        Function("isWhole", (QUANTITY,), TRUTH, "whether the amount is a whole number"),
        Function("quantity", (TEXT,), QUANTITY, "the text read as a quantity, absent if it is none", True),
        Function(
            "quantityError", (TEXT,), TEXT, "Kubernetes' words for a text that is no quantity; empty for one that is"
        ),
        Function("binaryQuantity", (INT64,), QUANTITY, "an int64 as a quantity in binary notation, as bytes are"),
        Function("decimalQuantity", (INT64,), QUANTITY, "an int64 as a quantity in decimal notation, as counts are"),
        Function(
            "comparedWith",
            (QUANTITY, QUANTITY),
            QUANTITY,
            "the first quantity in the form that it has after it was compared with the second (shows near 2^63 only)",
        ),
        Function("stored", (QUANTITY,), QUANTITY, "the quantity as it is read back from its text"),
        Function("rounded", (QUANTITY,), QUANTITY, "the quantity rounded away from zero to thousandths"),
        Function("float64", (INT64,), FLOAT64, "an int64 as the nearest float64"),
        Function("int64", (FLOAT64,), INT64, "a float64 cut off to int64"),
        Function(
            "float32",
            (TEXT,),
            FLOAT64,
            "the 32-bit float nearest to what a literal of Go names; absent if it is none, infinite if it is too large",
            True,
        ),
        Function("float32Error", (TEXT,), TEXT, "Go's reason to refuse a text as a 32-bit float; empty if it does not"),
        Function("asFloat32", (FLOAT64,), FLOAT64, "the 32-bit float nearest to a float64"),
        Function("duration", (TEXT,), INT64, "the nanoseconds that a duration of Go names; absent if it is none", True),
        Function("durationError", (TEXT,), TEXT, "Go's words for a text that is no duration; empty for one that is"),
        Function("durationText", (INT64,), TEXT, "nanoseconds as Go prints a duration, such as 1m30s"),
        Function(
            "time",
            (TEXT,),
            EXACT,
            "the seconds since the year 1 began at a time of RFC 3339; absent if the text names none",
            True,
        ),
        Function(
            "log2",
            (FLOAT64,),
            FLOAT64,
            "the logarithm to base 2, absent for what is not above 0 or not finite",
            may_be_absent=True,
        ),
        Function(
            "power",
            (FLOAT64, FLOAT64),
            FLOAT64,
            "the first to the power of the second, absent where that is no finite number",
            may_be_absent=True,
        ),
        Function("floor", (FLOAT64,), FLOAT64, "the largest whole float64 that is not above"),
        Function("ceiling", (FLOAT64,), FLOAT64, "the least whole float64 that is not below"),
        Function("milliQuantity", (INT64,), QUANTITY, "thousandths as a quantity in powers of 1000"),
        Function("exact", (INT64,), EXACT, "an int64 as an exact number"),
        Function("plain", (SAME,), SAME, "the number without its unit, to be computed or compared with any other"),
        Function("amount", (QUANTITY,), EXACT, "a quantity as an exact number"),
        Function(
            "larger", (SAME, SAME), SAME, "the larger of two; of equals the first. For quantities per resource: of each"
        ),
        Function("smaller", (SAME, SAME), SAME, "the smaller of two; of equals the first"),
        Function("text", (ANY,), TEXT, "the value as a message shows it"),
        Function("join", (TEXTS, TEXT), TEXT, "the texts with another one between them"),
        Function("sorted", (TEXTS,), TEXTS, "the texts in the order of their bytes"),
        Function("split", (TEXT, TEXT), TEXTS, "the parts of a text between separators"),
        Function("startsWith", (TEXT, TEXT), TRUTH, "whether a text begins with another"),
        Function("endsWith", (TEXT, TEXT), TRUTH, "whether a text ends with another"),
        Function("contains", (TEXT, TEXT), TRUTH, "whether a text contains another"),
        Function(
            "after", (TEXT, TEXT), TEXT, "what follows the first occurrence of a text; empty if it does not occur"
        ),
        Function("bytes", (TEXT,), INT64, "the length of a text in bytes of UTF-8"),
        Function(
            "matches",
            (TEXT, TEXT),
            TRUTH,
            "whether a whole text matches a pattern (RE2, linear time); the pattern is a literal",
        ),
        Function("quoted", (TEXT,), TEXT, "the text in double quotes, escaped like a Go string"),
        Function("size", (ELEMENTS,), INT64, "the number of elements"),
        Function(
            "item", (ELEMENTS, INT64), SAME, "the element at a position counted from 0, absent if there is none", True
        ),
        Function("before", (ELEMENTS, SAME), ELEMENTS, "the elements that stand before the given one"),
        Function("distinct", (TEXTS,), TEXTS, "the texts without repetitions"),
        Function("without", (QUANTITIES, TEXTS), QUANTITIES, "the quantities but those of the named resources"),
        Function(
            "replaced",
            (QUANTITIES, QUANTITIES),
            QUANTITIES,
            "the first quantities, with the second in the place of those of the same resource",
        ),
        Function("only", (QUANTITIES, TEXTS), QUANTITIES, "the quantities of the named resources"),
        Function("differs", (ANY, ANY, TEXTS), TRUTH, "whether two objects differ anywhere but at the given paths"),
        Function("differsAt", (ANY, ANY, TEXTS), TRUTH, "whether two objects differ at one of the given paths"),
        Function("withoutEnd", (TEXT, TEXT), TEXT, "the text without every occurrence of another one at its end"),
        Function("upTo", (TEXT, TEXT), TEXT, "what precedes the first occurrence of a text; all if it does not occur"),
    )
}
