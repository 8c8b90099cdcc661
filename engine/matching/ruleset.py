"""One engine ruleset and its handles: the only place that calls the C engine."""

from __future__ import annotations

import contextlib
import weakref
from typing import TYPE_CHECKING, Final

import durable_rules_engine as durable  # type: ignore[import-untyped, import-not-found, unused-ignore]

from engine.matching.lowering import END_SHAPE, HEAD_SHAPE, Definition
from engine.matching.model import EngineFault
from engine.matching.vocabulary import ALIAS, END_RULE, SHAPE_KEY

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

CHUNK: Final = 512
"""Rows per batch: the engine's time grows faster than its batches."""

_SID: Final = "0"
_ALL_READ: Final = 1
_FEW: Final = 8

_ENGINE_ERRORS: Final = (durable.error, MemoryError, ValueError, IndexError)
"""What the engine raises itself, and what its answers raise here when they are not of the form they must have."""

_HEAD: Final = f'[{{"id":{CHUNK + 1},"{SHAPE_KEY}":{HEAD_SHAPE}'
_TAIL: Final = f'}},{{"id":{CHUNK},"{SHAPE_KEY}":{END_SHAPE}}}]'
_ENDED: Final = f'{{"{END_RULE}":{{"{ALIAS}":{{"id":{CHUNK},"{SHAPE_KEY}":{END_SHAPE}}}}}}}'
_FACT: Final = f'{{"{ALIAS}":{{"id":'
_MARKER: Final = f'{{"id":{CHUNK}}}'

_batches: Final[dict[int, str]] = {}
"""Templates of whole batches by number of rows; one formatting is the fastest way to put rows and ids together."""

Fired = list[tuple[int, list[str]]]
"""Rule index, and the ids (as text) of the rows that it fired for."""


class EngineRuleset:
    """A compiled definition with a pool of engine handles.

    A handle serves one run at a time, always with the one state "0", and no fact outlives its run: the engine crashes
    when two threads work in one handle at once. Handles are created when needed (as many as runs overlap), belong to
    no thread, and are deleted by ``close`` or together with the object.
    """

    def __init__(self, definition: Definition) -> None:
        """Keep ``definition``; the engine compiles it in the first run."""
        self._text = definition.text
        self._heads = {f'{{"{name}":[': index for name, index in definition.rules.items()}
        self._idle: list[int] = []
        self._closed = False
        weakref.finalize(self, _delete_all, self._idle).atexit = False

    def run(self, rows: Sequence[str], positions: Sequence[int]) -> list[tuple[int, int]]:
        """Return the unordered (position, rule index) pairs of all matches of at most CHUNK ``rows``.

        ``positions`` holds the number to report for each row. Raises EngineFault; the handle is then given up.
        """
        batch = _batch(len(rows)) % tuple(rows)
        try:
            handle = self._idle.pop()
        except IndexError:
            handle = _create(self._text)
        try:
            fired = _fire(handle, batch, self._heads)
            matches = [(positions[int(number)], rule) for rule, ids in fired for number in ids]
            _clear(handle, fired)
        except BaseException as error:
            _discard(handle)
            if isinstance(error, _ENGINE_ERRORS):
                message = f"the rule engine failed: {error}"
                raise EngineFault(message) from error
            raise
        self._idle.append(handle)
        if self._closed:
            # close() came while the handle was out. Asking after giving it back leaves no gap between the two.
            _delete_all(self._idle)
        return matches

    def close(self) -> None:
        """Delete the idle handles; those in use are deleted by the runs that use them."""
        self._closed = True
        _delete_all(self._idle)


def _batch(count: int) -> str:
    """Return the template of a batch of ``count`` rows.

    The head matches nothing. It is there to be counted: if it was not read, nothing was, and then the engine answers
    0 with a garbage state offset. The tail fires the end marker. An empty batch, which crashes, cannot come about.
    """
    template = _batches.get(count)
    if template is None:
        if count > CHUNK:
            message = f"a batch of {count} rows, more than {CHUNK}"
            raise EngineFault(message)
        template = _batches[count] = _HEAD + "".join(f'}},{{"id":{index},%s' for index in range(count)) + _TAIL
    return template


def _fire(handle: int, batch: str, heads: Mapping[str, int]) -> Fired:
    """Give ``batch`` to the engine and return what fired, at most once per rule."""
    code, state = durable.assert_facts(handle, batch)
    if code != _ALL_READ:
        message = f"the batch was answered with {code}: unread, or two facts under one id"
        raise EngineFault(message)
    # Only this call may start firing; those without a state use an index that goes stale and crashes.
    started = durable.start_action_for_state(handle, state)
    text: str | None = started and started[1]
    fired: Fired = []
    for _ in range(len(heads) + 1):
        if text == _ENDED:
            if durable.complete_and_start_action(handle, state) is not None:
                message = "a rule fired after the end marker"
                raise EngineFault(message)
            return fired
        if text is None:
            message = "the end marker did not fire: the batch was not read to its end"
            raise EngineFault(message)
        name, *facts = text.split(_FACT)
        rule = heads.get(name)
        if rule is None:
            message = f"a rule fired that was not defined: {name[:40]!r}"
            raise EngineFault(message)
        fired.append((rule, [fact[: fact.index(",")] for fact in facts]))
        text = durable.complete_and_start_action(handle, state)
    message = "rules fired more often than there are rules"
    raise EngineFault(message)


def _clear(handle: int, fired: Fired) -> None:
    """Leave no fact behind. The engine stored the marker and the rows that matched, and nothing else.

    To delete the state is always right, but costs 0.4 microseconds per rule to rebuild it. So a few facts are
    retracted one by one instead, and the engine must then show that it holds none.
    """
    if not fired:
        durable.retract_fact(handle, _MARKER)
    else:
        ids = {number for _, numbers in fired for number in numbers}
        if len(ids) > _FEW:
            durable.delete_state(handle, _SID)
            return
        durable.retract_facts(handle, "[" + _MARKER + "".join(f',{{"id":{number}}}' for number in ids) + "]")
    if durable.get_facts(handle, _SID) != "[]":
        message = "facts are left after a run"
        raise EngineFault(message)


def _create(text: str) -> int:
    """Return a new handle for the definition ``text`` whose first firing is behind it.

    Told to delete a state before its first firing, the engine frees a pointer it never set. So the end marker fires
    once here; should that fail, the state is not deleted but abandoned with its ruleset.
    """
    # The engine's blocks are near the size at which glibc's malloc returns memory to the system at once and asks for
    # it again in the next run, which doubles the cost of a run. Freeing one bigger block moves that limit.
    bytes(1 << 24)
    with _as_faults():
        handle: int = durable.create_ruleset("podlaw", text)
        try:
            fired = _fire(handle, _batch(0) % (), {})
        except BaseException:
            durable.delete_ruleset(handle)
            raise
        try:
            _clear(handle, fired)
        except BaseException:
            _discard(handle)
            raise
    return handle


@contextlib.contextmanager
def _as_faults() -> Iterator[None]:
    try:
        yield
    except _ENGINE_ERRORS as error:
        message = f"the rule engine failed: {error}"
        raise EngineFault(message) from error


def _discard(handle: int) -> None:
    """Delete a handle that has fired; first its state, which the engine would otherwise leak."""
    with contextlib.suppress(durable.error):
        durable.delete_state(handle, _SID)
    with contextlib.suppress(durable.error):
        durable.delete_ruleset(handle)


def _delete_all(handles: list[int]) -> None:
    with contextlib.suppress(IndexError):
        while True:
            _discard(handles.pop())
