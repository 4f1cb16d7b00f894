package org.waybill.client.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.client.remote.Outbox;
import org.waybill.engine.DataOptions;
import org.waybill.engine.Location;
import org.waybill.engine.NetworkPaths;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.mover.Mover;
import org.waybill.engine.mover.engine.EngineMover;
import org.waybill.engine.testserver.HostileServer;
import org.waybill.engine.testserver.TestCredentials;
import org.waybill.engine.testserver.TestMovers;
import org.waybill.engine.testserver.TestedProtocols;

/** Remote hosts that hold a transfer up without end do not hold it beyond its deadline. */
@Timeout(120)
class DeadlineTest {
    private static final HostileServer.Talk SILENT = peer -> peer.bytes().transferTo(OutputStream.nullOutputStream());
    /** More than a starting machine needs, less than any limit of a single wait. */
    private static final Duration MUCH_TOO_LATE = Duration.ofSeconds(20);

    @TempDir
    private Path directory;

    @Test
    void whoIsSilentOrDribblesIsLeftAtTheDeadline() throws Exception {
        try (HostileServer silent = HostileServer.start(SILENT);
                HostileServer dribbling = HostileServer.start(DeadlineTest::dribble);
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Map<String, String> down =
                    Map.of("http", "http", "ftp", "ftp", "sftp", "sftp", "tcp", "waybill", "gsiftp", "gsiftp");
            TestedProtocols.requireIn(DeadlineTest.class, List.copyOf(down.keySet()), "FTPS", "S3", "RCLONE");
            List<Future<?>> all = new ArrayList<>();
            down.forEach((transport, scheme) -> {
                Location far = there(scheme, silent);
                all.add(threads.submit(() -> endsInTime(transport, far, local(transport))));
                all.add(threads.submit(() -> endsInTime(transport, source(transport), far)));
            });
            all.add(threads.submit(() -> endsInTime("http", there("http", dribbling), local("dribbled"))));
            for (Future<?> one : all) {
                one.get();
            }
        }
    }

    private Location local(String name) {
        return Location.local(directory.resolve(name + ".copy").toString());
    }

    private Location source(String name) throws IOException {
        return Location.local(
                Files.writeString(directory.resolve(name + ".source"), "data").toString());
    }

    private static Location there(String scheme, HostileServer server) {
        return new Location(scheme, null, "127.0.0.1", server.port(), "/file");
    }

    private static void dribble(HostileServer.Peer peer) throws IOException, InterruptedException {
        while (!peer.line().isEmpty()) {
            // the head of a request
        }
        peer.say("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n");
        peer.drip("x");
    }

    private Void endsInTime(String transport, Location source, Location destination) {
        Instant deadline = Instant.now().plusSeconds(2);
        TransferRequest request = new TransferRequest(source, destination, NetworkPaths.DIRECT, DataOptions.DEFAULT)
                .until(deadline)
                .onDedicatedPath(true);
        String what = transport + " from " + source.scheme();
        assertThatThrownBy(() -> service()
                        .move(TransferOrder.of(request, transport, "here", "there", 1, true), TransferListener.NONE))
                .as(what)
                .isInstanceOfSatisfying(
                        TransferException.class,
                        e -> assertThat(e.reason()).as(what + ": " + e).isEqualTo(Reason.DEADLINE_MISSED));
        assertThat(Duration.between(deadline, Instant.now())).as(what).isLessThan(MUCH_TOO_LATE);
        return null;
    }

    private TransferService service() {
        List<Mover> movers = TestMovers.of(new TestCredentials())
                .precededBy(List.of(new EngineMover(directory.resolve("home"))))
                .all();
        return new TransferService(
                movers,
                new Outbox(directory.resolve("outbox")),
                RetryPolicy.DEFAULT,
                RetryClock.SYSTEM,
                new Random(1),
                null);
    }
}
