package org.waybill.engine.mover.sftp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.store.Entry;
import org.waybill.engine.mover.store.Store;
import org.waybill.engine.testserver.SshServer;

/** Directories of OpenSSH, by JSch and by a channel with several requests under way. */
@Timeout(60)
class SftpListingsTest {
    /** More than a listing by JSch is waited for, and than fit into the answers under way at once. */
    private static final int MANY = 2_500;

    @TempDir
    private Path directory;

    @Test
    void showWhatJschShows() throws Exception {
        Path odd = Files.createDirectory(directory.resolve("odd *[?]\\ \u00e9"));
        Files.writeString(odd.resolve("a\nb * \\ \u00e9"), "12345");
        Files.createDirectory(odd.resolve("d"));
        Files.createSymbolicLink(odd.resolve("l"), Path.of("nowhere"));
        Files.createSymbolicLink(odd.resolve("m"), Path.of("d"));
        try (SshServer server = SshServer.start(directory);
                Store store = store(server)) {
            List<Entry> first = store.list(odd.toString());
            assertThat(first).hasSize(4);
            for (int i = 0; i < 5; i++) {
                assertThat(store.list(odd.toString())).containsExactlyInAnyOrderElementsOf(first);
            }
            assertThat(store.list(odd + "/d")).isEmpty();
        }
    }

    @Test
    void ofManyNamesHaveEachOnceFromSeveralThreads() throws Exception {
        Path many = many();
        try (SshServer server = SshServer.start(directory);
                Store store = store(server);
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<List<Entry>>> asked = new ArrayList<>();
            for (int i = 0; i < 7; i++) {
                Store another = store.another();
                asked.add(threads.submit(() -> {
                    try (another) {
                        another.list(many.toString());
                        return another.list(many.toString());
                    }
                }));
            }
            for (Future<List<Entry>> one : asked) {
                assertThat(one.get().stream().map(Entry::name).distinct()).hasSize(MANY);
            }
        }
    }

    @Test
    void areJschsWhereTheServerGrantsNoChannelMore() throws Exception {
        Path many = many();
        try (SshServer server = SshServer.start(directory, SshServer.Option.FEW_SESSIONS);
                Store store = store(server);
                Store second = store.another()) {
            // and a shell
            for (Store one : List.of(store, second, store)) {
                assertThat(one.list(many.toString())).hasSize(MANY);
            }
        }
    }

    /** A server grants a connection so many channels, of which each session and hashes need one. */
    @Test
    void giveTheirChannelBackForOthers() throws Exception {
        Path many = many();
        try (SshServer server = SshServer.start(directory, SshServer.Option.FEW_SESSIONS);
                Store store = store(server)) {
            assertThat(store.list(many.toString())).hasSize(MANY);
            try (Store second = store.another()) {
                assertThat(second.sha256(many.resolve("f0").toString(), -1)).isPresent();
                assertThat(second.list(many.toString())).hasSize(MANY);
            }
        }
    }

    @Test
    void sayWhyADirectoryIsNotListed() throws Exception {
        Path file = Files.writeString(directory.resolve("file"), "x");
        try (SshServer server = SshServer.start(directory);
                Store store = store(server)) {
            for (int i = 0; i < 6; i++) {
                assertThatThrownBy(() -> store.list(directory + "/none"))
                        .isInstanceOfSatisfying(
                                TransferException.class,
                                e -> assertThat(e.reason()).isEqualTo(Reason.NOT_FOUND));
                store.list(file.toString());
            }
        }
    }

    private Path many() throws IOException {
        Path many = Files.createDirectory(directory.resolve("many"));
        for (int i = 0; i < MANY; i++) {
            Files.createFile(many.resolve("f" + i));
        }
        return many;
    }

    private static Store store(SshServer server) throws Exception {
        return SftpStore.provider(server.credentials(), null).open(server.location("/"), (_, _) -> {});
    }
}
