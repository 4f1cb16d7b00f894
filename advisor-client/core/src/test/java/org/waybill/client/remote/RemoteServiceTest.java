package org.waybill.client.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;

class RemoteServiceTest {
    @TempDir
    Path temp;

    @Test
    void aTokenGoesOverTlsOrStaysOnThisMachine() throws Exception {
        for (String fine : new String[] {
            "https://advisor.example.org",
            "https://10.0.0.1:8443/x",
            "http://localhost:9",
            "http://127.0.0.1:9",
            "http://[::1]:9"
        }) {
            assertThat(RemoteService.checked(URI.create(fine))).hasToString(fine);
        }
        assertReason(Reason.UNSAFE, "sent unencrypted", "http://advisor.example.org");
        assertReason(Reason.BAD_INPUT, "https://HOST", "ftp://advisor.example.org");
        assertReason(Reason.BAD_INPUT, "without a password", "https://me:secret@advisor.example.org");
    }

    private static void assertReason(Reason reason, String words, String url) {
        assertThatThrownBy(() -> RemoteService.checked(URI.create(url)))
                .hasMessageContaining(words)
                .isInstanceOfSatisfying(
                        TransferException.class, e -> assertThat(e.reason()).isEqualTo(reason));
    }

    @Test
    void theTokenComesFromTheEnvironmentOrAFile() throws Exception {
        assertThat(RemoteService.token(Map.of("WAYBILL_SERVICE_TOKEN", " abc ")))
                .isEqualTo("abc");
        Path file = Files.writeString(temp.resolve("token"), "def\nmore\n");
        assertThat(RemoteService.token(Map.of("WAYBILL_SERVICE_TOKEN_FILE", file.toString())))
                .isEqualTo("def");
        assertThatThrownBy(() -> RemoteService.token(Map.of())).hasMessageContaining("WAYBILL_SERVICE_TOKEN_FILE");
        Files.writeString(file, "\n");
        assertThatThrownBy(() -> RemoteService.token(Map.of("WAYBILL_SERVICE_TOKEN_FILE", file.toString())))
                .hasMessageContaining("is empty");
        assertThatThrownBy(() -> RemoteService.token(Map.of("WAYBILL_SERVICE_TOKEN_FILE", temp + "/none")))
                .hasMessageContaining("does not exist");
    }
}
