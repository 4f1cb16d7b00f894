package org.waybill.engine.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.waybill.engine.testserver.TestFiles.sameContentAs;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.waybill.engine.DataOptions;
import org.waybill.engine.Location;
import org.waybill.engine.NetworkPaths;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferReport;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.mover.engine.EngineMover;

/** A source that was replaced by one of equal size and time while its move was broken off, and nothing is compared. */
@Timeout(60)
class ReplacedSourceTest {
    private static final int BYTES = 20_000_000;
    private static final long RATE = 200_000_000;

    @TempDir
    private Path directory;

    private TransferRequest request(EngineFixture engine, boolean push) {
        Location here = Location.local(directory.resolve("f").toString());
        Location there = engine.remote("/f");
        return new TransferRequest(
                push ? here : there,
                push ? there : here,
                NetworkPaths.DIRECT,
                new DataOptions(1, RATE, TransferRequest.Verify.NONE));
    }

    @ParameterizedTest
    @CsvSource({"true, true", "true, false", "false, true", "false, false"})
    void isSentFromItsBeginningAndOneThatIsTheSameIsResumed(boolean push, boolean replaced) throws Exception {
        try (EngineFixture engine = new EngineFixture(directory)) {
            Path source = engine.file(push ? "f" : "data/f", BYTES, 1);
            Files.setLastModifiedTime(source, FileTime.fromMillis(1_700_000_000_000L));
            Thread thread = Thread.currentThread();
            assertThatThrownBy(() -> new EngineMover(engine.home).move(request(engine, push), new TransferListener() {
                        @Override
                        public void onProgress(Progress progress) {
                            if (progress.bytesDone() >= BYTES / 2) {
                                thread.interrupt();
                            }
                        }
                    }))
                    .isInstanceOf(InterruptedException.class);
            if (replaced) {
                engine.file(push ? "f" : "data/f", BYTES, 2);
                Files.setLastModifiedTime(source, FileTime.fromMillis(1_700_000_000_000L));
            }

            TransferReport report =
                    EngineFixture.untilDone(new EngineMover(engine.home), request(engine, push), TransferListener.NONE);

            assertThat((push ? engine.data : directory).resolve("f")).satisfies(sameContentAs(source));
            if (!replaced) {
                assertThat(report.resumedBytes()).isGreaterThan(BYTES / 4);
            }
        }
    }
}
