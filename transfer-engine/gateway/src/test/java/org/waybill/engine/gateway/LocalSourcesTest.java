package org.waybill.engine.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.gridftp.FileReader;
import org.waybill.engine.gridftp.TransferSpec;
import org.waybill.engine.gridftp.data.DataSink;
import org.waybill.engine.storage.ConfinedRoot;

/** What is sent of the own store takes little memory, however large it is. */
class LocalSourcesTest {
    private static final long LARGE_BYTES = 8L << 40;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @TempDir
    private Path root;

    /** Refuses the first block. */
    private static final class Refusing implements DataSink {
        @Override
        public void write(long offset, ByteBuffer bytes) throws IOException {
            throw new IOException("refused");
        }

        @Override
        public void finish() {
            // nothing came
        }

        @Override
        public void close() {
            // nothing is open
        }
    }

    @Test
    void aFileOfEightTebibytesNeedsNoListOfItsBlocks() throws Exception {
        Path file = root.resolve("sparse");
        try (FileChannel channel = FileChannel.open(
                file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, StandardOpenOption.READ)) {
            channel.write(ByteBuffer.allocate(1), LARGE_BYTES - 1);
            LocalFileSource source = LocalFileSource.of(channel, new TransferSpec('E', "", -1, -1, 4, 0, -1));
            long before = THREADS.getCurrentThreadAllocatedBytes();
            assertThatThrownBy(() -> source.pumpTo(new Refusing())).hasMessage("refused");
            assertThat(THREADS.getCurrentThreadAllocatedBytes() - before).isLessThan(4 << 20);
        }
    }

    @Test
    void aListingIsWrittenAsTheDirectoryIsRead() throws Exception {
        for (int i = 0; i < 200; i++) {
            Files.createFile(root.resolve("f" + i));
        }
        try (ConfinedRoot confined = ConfinedRoot.open(root)) {
            FileReader listing = new LocalFiles(confined, false).list("NLST", "/", "/");
            GatheringSink sink = new GatheringSink();
            listing.source().pumpTo(sink);
            assertThat(sink.text(StandardCharsets.UTF_8).lines().filter(name -> name.startsWith("f")))
                    .hasSize(200);
            assertThat(listing.completion().await(marker -> {}).code()).isEqualTo(226);
        }
    }

    @Test
    void aListingThatNobodyReadsEndsWhenItIsClosed() throws Exception {
        try (ConfinedRoot confined = ConfinedRoot.open(root)) {
            FileReader listing = new LocalFiles(confined, false).list("MLSD", "/", "/");
            listing.source().close();
            assertThatThrownBy(() -> listing.completion().await(marker -> {})).isInstanceOf(IOException.class);
        }
    }
}
