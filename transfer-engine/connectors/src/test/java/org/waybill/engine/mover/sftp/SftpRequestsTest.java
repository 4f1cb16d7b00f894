package org.waybill.engine.mover.sftp;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.Location;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.testserver.SshServer;
import org.waybill.engine.testserver.TestMovers;

/** Each request costs a round trip, for the smallest file too. */
@Timeout(60)
class SftpRequestsTest {
    private static final Pattern REQUEST = Pattern.compile("request \\d+: (?!sent|read)([a-z-]+)");

    @TempDir
    private Path here;

    /** What a server is asked for while a file is copied, but for its data: these are asked for at once. */
    private List<String> asked(boolean toServer) throws Exception {
        Path log = here.resolve("log");
        Path source = Files.writeString(here.resolve("source"), "x");
        try (SshServer server = SshServer.startLogging(here, log)) {
            Location there =
                    server.location(here.resolve(toServer ? "copy" : "source").toString());
            TransferRequest request = toServer
                    ? TransferRequest.of(Location.local(source.toString()), there)
                    : TransferRequest.of(
                            there, Location.local(here.resolve("copy").toString()));
            TestMovers.named("sftp", server.credentials()).move(request, TransferListener.NONE);
        }
        assertThat(here.resolve("copy")).hasContent("x");
        return REQUEST.matcher(Files.readString(log))
                .results()
                .map(found -> found.group(1))
                .toList();
    }

    @Test
    void aSmallFileThatIsSentIsNotAskedAboutTwice() throws Exception {
        assertThat(asked(true))
                .containsExactly("lstat", "stat", "stat", "open", "write", "close", "setstat", "posix-rename");
    }

    @Test
    void aSmallFileThatIsFetchedIsNotAskedAboutTwice() throws Exception {
        assertThat(asked(false)).containsExactly("stat", "stat", "open", "close", "stat");
    }
}
