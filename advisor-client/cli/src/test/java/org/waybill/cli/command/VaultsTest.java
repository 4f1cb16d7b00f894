package org.waybill.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.client.credentials.Account;
import org.waybill.client.credentials.MasterSecret;
import org.waybill.client.credentials.Vault;

class VaultsTest {
    private static final Account ACCOUNT = new Account("ftp", "ftp.example.org", 21, "ann", Instant.EPOCH);

    @TempDir
    private Path directory;

    private Vault vault(MasterSecret.Prompt prompt) {
        return new Vault(directory.resolve("vault"), new MasterSecret.Passphrase(prompt));
    }

    @Test
    void aPassphraseIsAskedForThreeTimesAndNotAtEveryLookUp() throws Exception {
        vault("right"::toCharArray).put(ACCOUNT, "secret".toCharArray());
        AtomicInteger asked = new AtomicInteger();
        Vault wrong = vault(Vaults.atMost(3, () -> {
            asked.incrementAndGet();
            return "wrong".toCharArray();
        }));
        for (int lookUp = 0; lookUp < 6; lookUp++) {
            assertThatThrownBy(() -> wrong.secret(ACCOUNT)).hasMessageContaining("wrong passphrase");
        }
        assertThat(asked).hasValue(3);
    }

    @Test
    void oneThatIsRightAfterASlipIsKept() throws Exception {
        vault("right"::toCharArray).put(ACCOUNT, "secret".toCharArray());
        AtomicInteger asked = new AtomicInteger();
        Vault slip = vault(Vaults.atMost(3, () -> (asked.incrementAndGet() == 1 ? "wrong" : "right").toCharArray()));
        assertThatThrownBy(() -> slip.secret(ACCOUNT)).hasMessageContaining("wrong passphrase");
        for (int lookUp = 0; lookUp < 6; lookUp++) {
            assertThat(slip.secret(ACCOUNT)).contains("secret".toCharArray());
        }
        assertThat(asked).hasValue(2);
    }
}
