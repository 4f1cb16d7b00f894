package org.waybill.db;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.configuration.FluentConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Addresses that an earlier version wrote with all their zeros. */
class AddressTextMigrationTest {
    private static final List<String> WITH_ZEROS = List.of(
            "2001:db8:0:0:0:0:0:1",
            "0:0:0:0:0:0:0:1",
            "fd00:0:0:0:0:0:0:0",
            "2001:db8:0:1:0:0:0:1",
            "1:0:0:2:0:0:3:0",
            "1:0:2:0:3:0:4:0",
            "192.0.2.1",
            "dtn.example.org");

    private static final List<String> SHORTENED = List.of(
            "2001:db8::1",
            "::1",
            "fd00::",
            "2001:db8:0:1::1",
            "1::2:0:0:3:0",
            "1:0:2:0:3:0:4:0",
            "192.0.2.1",
            "dtn.example.org");

    @TempDir
    private Path directory;

    private static FluentConfiguration flyway(DatabaseLocation at) {
        return Flyway.configure()
                .dataSource(at.url(), at.user(), at.password())
                .placeholders(Map.of("tableOptions", ""));
    }

    @Test
    void theyHaveTheFormOfTheHistoryNow() throws Exception {
        DatabaseLocation at = DatabaseLocation.h2File(directory);
        flyway(at).target("60").load().migrate();
        try (Connection database = DriverManager.getConnection(at.url(), at.user(), at.password());
                Statement statement = database.createStatement()) {
            for (int i = 0; i < WITH_ZEROS.size(); i++) {
                statement.execute("insert into host (id, version, name, site_id) values (" + (i + 1) + ", 0, '"
                        + WITH_ZEROS.get(i) + "', null)");
                statement.execute("insert into host_address (host_id, position, address) values (" + (i + 1) + ", 0, '"
                        + WITH_ZEROS.get(i) + "')");
            }
            flyway(at).load().migrate();
            for (int i = 0; i < WITH_ZEROS.size(); i++) {
                try (ResultSet row = statement.executeQuery("select h.name, a.address from host h join host_address a"
                        + " on a.host_id = h.id where h.id = " + (i + 1))) {
                    assertThat(row.next()).isTrue();
                    assertThat(row.getString(1)).isEqualTo(SHORTENED.get(i));
                    assertThat(row.getString(2)).isEqualTo(SHORTENED.get(i));
                }
            }
        }
    }
}
