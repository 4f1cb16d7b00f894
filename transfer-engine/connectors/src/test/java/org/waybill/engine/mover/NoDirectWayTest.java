package org.waybill.engine.mover;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.waybill.engine.Location;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.testserver.FtpServer;
import org.waybill.engine.testserver.TestCredentials;
import org.waybill.engine.testserver.TestMovers;

/** Two FTP servers of which one cannot connect to the other: the files pass through this machine. */
@Timeout(60)
class NoDirectWayTest {
    @TempDir
    private Path here;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "PORT: 500 Illegal PORT command.",
                "RETR: 425 Failed to establish connection.",
                "RETR: 426 Connection refused"
            })
    void theFilesPassThroughThisMachineAndThatIsSaidOnce(String refusal) throws Exception {
        String command = refusal.split(": ", 2)[0];
        Path root = Files.createDirectory(here.resolve("root"));
        try (ScriptedFtp source = ScriptedFtp.start("ftp", (line, session) -> {
                    boolean direct = session.peer().last("PORT .*|PASV|EPSV.*").startsWith("PORT");
                    return line.startsWith(command) && direct && say(session, refusal.split(": ", 2)[1]);
                });
                FtpServer target = FtpServer.start(here, root, FtpServer.Option.FXP)) {
            TestListener listener = new TestListener();
            Mover mover = TestMovers.named("ftp", new TestCredentials());
            mover.move(TransferRequest.of(source.location("/tree"), target.location("/copy")), listener);
            assertThat(root.resolve("copy/good")).hasContent("good");
            assertThat(root.resolve("copy/also")).hasContent("also");
            assertThat(listener.codes).doesNotContain("SERVER_TO_SERVER");
            assertThat(listener.codes).containsOnlyOnce("THROUGH_THIS_MACHINE");
        }
    }

    private static boolean say(ScriptedFtp.Session session, String reply) throws IOException {
        session.say(reply);
        return true;
    }

    /** IIS takes names in an encoding of its own until a client has chosen UTF-8. */
    @Test
    void utf8IsChosenOnEachConnection() throws Exception {
        try (ScriptedFtp source = ScriptedFtp.start(
                "ftp", (line, session) -> line.startsWith("OPTS UTF8") && say(session, "501 it is always so"))) {
            TestMovers.named("ftp", new TestCredentials())
                    .move(
                            TransferRequest.of(
                                    source.location("/tree"),
                                    Location.local(here.resolve("copy").toString())),
                            new TestListener());
            List<String> heard = source.server().heard();
            long logIns = heard.stream().filter(line -> line.startsWith("USER")).count();
            assertThat(heard.stream().filter("OPTS UTF8 ON"::equals)).hasSize((int) logIns);
        }
    }
}
