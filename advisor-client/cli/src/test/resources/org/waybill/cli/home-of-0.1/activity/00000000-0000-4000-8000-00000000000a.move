#Sat Nov 28 22:29:34 UTC 2026
bytesDone=3000000
causeCode=PATH
destination=sftp\://ana@dtn.example.org//data/f
endedAt=2026-11-20T10\:00\:12Z
forecastSecondsP50=10.0
forecastSecondsP90=20.0
id=00000000-0000-4000-8000-00000000000a
message=the path
pid=21107
seconds=12.0
sha256=abababababababababababababababababababababababababababababababab
source=/data/f
startedAt=2026-11-20T10\:00\:00Z
state=DONE
totalBytes=3000000
transport=sftp
way=SFTP
