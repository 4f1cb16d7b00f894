package org.waybill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.client.activity.Journal;
import org.waybill.client.activity.JournalEntry;
import org.waybill.client.credentials.Account;
import org.waybill.client.credentials.MasterSecret;
import org.waybill.client.credentials.Vault;
import org.waybill.client.endpoint.Bookmarks;
import org.waybill.db.DatabaseLocation;
import org.waybill.engine.identity.NodeIdentity;
import org.waybill.platform.PrivateFiles;

/** What the home of a user of version 0.1 holds is there with this version. */
@Timeout(120)
class UpgradeTest {
    /** As the commit 78135ff5 made it; its keys and its password serve this test alone. */
    private static final String OF_0_1 = "/org/waybill/cli/home-of-0.1";

    @TempDir
    private Path directory;

    @Test
    void nothingInAHomeOf01IsLost() throws Exception {
        Cli cli = new Cli(directory);
        Path home = cli.home();
        layOut(home);

        assertThat(NodeIdentity.loadOrCreate(home).fingerprint().toString())
                .isEqualTo("1826872f00e2faa2dc3c77669b44c898a4fb8be8634bba74a22c225976178bfe");
        assertThat(cli.run("node", "peers", "list").out()).contains("8f40d674d5ed7cb2", "modify");
        Vault vault = new Vault(home.resolve("vault"), new MasterSecret.KeyFile(home.resolve("vault.key")));
        Account account = vault.accounts().getFirst();
        assertThat(account.toString()).contains("ana", "ftp.example.org");
        assertThat(vault.secret(account))
                .hasValueSatisfying(secret -> assertThat(new String(secret)).isEqualTo("swordfish in tests"));
        assertThat(new Journal(home.resolve("activity")).entries())
                .extracting(JournalEntry::destination)
                .containsExactly("sftp://ana@dtn.example.org//data/f");
        // since decision 0033 one slash begins an absolute path
        assertThat(new Bookmarks(home.resolve("bookmarks")).all()).containsExactly("sftp://ana@dtn.example.org/data");

        // the transfer in the database, and the one that was on its way there
        assertThat(cli.run("history", "show").out().lines().filter(line -> line.contains("dtn.example.org")))
                .hasSize(2);
        assertThat(PrivateFiles.list(home.resolve("outbox"), "*")).isEmpty();
    }

    private static void layOut(Path home) throws Exception {
        PrivateFiles.removeTree(home.resolve("service"));
        Path kept = Path.of(UpgradeTest.class.getResource(OF_0_1).toURI());
        try (Stream<Path> files = Files.walk(kept)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                layOut(home, kept.relativize(file).toString(), file);
            }
        }
    }

    private static void layOut(Path home, String name, Path file) throws IOException, SQLException {
        if (name.equals("service.sql")) {
            database(home.resolve("service"), file);
        } else if (name.endsWith(".base64")) {
            PrivateFiles.replace(
                    home.resolve(name.replace(".base64", "")),
                    Base64.getMimeDecoder().decode(Files.readAllBytes(file)));
        } else {
            PrivateFiles.replace(home.resolve(name), Files.readAllBytes(file));
        }
    }

    /** A database's file holds numbers of its own version; its script is text. */
    private static void database(Path service, Path script) throws IOException, SQLException {
        PrivateFiles.createDirectory(service);
        DatabaseLocation location = DatabaseLocation.h2File(service);
        try (Connection connection = DriverManager.getConnection(location.url(), location.user(), location.password());
                Statement statement = connection.createStatement()) {
            statement.execute("runscript from '" + script + "'");
        }
        assertThat(PrivateFiles.list(service, "*"))
                .extracting(file -> String.valueOf(file.getFileName()))
                .isEqualTo(List.of("advisor.mv.db"));
    }
}
