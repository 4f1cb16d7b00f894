"""Copy data with the command ``waybill``, and query its advisor service.

    import waybill
    from pathlib import Path

    done = waybill.copy(Path("run7"), "user@dtn.example.org:/data/", rate="500M", on_event=print)
    print(done.sha256, done.forecast_error_percent)

A copy that fails raises an exception of :mod:`waybill.errors`, one class for each exit code.
"""

from .command import Command, Copy, advise, call, copy, start_copy
from .errors import (BadInput, DeadlineMissed, DiskFailure, GaveUp, InternalError, Interrupted, LeftOut, LimitReached,
                     NotFound, NothingToDo, Refused, SourceChanged, TargetBusy, Unreachable, Unsafe, VerificationFailed,
                     WaybillError)
from .results import (Advice, Cause, CopyResult, Difference, End, Estimate, Event, Forecast, Hop, Notice, NotTransferred,
                      PartOfCopy, PathShare, PlannedCopy, Progress, Remark, Step, Workflow)
from .rest import Service

__all__ = [
    "Advice", "BadInput", "Cause", "Command", "Copy", "CopyResult", "DeadlineMissed", "Difference", "DiskFailure",
    "End", "Estimate", "Event", "Forecast", "GaveUp", "Hop", "InternalError", "Interrupted", "LeftOut", "LimitReached",
    "NotFound", "NotTransferred", "NothingToDo", "Notice", "PartOfCopy", "PathShare", "PlannedCopy", "Progress",
    "Refused", "Remark", "Service", "SourceChanged", "Step", "TargetBusy", "Unreachable", "Unsafe",
    "VerificationFailed", "WaybillError", "Workflow", "advise", "call", "copy", "start_copy",
]
