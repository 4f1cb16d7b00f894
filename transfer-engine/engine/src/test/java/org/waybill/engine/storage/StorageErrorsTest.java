package org.waybill.engine.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileSystemException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.link.Replies;

class StorageErrorsTest {
    @ParameterizedTest
    @CsvSource({
        "Input/output error, DISK_FAILED, look at the system's log",
        "File too large, LIMIT, ulimit -f",
        "No space left on device, DISK_FULL, no space",
        "Read-only file system, READ_ONLY, is read-only"
    })
    void whatTheKernelSaysOfADiskIsNeverTakenForSomethingElse(String kernel, Reason reason, String advice) {
        assertThat(StorageErrors.map(new IOException(kernel), "writing", "f"))
                .hasMessageContaining(advice)
                .extracting(TransferException::reason)
                .isEqualTo(reason);
        // a file's error on the thread that reads a connection is none of the connection
        assertThat(Replies.broken(new FileSystemException("/d/f", null, kernel), "node"))
                .hasMessageContaining("/d/f")
                .extracting(TransferException::reason)
                .isEqualTo(reason);
        assertThat(Replies.broken(new FileSystemException("/proc/self/fd/7/f", null, kernel), "node"))
                .hasMessageContaining("\"f\"")
                .hasMessageNotContaining("/proc");
    }
}
