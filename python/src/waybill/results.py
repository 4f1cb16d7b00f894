"""Documents of commands, as frozen dataclasses.

Names are those of the JSON documents (schemas/ in the repository) in small letters with underscores. None is what is
not known. Properties of later versions are left out here and stand in ``raw`` of the document.
"""

from __future__ import annotations

import dataclasses
import re
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Dict, List, Mapping, Optional, Type, TypeVar, Union, get_args, get_origin, get_type_hints

T = TypeVar("T")


@dataclass(frozen=True)
class Forecast:
    """A forecast: P50 (median) and P90 (exceeded by one in ten)."""

    seconds_p50: Optional[float]
    seconds_p90: Optional[float]


@dataclass(frozen=True)
class Cause:
    """The limiting factor of the rate, or the cause of the failure."""

    code: str
    text: str


@dataclass(frozen=True)
class PathShare:
    """The share of one of several network paths."""

    via: List[str]
    bytes: int
    cached_bytes: int


@dataclass(frozen=True)
class Hop:
    """One of the transfers of a copy that was kept at hosts between its endpoints."""

    source: str
    destination: str
    transport: str
    bytes: int
    resumed_bytes: int
    seconds: float
    sha256: Optional[str]


@dataclass(frozen=True)
class NotTransferred:
    """An entry of the source that was not transferred."""

    path: str
    reason: str
    text: str
    failure: bool
    kept: bool


@dataclass(frozen=True)
class PartOfCopy:
    """The copy of the sources in one directory, if there were several."""

    source: str
    destination: str
    status: str
    bytes: Optional[int]
    files: Optional[int]
    seconds: Optional[float]
    sha256: Optional[str]
    transport: str
    cause: Cause


@dataclass(frozen=True)
class Difference:
    """An entry that differs, or that could not be read."""

    path: str
    verdict: str
    directory: bool
    source_bytes: Optional[int]
    destination_bytes: Optional[int]
    source_modified: Optional[datetime]
    destination_modified: Optional[datetime]
    text: str


@dataclass(frozen=True)
class PlannedCopy:
    """What a dry run would do."""

    new_files: int
    new_bytes: int
    changed_files: int
    changed_bytes: int
    equal: int
    other_permissions: int
    kept_files: int
    differences: List[Difference]
    to_delete_at_source: List[str]


@dataclass(frozen=True)
class CopyResult:
    """The result of a copy; schemas/copy.schema.json describes each field."""

    status: str
    source: str
    destination: str
    bytes: Optional[int]
    files: Optional[int]
    seconds: Optional[float]
    goodput_bits_per_second: Optional[float]
    sha256: Optional[str]
    transport: str
    via: List[str]
    streams: Optional[int]
    retransmitted_bytes: Optional[int]
    resumed_bytes: Optional[int]
    forecast: Forecast
    forecast_error_percent: Optional[float]
    cause: Cause
    attempts: int
    started_at: Optional[datetime]
    dry_run: bool
    paths: List[PathShare]
    hops: List[Hop]
    set_up_seconds: Optional[float]
    not_transferred: List[NotTransferred]
    compared: Optional[str]
    copies: List[PartOfCopy]
    deleted_at_source: List[str]
    plan: Optional[PlannedCopy]
    not_kept: List[str]
    raw: Mapping[str, Any] = field(repr=False, compare=False, default_factory=dict)


@dataclass(frozen=True)
class Progress:
    """Progress of a copy. Totals are None while unknown."""

    event: str
    at: datetime
    phase: str
    bytes_done: int
    total_bytes: Optional[int]
    files_done: int
    total_files: Optional[int]
    name: str


@dataclass(frozen=True)
class Notice:
    """A note; its code is stable."""

    event: str
    at: datetime
    code: str
    text: str


@dataclass(frozen=True)
class End:
    """The last event."""

    event: str
    at: datetime
    result: CopyResult


Event = Union[Progress, Notice, End]


@dataclass(frozen=True)
class Remark:
    """A reason or a warning."""

    code: str
    text: str


@dataclass(frozen=True)
class Step:
    """One step."""

    title: str
    text: str
    command: str


@dataclass(frozen=True)
class Estimate:
    """Forecast of an option, and its basis."""

    seconds_p50: Optional[float]
    seconds_p90: Optional[float]
    goodput_bits_per_second: Optional[float]
    basis: str
    samples: int
    past_median_error_percent: Optional[float]
    method: str
    forecast_id: Optional[str]
    evidence: str
    known: bool


@dataclass(frozen=True)
class Workflow:
    """One ranked option; pass its ``id`` as copy(workflow=...)."""

    rank: int
    id: str
    title: str
    transport: str
    via: List[str]
    streams: int
    security: str
    estimate: Estimate
    reasons: List[Remark]
    steps: List[Step]
    tool: str
    movable: bool


@dataclass(frozen=True)
class Advice:
    """The options, best first. ``raw`` also has the findings about hosts, protocols and paths."""

    workflows: List[Workflow]
    warnings: List[Remark]
    advice_seconds: float
    raw: Mapping[str, Any] = field(repr=False, compare=False, default_factory=dict)


def parse(kind: Type[T], document: Mapping[str, Any]) -> T:
    """Convert a document, or a part of one, to a dataclass. Missing fields are None."""
    hints = get_type_hints(kind)
    values: Dict[str, Any] = {}
    for one in dataclasses.fields(kind):
        if one.name == "raw":
            values["raw"] = dict(document)
        else:
            values[one.name] = _value(hints[one.name], document.get(_key(one.name)))
    return kind(**values)


def parse_event(line: Mapping[str, Any]) -> Optional[Event]:
    """Convert a line of --events; None for an event of a later version."""
    kind: Any = {"progress": Progress, "notice": Notice, "end": End}.get(str(line.get("event")))
    return None if kind is None else parse(kind, line)


def _key(name: str) -> str:
    """seconds_p50 is secondsP50."""
    return re.sub(r"_(\w)", lambda found: found.group(1).upper(), name)


def _value(hint: Any, value: Any) -> Any:
    if value is None:
        return None
    if get_origin(hint) is Union:
        hint = next(one for one in get_args(hint) if one is not type(None))
    if get_origin(hint) is list:
        return [_value(get_args(hint)[0], one) for one in value]
    if hint is datetime:
        return _time(value)
    if isinstance(hint, type) and dataclasses.is_dataclass(hint):
        return parse(hint, value)
    return value


def _time(text: str) -> datetime:
    """ISO 8601 in UTC; Python 3.9 and 3.10 read neither Z nor nanoseconds."""
    seconds, _, fraction = text.rstrip("Z").partition(".")
    return datetime.fromisoformat(f"{seconds}.{(fraction + '000000')[:6]}+00:00")
