"""Calls the advisor service with PyPI's python-hessian; prints one JSON document of what came back."""
import json
import os
import sys

from pyhessian.client import HessianProxy
from pyhessian.data_types import long
from pyhessian.protocol import Fault, object_factory

BASE = sys.argv[1]
TOKEN = os.environ["WAYBILL_TOKEN"]


def service(name, token=TOKEN):
    # one proxy a call: a version 2 proxy of this library does not stand a second one
    proxy = HessianProxy(BASE + "/hessian/" + name, version=2)
    proxy._headers.append(("Authorization", "Bearer " + token))
    return proxy


def plain(value):
    """The values inside typed objects, for JSON."""
    if isinstance(value, (list, tuple)):
        return [plain(each) for each in value]
    if isinstance(value, dict):
        return {str(key): plain(each) for key, each in value.items()}
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    fields = getattr(value, "__dict__", {})
    for name in ("name", "value"):
        if list(fields) == [name]:
            return fields[name]
    return {key: plain(each) for key, each in fields.items() if not key.startswith("_")}


result = {}
result["info"] = plain(service("advisor").info())
result["profile"] = plain(service("advisor").profile("x.cern.ch"))
result["located"] = plain(service("advisor").locate([{"address": "128.142.1.1", "rttMillis": 12}]))
query = {"sourceHost": "python.example", "destinationHost": "b.example", "transport": "tcp", "via": "", "streams": 2,
         "storage": "DISK", "bytes": long(4000000000), "files": 1, "rttMillis": 50, "bottleneckBitsPerSecond": 1e9}
result["forecast"] = plain(service("advisor").forecast([query]))
outcome = {"id": "00000000-0000-4000-8000-000000000001", "sourceHost": "python.example", "destinationHost": "b.example",
           "transport": "tcp", "via": "", "streams": 2, "storage": "DISK", "bytes": long(4000000000), "files": 1,
           "startedAt": "2026-01-02T03:04:05.678901Z", "seconds": 41.5, "retransmittedBytes": 0, "resumedBytes": 0,
           "status": "OK", "causeCode": ""}
service("advisor").recordTransfers([outcome])
result["history"] = plain(service("advisor").history("python.example", "", 10))
log = ("DATE=20240107092754.223249 HOST=dtn.example.org PROG=globus-gridftp-server NL.EVNT=FTP_INFO"
       " START=20240107092753.223249 USER=u FILE=/python BUFFER=0 BLOCK=262144 NBYTES=1000000 VOLUME=/ STREAMS=4"
       " STRIPES=1 DEST=[192.0.2.7] TYPE=RETR CODE=226\nDATE=2024 cut\n")
result["imported"] = plain(service("advisor").importHistory({
    "format": "GRIDFTP_LOG", "file": "the.log", "firstLine": 1, "text": log, "sourceHost": "", "destinationHost": ""}))
replicas = '{"files": [{"name": "a.bin", "size": 10, "urls": ["https://a.example/a", "gsiftp://b.example/a"]}]}'
result["found"] = plain(service("advisor").findData({
    "text": "", "document": replicas, "limit": 10, "destinationHost": "here.example"}))
links = "from,to,bitsPerSecond\npy-a,py-b,10e9\npy-b,py-a,10e9\n"
result["topology"] = plain(service("advisor").importTopology("Python circuits", "CSV", links))
service("advisor").attach({"system": "Python circuits", "subject": "dtn.python.example", "point": "py-a"})
result["attachments"] = plain(service("advisor").attachments("Python circuits"))
result["quotes"] = plain(service("advisor").quoteCircuits({
    "source": "dtn.python.example", "destination": "py-b", "bytes": long(1000000000000),
    "bestEffortBitsPerSecond": 1e9}))
quote = result["quotes"][0]["earliestFinish"]
held = service("advisor").holdCircuit({
    "id": "00000000-0000-4000-8000-00000000000a", "system": "Python circuits", "source": "dtn.python.example",
    "destination": "py-b", "start": quote["start"], "end": quote["end"], "bitsPerSecond": quote["bitsPerSecond"],
    "path": quote["path"]})
result["held"] = plain(held)
result["committed"] = plain(service("advisor").commitCircuit(result["held"]["id"]))
result["circuits"] = plain(service("advisor").circuits(False, 10))
result["released"] = plain(service("advisor").releaseCircuit(result["held"]["id"]))
organisation = object_factory("org.waybill.api.catalog.Organisation",
                              fields=["id", "version", "name", "country", "url"])
organisation.__setstate__({"id": 0, "version": 0, "name": "Python Institute", "country": "CH", "url": ""})
result["saved"] = plain(service("catalog").save(organisation))
result["page"] = plain(service("catalog").list("ORGANISATION", "python inst", 0, 10))
result["changes"] = plain(service("catalog").changes("ORGANISATION", result["saved"]["id"], 10))
result["exported"] = plain(service("catalog").exportEntries("ORGANISATION", "CSV", 0, 500))
try:
    service("catalog").get("SITE", 987654321)
except Fault as fault:
    result["fault"] = {"code": fault.code, "message": fault.message}
try:
    service("advisor", "wrong").info()
except Exception as error:
    result["stranger"] = str(error)
print(json.dumps(result, default=str))
