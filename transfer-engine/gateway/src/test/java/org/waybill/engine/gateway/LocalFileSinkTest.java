package org.waybill.engine.gateway;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.gridftp.FtpError;

class LocalFileSinkTest {
    @TempDir
    Path directory;

    @Test
    void aClientThatLeavesEveryOtherByteOutIsRefusedBeforeItFillsTheMemory() throws Exception {
        try (FileChannel file =
                        FileChannel.open(directory.resolve("f"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                LocalFileSink sink = new LocalFileSink(file, 0)) {
            assertThatThrownBy(() -> {
                        for (long at = 0; at < 100_000; at += 2) {
                            sink.write(at, ByteBuffer.allocate(1));
                        }
                    })
                    .isInstanceOf(FtpError.class)
                    .hasMessageContaining("1000 gaps");
        }
    }
}
