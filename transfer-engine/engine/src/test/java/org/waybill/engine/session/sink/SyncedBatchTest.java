package org.waybill.engine.session.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.waybill.engine.session.sink.SinkFilesByHand.bytes;
import static org.waybill.engine.session.sink.SinkFilesByHand.directory;
import static org.waybill.engine.session.sink.SinkFilesByHand.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.waybill.engine.CopyRules;
import org.waybill.engine.storage.PartialFile;
import org.waybill.engine.storage.WriteGuard;
import org.waybill.engine.wire.Message;

/** That files are durable before they get their names, many at once or each by itself (decision 0306). */
@Timeout(60)
class SyncedBatchTest extends SinkFilesCase {
    private static final long PATIENCE_SECONDS = 20;

    /** A disk that tells what is synced and which names there are by then; each directory is a file system. */
    private final class Disk implements ContentSync {
        private final List<String> said = new CopyOnWriteArrayList<>();
        private final CountDownLatch begun = new CountDownLatch(1);
        private final CountDownLatch batch = new CountDownLatch(1);
        private boolean all = true;
        private String failing = "";

        @Override
        public Optional<Together> together(PartialFile file) {
            begun.countDown();
            await(batch);
            try {
                return Optional.of(new FileSystem(file.directory().path().toRealPath(), this));
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public void alone(PartialFile file) throws IOException {
            note(file.name());
            if (file.name().equals(failing)) {
                throw new IOException("a flush that failed");
            }
            file.sync();
        }

        private void note(String what) {
            try (Stream<Path> there = Files.list(target())) {
                String named = String.join(
                        " ",
                        there.map(path -> path.getFileName().toString())
                                .filter(name -> name.startsWith("f"))
                                .sorted()
                                .toList());
                said.add(what + " after [" + named + "]");
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private record FileSystem(Path directory, Disk disk) implements ContentSync.Together {
        @Override
        public boolean all(long ownBytes) {
            disk.note(ownBytes + " bytes");
            return disk.all;
        }
    }

    private final Disk disk = new Disk();

    private static void await(CountDownLatch latch) {
        try {
            if (!latch.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                throw new IllegalStateException("the others have not come");
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<String> names(int from, int to) {
        return IntStream.rangeClosed(from, to).mapToObj("f%02d"::formatted).toList();
    }

    /** Of these, f00 comes first, and while it is committed all others come: they are one batch. */
    private void receive(List<String> paths) throws Exception {
        sink = SinkFilesByHand.ofTree(target(), WriteGuard.NONE, CopyRules.USUAL, disk);
        deliver(paths);
        assertThat(disk.said.removeFirst()).isEqualTo("f00 after []");
    }

    private void deliver(List<String> paths) throws Exception {
        List<Message.Entry> entries = new ArrayList<>(List.of(directory(""), file("f00", 5)));
        paths.forEach(path -> entries.add(path.endsWith("/") ? directory(path.replace("/", "")) : file(path, 5)));
        sink.list(entries.toArray(Message.Entry[]::new));
        for (int i = 1; i < entries.size(); i++) {
            if (entries.get(i).kind() == Message.Kind.FILE) {
                sink.digest(i, bytes("hello"));
                sink.write(i, 0, bytes("hello"));
                await(disk.begun);
            }
        }
        disk.batch.countDown();
        endOfAll();
    }

    private static List<String> afterTheFirst(List<String> names) {
        return names.stream().map(name -> name + " after [f00]").toList();
    }

    @Test
    void manySmallFilesAreSyncedTogetherAndOneByItselfBeforeAnyHasItsName() throws Exception {
        receive(names(1, 20));
        assertThat(disk.said).containsExactly("100 bytes after [f00]", "f01 after [f00]");
        assertThat(target().resolve("f20")).hasContent("hello");
    }

    @Test
    void whereTheirFileSystemCannotBeSyncedEachIsBeforeAnyHasItsName() throws Exception {
        disk.all = false;
        receive(names(1, 20));
        assertThat(disk.said.removeFirst()).isEqualTo("100 bytes after [f00]");
        assertThat(disk.said).containsExactlyInAnyOrderElementsOf(afterTheFirst(names(1, 20)));
    }

    @Test
    void whereTheLastFlushFailsThatFileIsLostAndEachOfTheOthersIsSynced() throws Exception {
        disk.failing = "f01";
        receive(names(1, 20));
        assertThat(disk.said).startsWith("100 bytes after [f00]", "f01 after [f00]");
        assertThat(disk.said.subList(2, disk.said.size()))
                .containsExactlyInAnyOrderElementsOf(afterTheFirst(names(2, 20)));
        assertThat(sink.result().notTransferred())
                .singleElement()
                .satisfies(one -> assertThat(one.path()).isEqualTo("f01"));
        assertThat(target().resolve("f01")).doesNotExist();
        assertThat(target().resolve("f20")).hasContent("hello");
    }

    @Test
    void fewFilesAreSyncedByThemselves() throws Exception {
        receive(names(1, 15));
        assertThat(disk.said).containsExactlyInAnyOrderElementsOf(afterTheFirst(names(1, 15)));
    }

    @Test
    void thoseOfTwoFileSystemsAreNotSyncedTogether() throws Exception {
        List<String> paths = new ArrayList<>(names(1, 10));
        paths.add("other/");
        names(11, 20).forEach(name -> paths.add("other/" + name));
        receive(paths);
        assertThat(disk.said).containsExactlyInAnyOrderElementsOf(afterTheFirst(names(1, 20)));
    }

    @Test
    void whatABatchReplacesIsKeptBeforeAnyOfItIsReplaced() throws Exception {
        Files.createDirectory(target());
        for (String name : names(0, 20)) {
            Files.writeString(target().resolve(name), "before");
        }
        CopyRules usual = CopyRules.USUAL;
        CopyRules keeping = new CopyRules(usual.links(), usual.filter(), usual.overwrite(), "old", Set.of());
        List<Integer> kept = new CopyOnWriteArrayList<>();
        Runnable naming = () -> kept.add(target().resolve("old").toFile().list().length);
        sink = SinkFilesByHand.ofTree(target(), new Keeping("", _ -> {}, _ -> {}, naming), keeping, disk);
        deliver(names(1, 20));
        assertThat(kept).startsWith(1).hasSize(21);
        assertThat(kept.subList(1, 21)).containsOnly(21);
        assertThat(target().resolve("f20")).hasContent("hello");
        assertThat(target().resolve("old/f20")).hasContent("before");
    }
}
