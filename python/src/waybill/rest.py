"""A thin client of the advisor service's REST interface. ``/v3/api-docs`` of the service describes all of it."""

from __future__ import annotations

import json
import os
import ssl
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request
from typing import Any, Dict, List, Mapping, Optional, Sequence, Union

from . import errors
from .command import PathLike
from .results import Advice, parse

_THIS_MACHINE = ("localhost", "127.0.0.1", "::1")
_MOST_BYTES = 256 << 20
_EXIT_CODES = {"BAD_REQUEST": 2, "CONFLICT": 2, "NOT_FOUND": 3, "UNAUTHENTICATED": 6, "FORBIDDEN": 6, "UNTRUSTED": 6,
               "UNAVAILABLE": 4, "UNREACHABLE": 4, "TOO_LARGE": 8, "DISK_FULL": 7}


class Service:
    """An advisor service.

    url             https://HOST[:PORT]; http only to this machine, since a token would be sent unencrypted
    token_file      its first line is the access token; default: the variable WAYBILL_SERVICE_TOKEN_FILE
    authority_file  PEM certificates to trust in place of the system's
    timeout         seconds that a silence may last

    What fails raises the exceptions of the command: its ``reason`` is the service's code.
    """

    def __init__(self, url: str, *, token_file: Optional[PathLike] = None, authority_file: Optional[PathLike] = None,
                 timeout: float = 30.0) -> None:
        parts = urllib.parse.urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname or "@" in parts.netloc or parts.query:
            raise errors.BadInput(f"invalid service '{url}': expected https://HOST[:PORT], without a password",
                                  "BAD_INPUT", 2)
        if parts.scheme == "http" and parts.hostname not in _THIS_MACHINE:
            raise errors.Unsafe(f"the access token would be sent unencrypted to {url}: use https, or a tunnel to this "
                                "machine", "UNSAFE", 12)
        self.url = url.rstrip("/")
        self._token_file = token_file or os.environ.get("WAYBILL_SERVICE_TOKEN_FILE")
        self._timeout = timeout
        trust = ssl.create_default_context(cafile=None if authority_file is None else os.fspath(authority_file))
        # no redirection may carry the token elsewhere, and no proxy of the environment sees what is sent in clear
        handlers: List[urllib.request.BaseHandler] = [_NoRedirection(), urllib.request.HTTPSHandler(context=trust)]
        if parts.scheme == "http":
            handlers.append(urllib.request.ProxyHandler({}))
        self._opener = urllib.request.build_opener(*handlers)

    def info(self) -> Dict[str, Any]:
        """Return name, version and operations of the service."""
        return dict(self.request("GET", "/api/info"))

    def history(self, source: str = "", destination: str = "", limit: int = 100) -> Dict[str, Any]:
        """Return transfers between two hosts, newest first, and the accuracy of their forecasts."""
        return dict(self.request("GET", "/api/history", {"source": source, "destination": destination, "limit": limit}))

    def forecasts(self, queries: Sequence[Mapping[str, Any]]) -> List[Dict[str, Any]]:
        """Forecast transfer times; ForecastQuery in /v3/api-docs lists the fields."""
        return list(self.request("POST", "/api/forecasts", body=list(queries)))

    def record_transfers(self, outcomes: Sequence[Mapping[str, Any]]) -> None:
        """Add finished transfers to the history; each ``id`` is stored once."""
        self.request("POST", "/api/transfers", body=list(outcomes))

    def running(self) -> List[Dict[str, Any]]:
        """Return the running transfers."""
        return list(self.request("GET", "/api/transfers/running"))

    def profile(self, host: str) -> Dict[str, Any]:
        """Return the catalogue's entry of a host."""
        return dict(self.request("GET", "/api/profile", {"host": host}))

    def advice(self, source: str, destination: str, *, options: Sequence[str] = (), timeout: float = 300.0) -> Advice:
        """Let a worker of the service rank the options for a copy; wait for it, at most timeout seconds."""
        answer = self.request("POST", "/api/advice", {"wait": int(min(timeout, self._timeout * 2 / 3, 60))},
                              {"sources": [source], "destination": destination, "options": list(options)})
        if set(answer) == {"id", "state"}:  # it takes longer
            self.wait(answer["id"], timeout=timeout)
            answer = self.request("GET", f"/api/tasks/{answer['id']}/document")
        return parse(Advice, answer)

    def submit(self, sources: Union[str, Sequence[str]], destination: str, *, id: Optional[str] = None,
               options: Sequence[str] = ()) -> Dict[str, Any]:
        """Submit a copy to the service, whose workers carry it out; return its task.

        sources  URLs, user@host:path, or absolute paths on a worker
        id       your own id of it: a second submission of the same under it is the same task,
                 one of something else is BadInput
        options  as for the command, one word each: --rate=500M
        """
        asked = [sources] if isinstance(sources, str) else list(sources)
        return dict(self.request("POST", "/api/tasks", body={"id": id, "sources": asked, "destination": destination,
                                                             "options": list(options)}))

    def task(self, id: int) -> Dict[str, Any]:
        """Return a task as it is now."""
        return dict(self.request("GET", f"/api/tasks/{id}"))

    def tasks(self, limit: int = 100) -> List[Dict[str, Any]]:
        """Return your tasks, newest first."""
        return list(self.request("GET", "/api/tasks", {"limit": limit}))

    def cancel(self, id: int) -> Dict[str, Any]:
        """End a task; pause and resume are request("POST", f"/api/tasks/{id}/pause")."""
        return dict(self.request("POST", f"/api/tasks/{id}/cancel"))

    def wait(self, id: int, *, timeout: Optional[float] = None, every: float = 1.0) -> Dict[str, Any]:
        """Wait until a task is over and return it; one that has failed raises the exception of its exit code.

        A TimeoutError after timeout seconds leaves the task as it is.
        """
        latest = None if timeout is None else time.monotonic() + timeout
        while True:
            task = self.task(id)
            if task["state"] == "FAILED":
                raise errors.of(task["exitCode"] or 1, f"task {id}: {task['message']}", task["reason"])
            if task["state"] in ("DONE", "CANCELLED"):
                return task
            if latest is not None and time.monotonic() > latest:
                raise TimeoutError(f"task {id} is {task['state']} after {timeout} s")
            time.sleep(every)

    def describe(self) -> Dict[str, Any]:
        """Return the OpenAPI document."""
        return dict(self.request("GET", "/v3/api-docs"))

    def log_in(self, name: str, secret_file: PathLike) -> None:
        """Get a token for twelve hours, and write it to the token file, which only its owner can read."""
        if self._token_file is None:
            raise errors.BadInput("log_in() requires token_file, to which it writes the token", "BAD_INPUT", 2)
        answer = self._send("POST", "/api/login", {}, {"name": name, "secret": _first_line(secret_file)}, {})
        kept = os.fsdecode(self._token_file)
        made, beside = tempfile.mkstemp(dir=os.path.dirname(kept) or ".", prefix=".token-")  # for its owner alone
        with open(made, "w", encoding="utf-8") as file:
            file.write(f"{answer['token']}\n")
        os.replace(beside, kept)

    def request(self, method: str, path: str, query: Optional[Mapping[str, Any]] = None, body: Any = None) -> Any:
        """Send any other request; return the JSON of the answer, or None."""
        if self._token_file is None:
            raise errors.Refused("the service requires an access token: give token_file, or name the file in "
                                 "WAYBILL_SERVICE_TOKEN_FILE", "AUTHENTICATION", 6)
        token = {"Authorization": f"Bearer {_first_line(self._token_file)}"}
        try:
            return self._send(method, path, query or {}, body, token)
        except errors.Refused as refused:
            if refused.reason != "UNAUTHENTICATED":
                raise
            raise errors.Refused(f"{refused}; it got the token in {os.fsdecode(self._token_file)}: write a new one there, "
                                 "or let log_in() do that", refused.reason, refused.exit_code) from None

    def _send(self, method: str, path: str, query: Mapping[str, Any], body: Any, headers: Mapping[str, str]) -> Any:
        asked = f"{self.url}{path}" + (f"?{urllib.parse.urlencode(query)}" if query else "")
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(asked, data, {"Accept": "application/json", "Content-Type": "application/json",
                                                       **headers}, method=method)
        try:
            with self._opener.open(request, timeout=self._timeout) as answer:
                text = answer.read(_MOST_BYTES + 1)
        except urllib.error.HTTPError as problem:
            with problem:
                raise _fault(problem) from None
        except (urllib.error.URLError, OSError) as problem:
            raise _unreachable(self.url, getattr(problem, "reason", problem)) from problem
        if len(text) > _MOST_BYTES:
            raise errors.LimitReached(f"{self.url}{path} answers with more than {_MOST_BYTES} bytes", "LIMIT", 8)
        try:
            return json.loads(text) if text else None
        except ValueError:
            raise errors.InternalError(f"{self.url}{path} does not answer in JSON: expected an advisor service",
                                       "INTERNAL", 1) from None


class _NoRedirection(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: Any, **__: Any) -> None:
        return None


def _fault(problem: urllib.error.HTTPError) -> errors.WaybillError:
    try:
        told = json.loads(problem.read(1 << 20))
        code, message = str(told["code"]), str(told["message"])
    except (ValueError, KeyError, TypeError):
        code = {401: "UNAUTHENTICATED", 403: "FORBIDDEN", 404: "NOT_FOUND"}.get(problem.code, "INTERNAL")
        message = f"{problem.url} answers {problem.code} {problem.reason}"
    return errors.of(_EXIT_CODES.get(code, 1), message, code)


def _unreachable(url: str, reason: Any) -> errors.WaybillError:
    if isinstance(reason, ssl.SSLCertVerificationError):
        return errors.Refused(f"the certificate of {url} is not trusted: {reason.verify_message}; name its authority "
                              "in authority_file", "CERTIFICATE", 6)
    return errors.Unreachable(f"cannot reach {url}: {reason}", "UNREACHABLE", 4)


def _first_line(file: PathLike) -> str:
    try:
        with open(file, encoding="utf-8") as lines:
            line = lines.readline(64 << 10).strip()
    except FileNotFoundError:
        raise errors.NotFound(f"file not found: {os.fsdecode(file)} (expected the access token)", "NOT_FOUND", 3) from None
    except OSError as problem:
        raise errors.Refused(f"cannot read the secret from {os.fsdecode(file)}: {problem.strerror}", "PERMISSION",
                             6) from None
    if not line:
        raise errors.BadInput(f"the first line of {os.fsdecode(file)} is empty: expected the access token", "BAD_INPUT", 2)
    return line
