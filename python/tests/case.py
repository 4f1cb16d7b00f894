"""What the tests share: a home, a directory, and the launcher of this checkout."""

import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

import waybill

ROOT = Path(__file__).resolve().parents[2]


class CommandCase(unittest.TestCase):
    """Each class has a directory and a home of its own."""

    @classmethod
    def setUpClass(cls) -> None:
        scratch = tempfile.TemporaryDirectory(prefix="waybill-python-")
        cls.addClassCleanup(scratch.cleanup)
        cls.directory = Path(scratch.name)
        cls.command = waybill.Command(path=os.environ.get("WAYBILL_COMMAND", ROOT / "waybill"),
                                      home=cls.directory / "home",
                                      environment={"HOME": scratch.name, "WAYBILL_AOT": "off",  # short runs
                                                   "WAYBILL_JAVA_OPTS": "-XX:TieredStopAtLevel=1"})

    @classmethod
    def start(cls, *words: str) -> "subprocess.Popen[str]":
        """Starts a command that stays, and ends it after the tests."""
        process = subprocess.Popen([os.fspath(cls.command.path), *words], stdout=subprocess.PIPE,
                                   stderr=subprocess.DEVNULL, text=True,
                                   env={**os.environ, **cls.command.environment,
                                        "WAYBILL_HOME": os.fspath(cls.command.home)})

        def end() -> None:
            process.terminate()
            process.wait(30)
            process.stdout.close()

        cls.addClassCleanup(end)
        return process

    @staticmethod
    def printed(process: "subprocess.Popen[str]") -> dict:
        """The document that a command prints when it has started."""
        text = ""
        while not text.endswith("}\n"):
            line = process.stdout.readline()
            if not line:
                raise AssertionError(f"the command ended: {text}")
            text += line
        return json.loads(text)
