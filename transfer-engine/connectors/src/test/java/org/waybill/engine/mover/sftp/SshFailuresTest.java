package org.waybill.engine.mover.sftp;

import static org.assertj.core.api.Assertions.assertThat;

import com.jcraft.jsch.ChannelSftp;
import com.jcraft.jsch.SftpException;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.sftp.SshFailures.Condition;

class SshFailuresTest {
    @Test
    void givesEachStatusCodeItsReason() {
        Map<Integer, Reason> table = Map.of(
                ChannelSftp.SSH_FX_NO_SUCH_FILE, Reason.NOT_FOUND,
                ChannelSftp.SSH_FX_PERMISSION_DENIED, Reason.PERMISSION,
                ChannelSftp.SSH_FX_FAILURE, Reason.PERMISSION,
                ChannelSftp.SSH_FX_BAD_MESSAGE, Reason.BAD_INPUT,
                ChannelSftp.SSH_FX_NO_CONNECTION, Reason.CONNECTION_LOST,
                ChannelSftp.SSH_FX_CONNECTION_LOST, Reason.CONNECTION_LOST,
                ChannelSftp.SSH_FX_OP_UNSUPPORTED, Reason.BAD_INPUT);
        table.forEach((code, reason) -> assertThat(
                        explain(new SftpException(code, "x"), Condition.FINE).reason())
                .as("status %d", code)
                .isEqualTo(reason));
    }

    @Test
    void looksAtTheDiskWhenTheServerOnlySaysFailure() {
        SftpException failure = new SftpException(ChannelSftp.SSH_FX_FAILURE, "Failure");
        assertThat(explain(failure, Condition.FULL).reason()).isEqualTo(Reason.DISK_FULL);
        assertThat(explain(failure, Condition.READ_ONLY).reason()).isEqualTo(Reason.READ_ONLY);
    }

    @Test
    void takesABrokenStreamForALostConnection() {
        assertThat(explain(new IOException("Pipe closed"), Condition.FINE).reason())
                .isEqualTo(Reason.CONNECTION_LOST);
        SftpException wrapped = new SftpException(ChannelSftp.SSH_FX_FAILURE, "x", new IOException("reset"));
        assertThat(explain(wrapped, Condition.FINE).reason()).isEqualTo(Reason.CONNECTION_LOST);
        assertThat(SshFailures.isUnexplained(wrapped)).isFalse();
    }

    @Test
    void findsTheServersAnswerInsideAStreamsException() {
        IOException wrapped = new IOException("x", new SftpException(ChannelSftp.SSH_FX_PERMISSION_DENIED, "no"));
        assertThat(explain(wrapped, Condition.FINE).reason()).isEqualTo(Reason.PERMISSION);
    }

    @Test
    void quotesOneWordForAShell() {
        assertThat(SshShell.quoted("it's $(here)\n")).isEqualTo("'it'\\''s $(here)\n'");
    }

    private static TransferException explain(Exception cause, Condition condition) {
        return SshFailures.ofOperation(cause, "sftp://h:22", "/p", condition);
    }
}
