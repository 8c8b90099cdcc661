"""Reports on a terminal: tables that fit its width, and colours unless NO_COLOR says otherwise."""

import sys
from typing import Final

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from cli.report import HEADINGS, Report
from cli.text import printable

_COLOURS: Final = {"ADMITTED": "bold green", "REFUSED": "bold red", "NOT EVALUATED": "bold yellow"}


def is_terminal() -> bool:
    """Whether what is written is read on a terminal."""
    return sys.stdout.isatty()


class Terminal:
    """Writes reports to the terminal of standard output."""

    def __init__(self) -> None:
        """Look at the terminal."""
        self._console = Console(file=sys.stdout, highlight=False, markup=False, emoji=False)

    def report(self, report: Report) -> None:
        """Write one report."""
        heading = Text.assemble(
            (printable(report.name), "bold"),
            "  ",
            (report.outcome, _COLOURS.get(report.outcome, "bold")),
            printable(f" {report.detail}".rstrip()),
            (printable(f"  {report.place}"), "dim"),
        )
        self._console.print(heading)
        for mistake in report.mistakes:
            self._line(2, "", mistake)
        if report.values:
            self._table(report.values)
        for label, text in report.notes:
            self._line(2, f"{label}: ", text)
        for title, refusals in report.refusals:
            self._line(2, f"{title}:", "")
            for refusal in refusals:
                self._line(4, "", refusal.message, "red" if title == "refused" else "yellow")
                for label, text in refusal.reasons:
                    self._line(6, f"{label:<10}  ", text)
        self._console.print()

    def line(self, text: str, style: str = "") -> None:
        """Write one line of text; what does not fit goes on below its beginning."""
        bare = text.lstrip(" ")
        if bare:
            self._line(len(text) - len(bare), "", bare, style)
        else:
            self._console.print()

    def _table(self, rows: list[tuple[str, ...]]) -> None:
        table = Table(box=SIMPLE_HEAD, header_style="dim", pad_edge=True)
        for heading in HEADINGS:
            table.add_column(heading, overflow="fold")
        for row in rows:
            table.add_row(*(Text(printable(cell)) for cell in row))
        self._console.print(table)

    def _line(self, indent: int, label: str, text: str, style: str = "") -> None:
        line = Text.assemble((printable(label), "dim"), (printable(text), style))
        width = max(self._console.width - indent, 20)
        for wrapped in line.wrap(self._console, width, overflow="fold"):
            self._console.print(Text(" " * indent) + wrapped)
