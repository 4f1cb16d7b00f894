package org.waybill.engine.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BlockLedgerTest {
    private static final SourceVersion SOURCE = new SourceVersion(1 << 30, 12345);

    @TempDir
    private Path directory;

    @Test
    void remembersWhatWasAppended() throws Exception {
        List<BlockLedger.Entry> written = write(100);
        try (BlockLedger ledger = open(SOURCE)) {
            assertThat(ledger.found()).isEqualTo(written);
        }
    }

    @Test
    void takesATornTailForNothingAndGoesOnAfterIt() throws Exception {
        List<BlockLedger.Entry> written = write(20);
        byte[] whole = Files.readAllBytes(file());
        for (int length = 0; length < whole.length; length++) {
            Files.write(file(), Arrays.copyOf(whole, length));
            int records = Math.max(0, (length - BlockLedger.HEADER_BYTES) / BlockLedger.RECORD_BYTES);
            try (BlockLedger ledger = open(SOURCE)) {
                assertThat(ledger.found()).isEqualTo(written.subList(0, records));
                ledger.append(new BlockLedger.Entry(99, 1, 1));
            }
            try (BlockLedger ledger = open(SOURCE)) {
                assertThat(ledger.found()).hasSize(records + 1).last().isEqualTo(new BlockLedger.Entry(99, 1, 1));
            }
        }
    }

    @Test
    void believesNothingFromTheFirstGarbledRecordOn() throws Exception {
        List<BlockLedger.Entry> written = write(50);
        byte[] whole = Files.readAllBytes(file());
        Random random = new Random(1);
        for (int i = 0; i < 300; i++) {
            byte[] garbled = whole.clone();
            int at = random.nextInt(whole.length);
            garbled[at] ^= (byte) (1 << random.nextInt(8));
            Files.write(file(), garbled);
            int good = Math.max(0, (at - BlockLedger.HEADER_BYTES) / BlockLedger.RECORD_BYTES);
            try (BlockLedger ledger = open(SOURCE)) {
                assertThat(ledger.found()).isEqualTo(written.subList(0, good));
            }
        }
    }

    @Test
    void startsAnewForAnotherVersionOfTheSource() throws Exception {
        write(5);
        try (BlockLedger ledger = open(new SourceVersion(1 << 30, 12346))) {
            assertThat(ledger.found()).isEmpty();
        }
    }

    private Path file() {
        return directory.resolve("ledger");
    }

    private BlockLedger open(SourceVersion source) throws Exception {
        try (ConfinedRoot root = ConfinedRoot.open(directory);
                Directory at = root.open(List.of())) {
            return BlockLedger.open(TemporaryFile.findOrCreate(at, "ledger"), source);
        }
    }

    private List<BlockLedger.Entry> write(int count) throws Exception {
        List<BlockLedger.Entry> entries = new ArrayList<>();
        try (BlockLedger ledger = open(SOURCE)) {
            for (int i = 0; i < count; i++) {
                BlockLedger.Entry entry =
                        new BlockLedger.Entry((long) i * PartialFile.BLOCK_BYTES, PartialFile.BLOCK_BYTES, i * 31);
                ledger.append(entry);
                entries.add(entry);
            }
        }
        return entries;
    }
}
