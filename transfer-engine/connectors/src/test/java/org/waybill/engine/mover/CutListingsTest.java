package org.waybill.engine.mover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
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
import org.waybill.engine.testserver.TestCredentials;
import org.waybill.engine.testserver.TestMovers;

/** A server that lists a directory up to a limit of its own, and says so only at the end, as Pure-FTPd does. */
@Timeout(30)
class CutListingsTest {
    @TempDir
    private Path here;

    @ParameterizedTest
    @ValueSource(strings = {"ftp", "gsiftp"})
    void aDirectoryThatIsListedInPartIsNamedAndTheRestIsCopied(String scheme) {
        TransferException e = failure(scheme, "/tree");
        assertThat(e.reason()).as(e.getMessage()).isEqualTo(Reason.LIMIT);
        assertThat(e).hasMessageContaining("Output truncated to 1 matches");
        assertThat(e.notTransferred()).extracting(NotTransferred::path).containsExactly("many");
        assertThat(here.resolve("copy/good")).hasContent("good");
        assertThat(here.resolve("copy/many")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"ftp", "gsiftp"})
    void nothingIsCopiedOfATreeWhoseRootIsListedInPart(String scheme) {
        assertThat(failure(scheme, "/tree/many").reason()).isEqualTo(Reason.LIMIT);
        assertThat(here.resolve("copy")).doesNotExist();
    }

    private TransferException failure(String scheme, String path) {
        Mover mover = TestMovers.named(scheme, new TestCredentials());
        try (ScriptedFtp server = ScriptedFtp.start(scheme, CutListingsTest::answer)) {
            Location target = Location.local(here.resolve("copy").toString());
            TransferException e = catchThrowableOfType(
                    TransferException.class,
                    () -> mover.move(TransferRequest.of(server.location(path), target), TransferListener.NONE));
            assertThat(e).as("the transfer must fail").isNotNull();
            return e;
        }
    }

    private static boolean answer(String line, ScriptedFtp.Session session) throws IOException {
        if (!line.startsWith("MLSD")) {
            return false;
        }
        String good = "type=file;size=4;modify=20200101000000; good\r\n";
        if (session.listed(line).endsWith("many")) {
            session.send(good, "226-Options: -a -l\r\n226 Output truncated to 1 matches");
        } else {
            session.send(good + "type=dir;modify=20200101000000; many\r\n", "226 2 matches total");
        }
        return true;
    }
}
