package org.waybill.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.cli.command.CommandFailure;
import org.waybill.cli.command.Json;

class LogFilesTest {
    @AfterEach
    void forgetHandlers() {
        Logger.getLogger("org.waybill.security").setUseParentHandlers(true);
        LogManager.getLogManager().reset();
    }

    @Test
    void whatConcernsSecurityLiesWhereOtherLinesDoNotRotateItAway(@TempDir Path home) throws Exception {
        LogFiles.install(Map.of("WAYBILL_HOME", home.toString()));
        Logger.getLogger("org.waybill.security").log(Level.WARNING, "refused log-in from 192.0.2.7");
        Logger others = Logger.getLogger("org.waybill.service");
        String line = "x".repeat(100_000);
        for (int i = 0; i < 200; i++) {
            others.warning(line);
        }

        assertThat(home.resolve("logs/security-0.0.log")).content().contains("refused log-in from 192.0.2.7");
        assertThat(home.resolve("logs/waybill-0.2.log")).exists();
        assertThat(Files.readString(home.resolve("logs/waybill-0.0.log"))).doesNotContain("192.0.2.7");
    }

    @Test
    void eachLineIsAJsonObjectOnStandardErrorWhereTheEnvironmentAsksForIt(@TempDir Path home) {
        PrintStream before = System.err;
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        System.setErr(new PrintStream(said, true, StandardCharsets.UTF_8));
        try {
            LogFiles.install(Map.of("WAYBILL_HOME", home.toString(), "WAYBILL_LOGS", "json,stderr"));
            Logger.getLogger("org.waybill.security").log(Level.WARNING, "refused \"log-in\" of\nJosé");
            Logger.getLogger("org.waybill.service").log(Level.SEVERE, "fault 1", new IllegalStateException("no room"));
            LogManager.getLogManager().reset();
            System.err.println("still open");
        } finally {
            System.setErr(before);
        }

        List<String> lines = said.toString(StandardCharsets.UTF_8).lines().toList();
        assertThat(lines).hasSize(3).last().isEqualTo("still open");
        Map<?, ?> refused = Json.read(lines.get(0), Map.class);
        assertThat(Instant.parse((String) refused.get("time"))).isBeforeOrEqualTo(Instant.now());
        assertThat((String) refused.get("message"))
                .startsWith("refused \"log-in\" of")
                .endsWith("José");
        assertThat(refused.get("level")).isEqualTo("warn");
        assertThat(refused.get("logger")).isEqualTo("org.waybill.security");
        Map<?, ?> fault = Json.read(lines.get(1), Map.class);
        assertThat(fault.get("level")).isEqualTo("error");
        assertThat((String) fault.get("stack")).contains("no room", "\n\tat ");
        assertThat(home).isEmptyDirectory();
    }

    @Test
    void anotherFormOfLogsIsRefusedInALine(@TempDir Path home) {
        assertThatThrownBy(() -> LogFiles.install(Map.of("WAYBILL_HOME", home.toString(), "WAYBILL_LOGS", "xml")))
                .isInstanceOf(CommandFailure.class)
                .hasMessage("invalid WAYBILL_LOGS 'xml': expected json, stderr, or json,stderr");
    }
}
