"""Reports as plain text: what is piped, and stays as it is from version to version."""

from collections.abc import Iterable, Iterator, Sequence

from cli.report import HEADINGS, Report
from cli.text import printable


def plain(report: Report) -> str:
    """Return one report as lines of text."""
    return _lines(_report(report))


def plain_line(text: str) -> str:
    """Return one line."""
    return _lines([text])


def _lines(lines: Iterable[str]) -> str:
    return "".join(f"{printable(line).rstrip()}\n" for line in lines)


def _report(report: Report) -> Iterator[str]:
    yield f"{report.name}: {f'{report.outcome} {report.detail}'.rstrip()}  [{report.place}]"
    yield from (f"  {mistake}" for mistake in report.mistakes)
    if report.values is not None:
        yield from _table(report.values)
    yield from (f"  {label}: {text}" for label, text in report.notes)
    for heading, refusals in report.refusals:
        yield f"  {heading}:"
        for refusal in refusals:
            yield f"    {refusal.message}"
            yield from (f"      {label:<10}  {text}" for label, text in refusal.reasons)


def _table(rows: Sequence[tuple[str, ...]]) -> Iterator[str]:
    if not rows:
        yield "  no values"
        return
    table = [HEADINGS, *rows]
    widths = [max(len(row[column]) for row in table) for column in range(len(HEADINGS))]
    for row in table:
        yield "  " + "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))
