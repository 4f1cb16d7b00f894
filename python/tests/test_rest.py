import os
import shutil
import ssl
import subprocess
import tempfile
import threading
import time
import unittest
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import waybill

from .case import CommandCase


class ServiceTest(CommandCase):
    """Against a service that runs."""

    @classmethod
    def setUpClass(cls) -> None:
        super().setUpClass()
        service = cls.start("service", "--json", "--listen", "127.0.0.1:0")
        cls.service = waybill.Service(cls.printed(service)["url"], token_file=cls.directory / "token")
        cls.service.log_in("admin", cls.directory / "home" / "first-run-secret")

    def test_the_token_is_in_a_file_of_its_owner(self) -> None:
        self.assertEqual((self.directory / "token").stat().st_mode & 0o777, 0o600)
        self.assertTrue(self.service.info()["version"])

    def test_a_transfer_that_is_recorded_is_in_the_history(self) -> None:
        self.service.record_transfers([{
            "id": "11111111-2222-3333-4444-555555555555", "sourceHost": "a.example.org",
            "destinationHost": "b.example.org", "transport": "sftp", "via": "", "streams": 1, "storage": "DISK",
            "bytes": 1000000, "files": 1, "startedAt": "2026-01-01T00:00:00Z", "seconds": 2.0,
            "retransmittedBytes": 0, "resumedBytes": 0, "status": "OK", "causeCode": ""}])
        history = self.service.history("a.example.org", "b.example.org")
        self.assertEqual([one["bytes"] for one in history["transfers"]], [1000000])

    def test_the_service_describes_what_the_client_calls(self) -> None:
        paths = self.service.describe()["paths"]
        for path in ("/api/tasks", "/api/tasks/{id}", "/api/tasks/{id}/cancel", "/api/tasks/{id}/document",
                     "/api/advice", "/api/info", "/api/history", "/api/forecasts", "/api/transfers", "/api/transfers/running",
                     "/api/profile", "/api/login"):
            self.assertIn(path, paths)
        self.assertEqual(self.service.running(), [])

    def test_what_the_service_refuses_is_an_exception_with_its_code(self) -> None:
        with self.assertRaises(waybill.BadInput) as caught:
            self.service.history(limit=-1)
        self.assertEqual(caught.exception.reason, "BAD_REQUEST")
        with self.assertRaises(waybill.NotFound):
            self.service.request("GET", "/api/no-such-thing")
        wrong = self.directory / "wrong token"
        wrong.write_text("abc\n")
        with self.assertRaises(waybill.Refused) as caught:
            waybill.Service(self.service.url, token_file=wrong).info()
        self.assertEqual(caught.exception.reason, "UNAUTHENTICATED")
        self.assertIn(f"it got the token in {wrong}: write a new one there", str(caught.exception))


class TaskTest(CommandCase):
    """A service with a worker, both processes of their own."""

    @classmethod
    def setUpClass(cls) -> None:
        super().setUpClass()
        cls.data = cls.directory.resolve() / "data"
        cls.data.mkdir()
        (cls.data / "run 7").write_bytes(b"x" * 100_000)
        service = cls.start("service", "--json", "--listen", "127.0.0.1:0")
        cls.service = waybill.Service(cls.printed(service)["url"], token_file=cls.directory / "token")
        cls.service.log_in("admin", cls.directory / "home" / "first-run-secret")
        secret = cls.service.request("POST", "/api/accounts", body={"name": "dtn", "role": "worker"})["secret"]
        (cls.directory / "secret").write_text(secret)
        worker = waybill.Service(cls.service.url, token_file=cls.directory / "worker")
        worker.log_in("dtn", cls.directory / "secret")
        cls.command.environment["WAYBILL_SERVICE_TOKEN_FILE"] = os.fspath(cls.directory / "worker")
        cls.printed(cls.start("worker", "--json", "--service", cls.service.url, "--name", "dtn1", "--data",
                              os.fspath(cls.data)))
        while not cls.service.request("GET", "/api/workers"):
            time.sleep(0.2)

    def test_a_submitted_copy_is_done_once(self) -> None:
        source, destination = os.fspath(self.data / "run 7"), os.fspath(self.data / "copy")
        task = self.service.submit(source, destination, id="nightly-7", options=["--verify=sha256"])
        again = self.service.submit(source, destination, id="nightly-7", options=["--verify=sha256"])
        self.assertEqual(again["id"], task["id"])
        with self.assertRaises(waybill.BadInput) as caught:
            self.service.submit(source, destination, id="nightly-7")
        self.assertIn("choose another id", str(caught.exception))
        done = self.service.wait(task["id"], timeout=120)
        self.assertEqual((done["state"], done["bytesDone"], done["worker"]), ("DONE", 100_000, "dtn1"))
        self.assertEqual((self.data / "copy").read_bytes(), (self.data / "run 7").read_bytes())
        self.assertIn(task["id"], [one["id"] for one in self.service.tasks()])
        with self.assertRaises(waybill.BadInput):
            self.service.cancel(task["id"])

    def test_a_worker_advises(self) -> None:
        advice = self.service.advice(os.fspath(self.data / "run 7"), os.fspath(self.data / "other"))
        self.assertTrue(advice.workflows)

    def test_a_task_that_fails_is_the_exception_of_its_exit_code(self) -> None:
        task = self.service.submit(os.fspath(self.data / "none"), os.fspath(self.data / "copy"))
        with self.assertRaises(waybill.NotFound) as caught:
            self.service.wait(task["id"], timeout=120)
        self.assertEqual(caught.exception.reason, "NOT_FOUND")
        with self.assertRaises(waybill.BadInput) as caught:
            self.service.submit("sftp://127.0.0.1/x", os.fspath(self.data / "copy"))
        self.assertIn("127.0.0.1 are not allowed", caught.exception.message)


class HostileServerTest(unittest.TestCase):
    def setUp(self) -> None:
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.directory = Path(scratch.name)
        self.token = self.directory / "token"
        self.token.write_text("canary\n")

    def serve(self, answer, certificate: bool = False) -> int:
        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                answer(self)

            def log_message(self, *_: object) -> None:
                pass

        server = HTTPServer(("127.0.0.1", 0), Handler)
        if certificate:
            trust = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            trust.load_cert_chain(self.directory / "cert.pem", self.directory / "key.pem")
            server.socket = trust.wrap_socket(server.socket, server_side=True)
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        return server.server_port

    def test_a_token_goes_nowhere_in_clear_and_follows_no_redirection(self) -> None:
        with self.assertRaises(waybill.Unsafe):
            waybill.Service("http://advisor.example.org", token_file=self.token)
        with self.assertRaises(waybill.BadInput):
            waybill.Service("https://user:secret@advisor.example.org", token_file=self.token)
        seen = []
        other = self.serve(lambda request: seen.append(request.headers["Authorization"]))

        def redirect(request: BaseHTTPRequestHandler) -> None:
            request.send_response(302)
            request.send_header("Location", f"http://127.0.0.1:{other}/")
            request.end_headers()

        with self.assertRaises(waybill.WaybillError):
            waybill.Service(f"http://127.0.0.1:{self.serve(redirect)}", token_file=self.token).info()
        self.assertEqual(seen, [])

    def test_no_proxy_of_the_environment_sees_the_token(self) -> None:
        seen = []
        proxy = self.serve(lambda request: seen.append(request.path))
        before = os.environ.get("http_proxy")
        os.environ["http_proxy"] = f"http://127.0.0.1:{proxy}"
        try:
            with self.assertRaises(waybill.Unreachable):
                waybill.Service("http://127.0.0.1:1", token_file=self.token).info()
        finally:
            if before is None:
                del os.environ["http_proxy"]
            else:
                os.environ["http_proxy"] = before
        self.assertEqual(seen, [])

    @unittest.skipUnless(shutil.which("openssl"), "no openssl to make a certificate with")
    def test_a_certificate_is_trusted_when_its_authority_is_named(self) -> None:
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
                        "-nodes", "-keyout", self.directory / "key.pem", "-out", self.directory / "cert.pem", "-days",
                        "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1"],
                       check=True, capture_output=True)

        def answer(request: BaseHTTPRequestHandler) -> None:
            request.send_response(200)
            request.end_headers()
            request.wfile.write(b'{"name": "x"}')

        url = f"https://127.0.0.1:{self.serve(answer, certificate=True)}"
        with self.assertRaises(waybill.Refused) as caught:
            waybill.Service(url, token_file=self.token).info()
        self.assertEqual(caught.exception.reason, "CERTIFICATE")
        trusted = waybill.Service(url, token_file=self.token, authority_file=self.directory / "cert.pem")
        self.assertEqual(trusted.info(), {"name": "x"})

    def test_what_is_no_service_is_said_to_be_none(self) -> None:
        def page(request: BaseHTTPRequestHandler) -> None:
            request.send_response(200)
            request.end_headers()
            request.wfile.write(b"<html>")

        with self.assertRaisesRegex(waybill.WaybillError, "JSON"):
            waybill.Service(f"http://127.0.0.1:{self.serve(page)}", token_file=self.token).info()


if __name__ == "__main__":
    unittest.main()
