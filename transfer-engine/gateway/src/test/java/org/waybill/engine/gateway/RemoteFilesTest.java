package org.waybill.engine.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.waybill.engine.gridftp.FileReader;
import org.waybill.engine.gridftp.FtpError;
import org.waybill.engine.gridftp.FtpReply;
import org.waybill.engine.gridftp.ServerConnection;
import org.waybill.engine.gridftp.ServerFiles;

/** What a remote server is asked that knows MLST and MLSD, not at all or not for every path. */
@Timeout(60)
class RemoteFilesTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String UNKNOWN = "500 Unknown command.";
    private static final String LISTED = "-rw-r--r-- 1 0 0 5 Nov 21 23:30 a\r\n";

    /** Says what it was given to say, by command line or by verb, and notes what it was asked. */
    private static final class Scripted implements AutoCloseable {
        final List<String> asked = new CopyOnWriteArrayList<>();
        private final Map<String, String> replies =
                new ConcurrentHashMap<>(Map.of("USER", "230 In.", "TYPE", "200 Binary."));
        private final ServerSocket control = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        private final ServerSocket data = new ServerSocket(0, 8, InetAddress.getLoopbackAddress());

        Scripted() throws IOException {
            int port = data.getLocalPort();
            replies.put("PASV", "227 Here (127,0,0,1," + port / 256 + "," + port % 256 + ")");
            Thread.ofVirtual().start(this::serve);
        }

        /** A listing is sent over a data connection and followed by its end. */
        Scripted says(String command, String reply) {
            replies.put(command, reply);
            return this;
        }

        private void serve() {
            try (Socket client = control.accept();
                    BufferedReader lines = new BufferedReader(
                            new InputStreamReader(client.getInputStream(), StandardCharsets.UTF_8))) {
                OutputStream out = client.getOutputStream();
                out.write("220 Ready.\r\n".getBytes(StandardCharsets.UTF_8));
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                    asked.add(line);
                    String reply = replies.getOrDefault(line, replies.getOrDefault(line.split(" ", 2)[0], UNKNOWN));
                    boolean listing = line.startsWith("LIST") || line.startsWith("MLSD");
                    if (listing && !reply.startsWith("5")) {
                        out.write("150 Here it comes.\r\n".getBytes(StandardCharsets.UTF_8));
                        try (Socket channel = data.accept()) {
                            channel.getOutputStream().write(reply.getBytes(StandardCharsets.UTF_8));
                        }
                        reply = "226 Done.";
                    } else if (listing) {
                        // the client has connected before it asked
                        data.accept().close();
                    }
                    out.write((reply + "\r\n").getBytes(StandardCharsets.UTF_8));
                }
            } catch (IOException _) {
                // the test is over
            }
        }

        List<String> asked(String start) {
            return asked.stream().filter(line -> line.startsWith(start)).toList();
        }

        @Override
        public void close() throws IOException {
            control.close();
            data.close();
        }
    }

    @AutoClose
    private Scripted server;

    @AutoClose
    private RemoteFiles far;

    @BeforeEach
    void connect() throws IOException {
        server = new Scripted();
        ServerConnection connection = ServerConnection.open(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), server.control.getLocalPort()),
                "anonymous",
                "x@example.org",
                PATIENCE);
        far = new RemoteFiles(connection, new ServerFiles(connection, "far.example", PATIENCE), "far.example");
    }

    private String listed(String path) throws Exception {
        GatheringSink kept = new GatheringSink();
        FileReader reading = far.list("MLSD", path, path);
        reading.source().pumpTo(kept);
        reading.source().close();
        assertThat(reading.completion().await(_ -> {}).code()).isEqualTo(226);
        return kept.text(StandardCharsets.UTF_8);
    }

    @Test
    void whatAServerHasNotItIsAskedForOnce() throws Exception {
        server.says("SYST", "215 Unix Type: L8")
                .says("CWD", "250 There.")
                .says("LIST", LISTED)
                .says("SIZE", "213 5")
                .says("MDTM", "213 20200203040506.789");
        for (int i = 0; i < 3; i++) {
            assertThat(listed("/d" + i)).isEqualTo("Type=file;Size=5; a\r\n");
            assertThat(far.command("MLST", "", "/d" + i + "/a").lines().get(1))
                    .isEqualTo("Type=file;Size=5;Modify=20200203040506.789; /d" + i + "/a");
        }
        assertThat(server.asked("MLSD")).containsExactly("MLSD /d0");
        assertThat(server.asked("MLST")).containsExactly("MLST /d0/a");
        assertThat(server.asked("SYST")).hasSize(1);
        assertThat(server.asked("LIST"))
                .as("however it spells Unix, with the names that begin with a dot")
                .containsExactly("LIST -a", "LIST -a", "LIST -a");
    }

    @Test
    void whatItRefusesOfOnePathItMayDoForAnother() throws Exception {
        String odd = "504 Not for that.";
        server.says("MLSD /odd", odd)
                .says("MLST /odd", odd)
                .says("SIZE /odd", "550 No.")
                .says("CWD /odd", "550 No.")
                .says("MLSD /good", "Type=dir;Perm=el; sub\r\n")
                .says("MLST /good", "250 Type=dir; /good");
        assertThatThrownBy(() -> far.list("MLSD", "/odd", "/odd")).isInstanceOf(FtpError.class);
        assertThat(far.command("MLST", "", "/odd").code()).isEqualTo(550);
        assertThat(listed("/good")).isEqualTo("Type=dir;Perm=el; sub\r\n");
        assertThat(far.command("MLST", "", "/good").text()).isEqualTo("Type=dir; /good");
    }

    @Test
    void aSizeThatIsNoNumberIsNone() throws Exception {
        server.says("SIZE", "213 five;Type=dir").says("CWD", "550 No.");
        FtpReply reply = far.command("MLST", "", "/a");
        assertThat(reply.code()).isEqualTo(550);
    }
}
