package org.waybill.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;

class DatabaseLocationTest {
    @Test
    void insistsOnOptionsThatGiveAHostileServerNothing() {
        String url = DatabaseLocation.of("jdbc:mysql://db.example.org:3306/waybill?sslMode=VERIFY_IDENTITY", "u", "p")
                .url();
        assertThat(url)
                .contains(
                        "sslMode=VERIFY_IDENTITY",
                        "allowLoadLocalInfile=false",
                        "allowUrlInLocalInfile=false",
                        "allowMultiQueries=false");
        assertThat(DatabaseLocation.of("jdbc:mariadb://db/w", "u", "p").url()).startsWith("jdbc:mysql://db/w?");
    }

    @Test
    void refusesWhatCouldReadFilesRunCodeOrHideAPassword() {
        for (String url : List.of(
                "jdbc:mysql://db/w?allowLoadLocalInfile=true",
                "jdbc:mysql://db/w?autoDeserialize=1",
                "jdbc:mysql://db/w?queryInterceptors=x",
                "jdbc:mysql://user:secret@db/w",
                "jdbc:mysql://(host=db,allowLoadLocalInfile=true)/w",
                "jdbc:h2:mem:x;INIT=RUNSCRIPT FROM 'http://x'",
                "jdbc:h2:mem:x;init=x",
                "jdbc:h2:tcp://x/y",
                "jdbc:h2:mem:x;USER=sa;Password=secret",
                "jdbc:mysql://db/w?trustCertificateKeyStorePassword=secret",
                "jdbc:postgresql://db/w",
                "mysql://db/w",
                "")) {
            assertThatThrownBy(() -> DatabaseLocation.of(url, "u", "p"))
                    .as(url)
                    .isInstanceOf(IllegalArgumentException.class)
                    .satisfies(e -> assertThat(e.getMessage()).hasLineCount(1).doesNotContain("secret"));
        }
    }

    @Test
    void neverShowsThePassword() {
        assertThat(DatabaseLocation.of("jdbc:mysql://db/w", "u", "hunter2"))
                .asString()
                .doesNotContain("hunter2")
                .isEqualTo("jdbc:mysql://db/w");
    }

    @Test
    void theNewestMigrationIsTheLastOneThatFlywayApplies(@TempDir Path directory) throws Exception {
        try (ConfigurableApplicationContext context = TestDatabase.open(DatabaseLocation.h2File(directory))) {
            List<String> applied = new JdbcTemplate(context.getBean(DataSource.class))
                    .queryForList(
                            "select version from flyway_schema_history where success order by installed_rank",
                            String.class);
            assertThat(applied).last().isEqualTo(DatabaseLocation.newestMigration());
        }
        MigratedDatabase.keep(directory);
    }
}
