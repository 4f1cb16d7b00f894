package org.waybill.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import org.junit.jupiter.api.Test;
import org.waybill.engine.Reason;

class CommandFailureTest {

    @Test
    void whyAFileCouldNotBeWrittenDecidesTheExitCode() {
        assertThat(reason(new IOException("No space left on device"))).isEqualTo(Reason.DISK_FULL);
        assertThat(reason(new FileSystemException("s.sh", null, "Disk quota exceeded")))
                .isEqualTo(Reason.DISK_FULL);
        assertThat(reason(new FileSystemException("s.sh", null, "Read-only file system")))
                .isEqualTo(Reason.READ_ONLY);
        assertThat(reason(new AccessDeniedException("s.sh"))).isEqualTo(Reason.PERMISSION);
        assertThat(CommandFailure.ofWriting("s.sh", new IOException("Input/output error")))
                .hasMessage("cannot write s.sh: Input/output error");
    }

    private static Reason reason(IOException cause) {
        return CommandFailure.ofWriting("s.sh", cause).reason();
    }
}
