"""Run the command ``waybill``, without a shell and without secrets in its arguments."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import tempfile
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone
from types import TracebackType
from typing import Any, Callable, Dict, Iterator, List, Mapping, Optional, Sequence, Type, Union

from . import errors
from .results import Advice, CopyResult, End, Event, parse, parse_event

PathLike = Union[str, bytes, "os.PathLike[str]", "os.PathLike[bytes]"]
"""A source or destination: a str as for the command (path, host:path or URL); bytes or a Path is always a local file."""

Sources = Union[PathLike, Sequence[PathLike]]
"""One source, or a list of several."""

Deadline = Union[str, timedelta, datetime]

# what stands between a colon and an at sign; a port ends with a slash
_PASSWORD = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://[^/@:\[]*:(?!\d*/)[^@]*@")
_GRACE_SECONDS = 30.0
# the command ends by 128 + the signal; one that was still starting is ended by the signal itself
_INTERRUPTED = {code for number in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM) for code in (-number, 128 + number)}


@dataclass(frozen=True)
class Command:
    """The ``waybill`` to run, and its settings.

    path         the launcher; default: the variable WAYBILL_COMMAND, else ``waybill`` on the PATH
    home         its WAYBILL_HOME
    service      URL of the advisor service that commands ask; default: each its own
    token_file   holds the access token of that service
    environment  variables besides those of this process
    """

    path: Optional[PathLike] = None
    home: Optional[PathLike] = None
    service: Optional[str] = None
    token_file: Optional[PathLike] = None
    environment: Mapping[str, str] = field(default_factory=dict)

    def copy(self, source: Sources, destination: PathLike, *, on_event: Optional[Callable[[Event], None]] = None,
             transport: Optional[str] = None, rate: Union[None, int, str] = None, streams: Optional[int] = None,
             via: Sequence[str] = (), deadline: Optional[Deadline] = None, verify: bool = True,
             workflow: Optional[str] = None, dry_run: bool = False, strict: bool = False,
             error_on_no_transfer: bool = False, options: Sequence[str] = ()) -> CopyResult:
        """Copy, and wait for the result.

        transport  None: that of the endpoint, or of the advice; any other is used without advice
        rate       bit/s, or as the command takes it: "500M" (bits), "60MB/s" (bytes)
        via        relays as HOST:PORT
        deadline   a time from now, a time with a zone, or as the command takes it
        workflow   the id of an option of advise()
        strict, error_on_no_transfer   raise LeftOut or NothingToDo
        options    any others as the command takes them
        on_event   is called for each event, in this thread

        Ctrl-C, and what on_event raises, interrupt the copy first. After that, as after other failures, the same call
        resumes.
        """
        with self.start_copy(source, destination, transport=transport, rate=rate, streams=streams, via=via,
                             deadline=deadline, verify=verify, workflow=workflow, dry_run=dry_run, strict=strict,
                             error_on_no_transfer=error_on_no_transfer, options=options) as running:
            for event in running:
                if on_event is not None:
                    on_event(event)
            return running.result()

    def start_copy(self, source: Sources, destination: PathLike, *, transport: Optional[str] = None,
                   rate: Union[None, int, str] = None, streams: Optional[int] = None, via: Sequence[str] = (),
                   deadline: Optional[Deadline] = None, verify: bool = True, workflow: Optional[str] = None,
                   dry_run: bool = False, strict: bool = False, error_on_no_transfer: bool = False,
                   options: Sequence[str] = ()) -> "Copy":
        """Start a copy as copy() does, and return immediately."""
        line: List[str] = []
        for name, value in (("--transport", transport), ("--rate", rate), ("--streams", streams),
                            ("--deadline", None if deadline is None else _deadline(deadline)),
                            ("--workflow", workflow)):
            if value is not None:
                line.append(f"{name}={value}")
        line += [f"--via={one}" for one in via]
        line += [] if verify else ["--verify=none"]
        for name, wanted in (("--dry-run", dry_run), ("--strict", strict),
                             ("--error-on-no-transfer", error_on_no_transfer)):
            line += [name] if wanted else []
        sources = [source] if isinstance(source, (str, bytes, os.PathLike)) else source
        return Copy(self._start(["copy", "--quiet", "--events=-", *line, *options],
                                [*map(_source, sources), _end(destination)]))

    def advise(self, source: PathLike, destination: PathLike, *, options: Sequence[str] = ()) -> Advice:
        """Rank the options for a copy, without copying."""
        return parse(Advice, self.call("advise", source, destination, options=options))

    def call(self, command: str, *arguments: PathLike, options: Sequence[str] = ()) -> Any:
        """Return the --json document of any other command: call("history show"), call("doctor", "user@host").

        command is one word or more, options stand before the arguments. Schemas of the documents: schemas/ in the
        repository.
        """
        with self._start([*command.split(), "--json", "--quiet", *options], [_end(one) for one in arguments]) as run:
            try:
                printed, _ = run.process.communicate()
            except BaseException:
                run.cancel()
                raise
            document = json.loads(printed) if printed.strip() else None
            if run.process.returncode != 0:
                raise run.failure(document)
            return document

    def _start(self, words: Sequence[str], arguments: Sequence[bytes]) -> "_Run":
        variables: Dict[str, Any] = {**os.environ, **self.environment}
        if self.home is not None:
            variables["WAYBILL_HOME"] = os.fspath(self.home)
        if self.token_file is not None:
            variables["WAYBILL_SERVICE_TOKEN_FILE"] = os.fspath(self.token_file)
        path: PathLike = self.environment.get("WAYBILL_COMMAND", os.environ.get("WAYBILL_COMMAND", "waybill"))
        if self.path is not None:
            path = self.path
        line: List[PathLike] = [path, *words]
        if self.service is not None:
            line.append(f"--service={self.service}")
        said = tempfile.TemporaryFile()
        try:
            process = subprocess.Popen([*map(os.fsencode, line), b"--", *arguments], stdin=subprocess.DEVNULL,
                                       stdout=subprocess.PIPE, stderr=said, env=variables)
        except OSError as problem:
            said.close()
            raise errors.NotFound(f"cannot run {os.fsdecode(path)}: {problem.strerror}; name the launcher in "
                                  "Command(path=...) or WAYBILL_COMMAND", exit_code=3) from problem
        except ValueError as problem:  # a NUL character
            said.close()
            raise errors.BadInput(str(problem), "BAD_INPUT", 2) from problem
        return _Run(process, said)


@dataclass
class _Run:
    """A process and its standard error."""

    process: "subprocess.Popen[bytes]"
    said: Any

    def __enter__(self) -> "_Run":
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.stdout is not None:
            self.process.stdout.close()
        self.said.close()

    def cancel(self) -> None:
        """Interrupt the process, which keeps the data that has arrived, and wait for it."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)  # SIGINT is ignored below a shell's "&"
            try:
                self.process.communicate(timeout=_GRACE_SECONDS)  # it may still have something to print
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()

    def failure(self, document: Optional[Any]) -> errors.WaybillError:
        code = self.process.returncode
        code = 130 if code in _INTERRUPTED else code
        told = document if isinstance(document, dict) else {}
        reason = str(told.get("status") or ("INTERRUPTED" if code == 130 else ""))
        cause = told.get("cause")
        why = cause["text"] if isinstance(cause, dict) and cause.get("code") == reason else ""  # else of the rate
        message = told.get("message") or why or self._last_line()
        return errors.of(code, message or f"waybill exited with {code} {reason}".strip(), reason, document)

    def _last_line(self) -> str:
        self.said.seek(0)
        lines: List[str] = self.said.read().decode("utf-8", "replace").strip().splitlines()
        ours = [line[len("waybill: "):] for line in lines if line.startswith("waybill: ")]
        return ours[-1] if ours else (lines[-1] if lines else "")


class Copy:
    """A running copy: iterate over its events, then get its result.

    Used as a context manager it is cancelled if the block is left before its end.
    """

    def __init__(self, run: _Run) -> None:
        self._run = run
        self._result: Optional[CopyResult] = None

    def __iter__(self) -> Iterator[Event]:
        """Yield events as they happen, End last; events of later versions are skipped."""
        assert self._run.process.stdout is not None
        for line in self._run.process.stdout:
            try:
                event = parse_event(json.loads(line))
            except ValueError:  # a line that was cut off
                continue
            if isinstance(event, End):
                self._result = event.result
            if event is not None:
                yield event

    def cancel(self) -> None:
        """Interrupt the copy, from any thread; the data that has arrived is kept, and the same copy resumes."""
        if self._run.process.poll() is None:
            self._run.process.send_signal(signal.SIGTERM)

    def result(self) -> CopyResult:
        """Wait for the result. Raises the failure, whose ``document`` is the raw result if there is one."""
        for _ in self:
            pass
        code = self._run.process.wait()
        if code == 0 and self._result is not None:
            return self._result
        raise self._run.failure(None if self._result is None else dict(self._result.raw))

    def __enter__(self) -> "Copy":
        return self

    def __exit__(self, kind: Optional[Type[BaseException]], error: Optional[BaseException],
                 trace: Optional[TracebackType]) -> None:
        self._run.cancel()
        self._run.__exit__()


def _end(value: PathLike) -> bytes:
    """The argument for the command: a local file must look like one, whatever its name."""
    if isinstance(value, str):
        if _PASSWORD.match(value):
            raise errors.BadInput("a password in a URL is visible to all users of this machine: store it with "
                                  "'waybill account add'", "BAD_INPUT", 2)
        return os.fsencode(value)
    path = os.fsencode(value)
    return path if path.startswith(b"/") else b"./" + path


def _source(value: PathLike) -> bytes:
    """A missing file with wildcards in its name would be used as a pattern."""
    if not isinstance(value, str) and set(os.fsencode(value)) & set(b"*?[{") and not os.path.lexists(value):
        raise errors.NotFound(f"file not found: {os.fsdecode(value)}; use a str for a pattern", "NOT_FOUND", 3)
    return _end(value)


def _deadline(value: Deadline) -> str:
    if isinstance(value, timedelta):
        return f"{max(1, round(value.total_seconds()))}s"
    if isinstance(value, datetime):
        if value.tzinfo is None:
            raise errors.BadInput("the deadline has no time zone: add one", "BAD_INPUT", 2)
        return _deadline(value - datetime.now(timezone.utc))
    return value


_USUAL = Command()
copy = _USUAL.copy
start_copy = _USUAL.start_copy
advise = _USUAL.advise
call = _USUAL.call
