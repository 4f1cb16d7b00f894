package org.waybill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
}
