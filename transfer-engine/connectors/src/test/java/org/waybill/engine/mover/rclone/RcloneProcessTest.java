package org.waybill.engine.mover.rclone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.testserver.Packages;
import org.waybill.engine.testserver.RcloneRemotes;

class RcloneProcessTest {
    @BeforeAll
    static void findRclone() {
        Packages.require("rclone", "rclone");
    }

    private static TransferException refusal(Map<String, String> environment) {
        return catchThrowableOfType(TransferException.class, () -> RcloneControl.start(environment));
    }

    @Test
    void saysThatRcloneIsNotInstalled() {
        TransferException e = refusal(Map.of("PATH", "/nonexistent:"));
        assertThat(e.reason()).isEqualTo(Reason.BAD_INPUT);
        assertThat(e).hasMessageContaining("rclone is not installed");
    }

    /** A line of its own for the password would wait for ever: there is no one to ask. */
    @Test
    void saysThatAnEncryptedConfigurationNeedsItsPassword(@TempDir Path directory) throws IOException {
        Path encrypted =
                Files.writeString(directory.resolve("rclone.conf"), "RCLONE_ENCRYPT_V0:\n" + "A".repeat(200) + "\n");
        Map<String, String> environment = new HashMap<>(System.getenv());
        environment.put("RCLONE_CONFIG", encrypted.toString());
        RcloneAccount account = new RcloneAccount("x", false, environment);
        account.used();
        try {
            TransferException e = catchThrowableOfType(TransferException.class, account::abilities);
            assertThat(e).hasMessageContaining("RCLONE_CONFIG_PASS");
            assertThat(e.getMessage()).doesNotContain("\n");
            assertThat(e.reason()).isEqualTo(Reason.BAD_INPUT);
        } finally {
            account.released();
        }
    }

    @Test
    void thePasswordIsInTheEnvironmentAloneAndNothingRunsOnAfterItsStore() throws Exception {
        RcloneProcess process = RcloneProcess.start(System.getenv());
        try {
            List<ProcessHandle> all = ProcessHandle.current().descendants().toList();
            assertThat(RcloneRemotes.running()).isNotEmpty();
            assertThat(all)
                    .allSatisfy(one ->
                            assertThat(one.info().commandLine().orElse("")).doesNotContain(process.password()));
            assertThat(process.address()).startsWith("http://127.0.0.1:");
        } finally {
            process.close();
        }
        assertThat(RcloneRemotes.running()).isEmpty();
    }

    @Test
    void whatWouldChangeTheMeaningOfAnOperationIsLeftOut() {
        Map<String, String> kept = RcloneEnvironment.of(
                Map.of(
                        "RCLONE_DRY_RUN", "true",
                        "RCLONE_EXCLUDE_FROM", "/x",
                        "RCLONE_RC_NO_AUTH", "true",
                        "RCLONE_CONFIG", "/y",
                        "RCLONE_S3_REGION", "z",
                        "AWS_CA_BUNDLE", "/b",
                        "HOME", "/h"),
                "user",
                "secret");
        assertThat(kept)
                .containsOnlyKeys("RCLONE_CONFIG", "RCLONE_S3_REGION", "HOME", "RCLONE_RC_USER", "RCLONE_RC_PASS");
    }
}
