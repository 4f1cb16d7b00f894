import json
import os
import threading
import time
import unittest
from datetime import datetime, timedelta, timezone
from pathlib import Path

import waybill
from waybill import results
from waybill.results import parse, parse_event

from .case import ROOT, CommandCase


class CommandTest(CommandCase):
    def test_a_copy_tells_its_events_and_its_result(self) -> None:
        source = self.directory / "a file"
        source.write_bytes(b"content")
        events = []
        done = self.command.copy(source, self.directory / "copy", on_event=events.append)

        self.assertEqual((self.directory / "copy").read_bytes(), b"content")
        self.assertEqual((done.status, done.bytes, done.files, done.transport), ("OK", 7, 1, "local"))
        self.assertEqual(done.started_at.utcoffset(), timedelta(0))
        self.assertIsInstance(events[-1], waybill.End)
        self.assertEqual(events[-1].result, done)
        self.assertTrue(any(isinstance(one, waybill.Progress) and one.bytes_done == 7 for one in events))

    def test_odd_names_are_local_files_and_no_options_hosts_or_streams(self) -> None:
        names = ["line\nbreak", "-rf", "--json", "host:name", "-", "it's \"quoted\"", "$(touch sentinel)",
                 "gr\u00fc\u00dfe", "*?[a]"]
        here = self.directory / "odd"
        here.mkdir()
        for name in names:
            (here / name).write_bytes(os.fsencode(name))
        before = os.getcwd()
        os.chdir(here)
        try:
            self.command.copy(Path("-rf"), Path("../--odd"))
            self.command.copy(b"host:name", b"../-")
        finally:
            os.chdir(before)
        self.assertEqual((self.directory / "--odd").read_text(), "-rf")
        self.assertEqual((self.directory / "-").read_text(), "host:name")
        self.command.copy(f"{here}/", self.directory / "all")
        self.assertEqual(sorted(os.listdir(self.directory / "all")), sorted(names))

    def test_several_sources_go_into_one_directory(self) -> None:
        sources = [self.directory / name for name in ("one", "[t]wo*")]
        for source in sources:
            source.write_text("content")
        done = self.command.copy(sources, f"{self.directory}/several/")
        self.assertEqual(sorted(os.listdir(self.directory / "several")), ["[t]wo*", "one"])
        self.assertEqual((done.files, [one.status for one in done.copies] or ["OK"]), (2, ["OK"]))

    def test_failures_are_exceptions_with_reason_message_and_document(self) -> None:
        with self.assertRaises(waybill.NotFound) as caught:
            self.command.copy(self.directory / "not there", self.directory / "x")
        self.assertEqual((caught.exception.reason, caught.exception.exit_code), ("NOT_FOUND", 3))
        self.assertIn("not there", caught.exception.message)
        self.assertEqual(caught.exception.document["status"], "NOT_FOUND")
        self.assertFalse(caught.exception.temporary)

        with self.assertRaises(waybill.BadInput) as caught:
            self.command.copy("a", "b", rate="quick")
        self.assertIn("quick", caught.exception.message)

        with self.assertRaises(waybill.BadInput) as caught:
            self.command.call("explain", "NO_SUCH_CODE")
        self.assertEqual(caught.exception.document["exitCode"], 2)

    def test_signals_are_interruptions(self) -> None:
        launcher = self.directory / "ended"
        for end, kind in (("exit 129", waybill.Interrupted), ("exit 143", waybill.Interrupted),
                          ("kill -HUP $$", waybill.Interrupted), ("exit 141", waybill.WaybillError)):
            launcher.write_text(f"#!/bin/sh\n{end}\n")
            launcher.chmod(0o755)
            with self.assertRaises(waybill.WaybillError) as caught:
                waybill.Command(path=launcher).call("ls")
            self.assertIs(type(caught.exception), kind, end)

    def test_other_commands_answer_with_their_documents(self) -> None:
        self.assertEqual(self.command.call("explain", "HOST_KEY")["code"], "HOST_KEY")
        self.assertEqual(self.command.call("account list"), {"accounts": []})

    def test_a_cancelled_copy_keeps_what_arrived_and_resumes(self) -> None:
        source = self.directory / "large"
        source.write_bytes(os.urandom(8 << 20))
        (self.directory / "data").mkdir()
        node = self.start("node", "--json", "--listen", "127.0.0.1:0", "--data-dir", os.fspath(self.directory / "data"))
        destination = f"waybill://127.0.0.1:{self.printed(node)['port']}/large"
        with self.assertRaises(waybill.NotFound) as missing:  # by advice: it fails before anything is moved
            self.command.copy(self.directory / "missing", destination)
        self.assertEqual(missing.exception.reason, "NOT_FOUND")

        with self.assertRaises(waybill.Interrupted) as caught:
            with self.command.start_copy(source, destination, transport="tcp", rate="20M") as running:
                for event in running:
                    if isinstance(event, waybill.Progress) and event.bytes_done > 2 << 20:
                        threading.Thread(target=running.cancel).start()
                running.result()
        self.assertTrue(caught.exception.temporary)
        self.assertEqual(caught.exception.document["status"], "INTERRUPTED")

        done = self.command.copy(source, destination, transport="tcp", deadline=timedelta(minutes=2))
        self.assertGreater(done.resumed_bytes, 0)
        self.assertEqual((self.directory / "data" / "large").read_bytes(), source.read_bytes())

    def test_what_a_listener_raises_ends_the_copy(self) -> None:
        source = self.directory / "for a listener"
        source.write_bytes(bytes(1000))

        def refuse(event: waybill.Event) -> None:
            raise KeyError(event.event)

        started = time.monotonic()
        with self.assertRaises(KeyError):
            self.command.copy(source, self.directory / "y", on_event=refuse)
        self.assertLess(time.monotonic() - started, 20)


class WithoutCommandTest(unittest.TestCase):
    def test_a_password_is_never_an_argument(self) -> None:
        for password in ("secret", "se/cret", "", "secr@t"):
            with self.assertRaises(waybill.BadInput) as caught:
                waybill.Command(path="/no/such/waybill").copy(f"ftp://user:{password}@host/x", ".")
            self.assertNotIn("secr", str(caught.exception))
        for plain in ("ftp://user@host/x", "http://host:80/a@b", "sftp://[::1]:22/a@b", "sftp://u@[::1]:22/a:b@c"):
            with self.assertRaises(waybill.NotFound):
                waybill.Command(path="/no/such/waybill").copy(plain, ".")

    def test_a_path_is_never_a_pattern(self) -> None:
        with self.assertRaisesRegex(waybill.NotFound, "file not found"):
            waybill.Command(path="/no/such/waybill").copy(Path("/no/such/*"), ".")

    def test_a_command_that_is_not_there_is_named(self) -> None:
        with self.assertRaisesRegex(waybill.NotFound, "/no/such/waybill"):
            waybill.Command(path="/no/such/waybill").copy("a", "b")

    def test_a_deadline_without_a_zone_is_refused(self) -> None:
        with self.assertRaisesRegex(waybill.BadInput, "zone"):
            waybill.copy("a", "b", deadline=datetime(2030, 1, 1))

    def test_every_exit_code_has_its_exception(self) -> None:
        self.assertEqual(set(waybill.errors.BY_EXIT_CODE), set(range(1, 16)) | {130})
        self.assertIs(type(waybill.errors.of(99, "later")), waybill.WaybillError)

    def test_dataclasses_are_the_schemas(self) -> None:
        def names(kind: type) -> set:
            return {results._key(name) for name in kind.__dataclass_fields__} - {"raw"}

        copy = json.loads((ROOT / "schemas/copy.schema.json").read_text())
        self.assertEqual(names(results.CopyResult), set(copy["properties"]))
        for name, kind in (("Forecast", results.Forecast), ("Cause", results.Cause), ("PathShare", results.PathShare),
                           ("Hop", results.Hop),
                           ("NotTransferred", results.NotTransferred), ("Copy", results.PartOfCopy),
                           ("PlannedCopy", results.PlannedCopy), ("Line", results.Difference)):
            self.assertEqual(names(kind), set(copy["$defs"][name]["properties"]), name)
        events = json.loads((ROOT / "schemas/event.schema.json").read_text())["oneOf"]
        kinds = (results.Progress, results.Notice, results.End)
        self.assertEqual(len(kinds), len(events) - 1, "the last one is of later versions' kinds")
        for kind, schema in zip(kinds, events):
            self.assertEqual(names(kind), set(schema["properties"]))
        advise = json.loads((ROOT / "schemas/advise.schema.json").read_text())
        self.assertLessEqual(names(results.Advice), set(advise["properties"]))
        for name in ("Estimate", "Remark", "Step"):
            self.assertEqual(names(getattr(results, name)), set(advise["$defs"][name]["properties"]), name)
        self.assertLessEqual(names(results.Workflow), set(advise["$defs"]["Workflow"]["properties"]))

    def test_fields_and_events_of_later_versions_are_let_pass(self) -> None:
        self.assertEqual(parse(waybill.Cause, {"code": "CPU", "text": "x", "later": 1}), waybill.Cause("CPU", "x"))
        self.assertIsNone(parse_event({"event": "later", "at": "2026-01-01T00:00:00Z"}))
        notice = parse_event({"event": "notice", "at": "2026-01-01T00:00:00.123456789Z", "code": "C", "text": "t"})
        self.assertEqual(notice.at, datetime(2026, 1, 1, 0, 0, 0, 123456, timezone.utc))


if __name__ == "__main__":
    unittest.main()
