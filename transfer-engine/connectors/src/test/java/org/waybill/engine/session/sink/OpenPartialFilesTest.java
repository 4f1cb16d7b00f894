package org.waybill.engine.session.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.channels.ClosedChannelException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.node.EngineFixture;
import org.waybill.engine.storage.PartialFile;
import org.waybill.engine.storage.TargetBusyException;
import org.waybill.engine.storage.TargetTree;
import org.waybill.engine.storage.TemporaryNames;
import org.waybill.engine.storage.TreeEntry;

class OpenPartialFilesTest {
    private static final int PLACES = 64;
    private static final ReceivingFile FILE = new ReceivingFile(0, new TreeEntry(List.of(), false, 1 << 20, 0, 0644));

    @TempDir
    private Path directory;

    private final AtomicInteger freed = new AtomicInteger();
    private TargetTree tree;
    private OpenPartialFiles parts;

    private TargetTree tree() throws Exception {
        return TargetTree.local(directory.resolve("target"), TemporaryNames.ofThisProcess(), false, "source", false);
    }

    @BeforeEach
    void open() throws Exception {
        tree = tree();
        parts = new OpenPartialFiles(tree, "us", freed::incrementAndGet);
    }

    @AfterEach
    void close() {
        parts.close(true, problem -> {
            throw new IllegalStateException(problem);
        });
        tree.close();
    }

    private int places() {
        int places = 0;
        while (parts.tryReserve()) {
            places++;
        }
        return places;
    }

    @Test
    void aPlaceThatWasTakenIsGivenBackOnce() throws Exception {
        assertThat(parts.tryReserve()).isTrue();
        PartialFile part = parts.openReserved(FILE);
        parts.release(part);
        parts.release(part);
        part.close();
        assertThat(places()).isEqualTo(PLACES);
    }

    /** A file that is there already and differs is opened out of turn. */
    @Test
    void aPlaceThatWasNotTakenIsNotGivenBack() throws Exception {
        PartialFile part = parts.open(FILE);
        parts.release(part);
        part.close();
        assertThat(places()).isEqualTo(PLACES);
    }

    /** No one removes what a killed run had open: the run after it finds it under the same name. */
    @Test
    void theNextRunLeavesNothingOfASmallFileOfOneThatWasKilled() throws Exception {
        PartialFile killed = parts.open(FILE);
        Path name = EngineFixture.leftovers(directory).getFirst();
        try (TargetTree meanwhile = tree()) {
            OpenPartialFiles other = new OpenPartialFiles(meanwhile, "us", freed::incrementAndGet);
            assertThatThrownBy(() -> other.open(FILE)).isInstanceOf(TargetBusyException.class);
            assertThat(name).exists();
        }
        killed.close();
        Files.createFile(name);
        try (TargetTree again = tree()) {
            OpenPartialFiles next = new OpenPartialFiles(again, "us", freed::incrementAndGet);
            PartialFile part = next.open(FILE);
            for (int at = 0; at < 1 << 20; at += PartialFile.BLOCK_BYTES) {
                part.write(at, new byte[PartialFile.BLOCK_BYTES], 0, PartialFile.BLOCK_BYTES);
            }
            part.sync(0644);
            part.publish();
            part.forget();
            next.release(part);
        }
        assertThat(EngineFixture.leftovers(directory)).isEmpty();
        assertThat(directory.resolve("target")).hasSize(1 << 20);
    }

    @Test
    void whoFoundNoPlaceIsToldOnceWhenThereIsOneAgain() throws Exception {
        assertThat(parts.tryReserve()).isTrue();
        PartialFile first = parts.openReserved(FILE);
        assertThat(places()).isEqualTo(PLACES - 1);
        parts.release(first);
        assertThat(freed).hasValue(1);
        assertThat(parts.tryReserve()).isTrue();
        first.close();
        PartialFile second = parts.openReserved(FILE);
        parts.release(second);
        second.close();
        assertThat(freed).as("nobody asked in vain").hasValue(1);
    }

    @Test
    void nothingIsOpenedWhenAllIsOver() throws Exception {
        parts.close(false, _ -> {});
        assertThatThrownBy(() -> parts.openReserved(FILE)).isInstanceOf(ClosedChannelException.class);
        assertThat(EngineFixture.leftovers(directory)).isEmpty();
    }
}
