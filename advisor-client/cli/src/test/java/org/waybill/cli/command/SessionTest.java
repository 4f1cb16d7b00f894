package org.waybill.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.client.credentials.Account;

class SessionTest {
    @TempDir
    private Path directory;

    /** Each advice and the move opened the vault by itself, and asked. */
    @Test
    void thePassphraseOfTheVaultIsAskedForOnce() throws Exception {
        Path passphrase = Files.writeString(directory.resolve("passphrase"), "correct horse battery staple\n");
        PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
        Terminal terminal = new Terminal(
                nowhere,
                nowhere,
                false,
                false,
                100,
                Map.of(
                        "HOME",
                        directory.toString(),
                        "WAYBILL_HOME",
                        directory.resolve("home").toString(),
                        "WAYBILL_VAULT_PASSPHRASE_FILE",
                        passphrase.toString()));
        try (Session session = new Session(terminal, new GlobalOptions())) {
            Vaults.open(session.home(), terminal, true)
                    .put(new Account("sftp", "dtn.example.org", 22, "ann", Instant.EPOCH), "secret".toCharArray());
            List<String> said = new ArrayList<>();
            assertThat(session.credentials().password("sftp", "dtn.example.org", 22, "ann"))
                    .isPresent();
            Files.delete(passphrase); // a second question gives nothing
            assertThat(session.credentials().password("sftp", "dtn.example.org", 22, "ann"))
                    .isPresent();
            assertThat(Vaults.credentials(session, said::add).password("sftp", "dtn.example.org", 22, "ann"))
                    .as(said.toString())
                    .isPresent();
        }
    }
}
