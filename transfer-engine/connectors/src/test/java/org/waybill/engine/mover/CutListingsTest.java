package org.waybill.engine.mover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.waybill.engine.Location;
import org.waybill.engine.NotTransferred;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.testserver.HostileServer;
import org.waybill.engine.testserver.TestCredentials;
import org.waybill.engine.testserver.TestMovers;

/** A server that lists a directory up to a limit of its own, and says so only at the end, as Pure-FTPd does. */
@Timeout(30)
class CutListingsTest {
    @TempDir
    private Path here;

    @ParameterizedTest
    @ValueSource(strings = {"ftp", "gsiftp"})
    void aDirectoryThatIsListedInPartIsNamedAndTheRestIsCopied(String scheme) throws Exception {
        TransferException e = failure(scheme, "/tree");
        assertThat(e.reason()).as(e.getMessage()).isEqualTo(Reason.LIMIT);
        assertThat(e).hasMessageContaining("Output truncated to 1 matches");
        assertThat(e.notTransferred()).extracting(NotTransferred::path).containsExactly("many");
        assertThat(here.resolve("copy/good")).hasContent("good");
        assertThat(here.resolve("copy/many")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"ftp", "gsiftp"})
    void nothingIsCopiedOfATreeWhoseRootIsListedInPart(String scheme) throws Exception {
        assertThat(failure(scheme, "/tree/many").reason()).isEqualTo(Reason.LIMIT);
        assertThat(here.resolve("copy")).doesNotExist();
    }

    private TransferException failure(String scheme, String path) {
        Mover mover = TestMovers.named(scheme, new TestCredentials());
        try (HostileServer server = HostileServer.start(CutListingsTest::serve)) {
            Location source = new Location(scheme, null, "127.0.0.1", server.port(), path);
            Location target = Location.local(here.resolve("copy").toString());
            TransferException e = catchThrowableOfType(
                    TransferException.class,
                    () -> mover.move(TransferRequest.of(source, target), TransferListener.NONE));
            assertThat(e).as("the transfer must fail").isNotNull();
            return e;
        }
    }

    private static void serve(HostileServer.Peer peer) throws IOException {
        try (ServerSocket data = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            peer.say("220 hello\r\n");
            while (true) {
                String line = peer.line();
                switch (line.split(" ")[0]) {
                    case "FEAT" -> peer.say("211-F\r\n MLST type*;size*;modify*;\r\n REST STREAM\r\n211 end\r\n");
                    case "USER" -> peer.say("230 in\r\n");
                    case "PWD" -> peer.say("257 \"/\"\r\n");
                    case "MLST" ->
                        peer.say("250-x\r\n " + (line.endsWith("good") ? "type=file;size=4;" : "type=dir;")
                                + "modify=20200101000000; /t\r\n250 end\r\n");
                    case "PASV" ->
                        peer.say("227 (127,0,0,1," + (data.getLocalPort() >> 8) + "," + (data.getLocalPort() & 255)
                                + ")\r\n");
                    case "EPSV" -> peer.say("229 (|||" + data.getLocalPort() + "|)\r\n");
                    case "MLSD" -> list(peer, data, line.contains(" ") ? line : peer.last("CWD .*"));
                    case "RETR" -> send(peer, data, "good", "226 done\r\n");
                    case "CKSM", "ERET", "SPAS", "SITE", "HASH", "OPTS" -> peer.say("502 no\r\n");
                    default -> peer.say("200 fine\r\n");
                }
            }
        }
    }

    private static void list(HostileServer.Peer peer, ServerSocket data, String directory) throws IOException {
        String good = "type=file;size=4;modify=20200101000000; good\r\n";
        if (directory.endsWith("many")) {
            send(peer, data, good, "226-Options: -a -l\r\n226 Output truncated to 1 matches\r\n");
        } else {
            send(peer, data, good + "type=dir;modify=20200101000000; many\r\n", "226 2 matches total\r\n");
        }
    }

    private static void send(HostileServer.Peer peer, ServerSocket data, String text, String end) throws IOException {
        peer.say("150 here\r\n");
        try (Socket connection = data.accept()) {
            connection.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
        }
        peer.say(end);
    }
}
