"""Failures of commands and of the service: one class for each exit code."""

from __future__ import annotations

from typing import Any, Dict, Optional, Type


class WaybillError(Exception):
    """A command or a request that failed.

    message    one line: what is wrong and what would be right
    reason     the name behind the exit code, such as HOST_KEY, or a service's code; empty if none was told
    exit_code  of the command; for a service's answer the one that the command would end with
    document   what was printed with --json, if anything
    """

    temporary = False
    """Whether the same request may succeed later."""

    def __init__(self, message: str, reason: str = "", exit_code: int = 1, document: Optional[Any] = None) -> None:
        super().__init__(message)
        self.message = message
        self.reason = reason
        self.exit_code = exit_code
        self.document = document


class InternalError(WaybillError):
    """1: a defect."""


class BadInput(WaybillError):
    """2: bad usage or input."""


class NotFound(WaybillError):
    """3: no such file, host or copy."""


class Unreachable(WaybillError):
    """4: cannot be reached, or the connection was lost."""

    temporary = True


class GaveUp(WaybillError):
    """5: gave up after retries."""

    temporary = True


class Refused(WaybillError):
    """6: refused: log-in, permission, host key or certificate."""


class DiskFailure(WaybillError):
    """7: disk full, read-only or failing."""


class LimitReached(WaybillError):
    """8: a limit was reached."""


class NothingToDo(WaybillError):
    """9: nothing to do, where that is an error."""


class DeadlineMissed(WaybillError):
    """10: deadline missed."""

    temporary = True


class VerificationFailed(WaybillError):
    """11: verification failed: source and destination differ."""


class Unsafe(WaybillError):
    """12: refused as unsafe."""


class SourceChanged(WaybillError):
    """13: the source changed while it was read."""

    temporary = True


class TargetBusy(WaybillError):
    """14: another transfer writes the same target."""

    temporary = True


class LeftOut(WaybillError):
    """15: done with entries left out, where that is an error (strict)."""


class Interrupted(WaybillError):
    """130: ended by a signal (also 129 and 143) or by cancel(); the same command resumes."""

    temporary = True


BY_EXIT_CODE: Dict[int, Type[WaybillError]] = {
    1: InternalError, 2: BadInput, 3: NotFound, 4: Unreachable, 5: GaveUp, 6: Refused, 7: DiskFailure, 8: LimitReached,
    9: NothingToDo, 10: DeadlineMissed, 11: VerificationFailed, 12: Unsafe, 13: SourceChanged, 14: TargetBusy,
    15: LeftOut, 130: Interrupted,
}


def of(exit_code: int, message: str, reason: str = "", document: Optional[Any] = None) -> WaybillError:
    """The exception for an exit code; a code of later versions is a plain WaybillError."""
    return BY_EXIT_CODE.get(exit_code, WaybillError)(message, reason, exit_code, document)
