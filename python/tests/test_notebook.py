import contextlib
import io
import json
import os
import unittest
from unittest import mock

from .case import ROOT, CommandCase


class NotebookTest(CommandCase):
    def test_the_example_runs_from_its_first_cell_to_its_last(self) -> None:
        notebook = json.loads((ROOT / "python/examples/copy.ipynb").read_text())
        code = ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]
        variables: dict = {}
        printed = io.StringIO()
        before = os.getcwd()
        os.chdir(self.directory)
        try:
            with mock.patch.dict(os.environ, {**self.command.environment, "WAYBILL_HOME": str(self.command.home),
                                              "WAYBILL_COMMAND": str(self.command.path)}), \
                    contextlib.redirect_stdout(printed):
                for number, cell in enumerate(code):
                    exec(compile(cell, f"cell {number}", "exec"), variables)
        finally:
            os.chdir(before)
        self.assertIn("forecast", printed.getvalue())
        self.assertTrue(all(cell["outputs"] for cell in notebook["cells"] if cell["cell_type"] == "code"
                            and "print(" in "".join(cell["source"])), "a cell that prints has its output kept")
