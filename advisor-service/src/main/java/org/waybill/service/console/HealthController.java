package org.waybill.service.console;

import java.lang.management.ManagementFactory;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.MigrationInfo;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.waybill.api.AdvisorService;
import org.waybill.service.account.Caller;
import org.waybill.service.account.Role;

/** Whether the service and what it depends on work. */
@Controller
record HealthController(AdvisorService advisor, DataSource dataSource, Flyway flyway, Clock clock) {
    private static final double FULL = 0.9;

    /** One thing that was looked at. */
    record Check(String name, boolean good, String text) {}

    @GetMapping("/health")
    String health(Model model) {
        Caller.current().needs(Role.VIEWER);
        List<Check> checks = new ArrayList<>();
        checks.add(database());
        checks.add(schema());
        checks.add(memory());
        checks.add(files());
        model.addAttribute("checks", checks);
        model.addAttribute("version", advisor.info().version());
        model.addAttribute("java", Runtime.version().toString());
        model.addAttribute(
                "startedAt",
                Instant.ofEpochMilli(ManagementFactory.getRuntimeMXBean().getStartTime()));
        model.addAttribute("now", clock.instant());
        return "console/health";
    }

    private Check database() {
        long start = System.nanoTime();
        try (Connection connection = dataSource.getConnection()) {
            boolean valid = connection.isValid(2);
            long micros = (System.nanoTime() - start) / 1_000;
            return new Check(
                    "Database",
                    valid,
                    connection.getMetaData().getDatabaseProductName() + " "
                            + connection.getMetaData().getDatabaseProductVersion() + ", response time "
                            + (micros + 999) / 1_000 + " ms");
        } catch (SQLException e) {
            return new Check("Database", false, "no response");
        }
    }

    private Check schema() {
        MigrationInfo current = flyway.info().current();
        int waiting = flyway.info().pending().length;
        return new Check(
                "Schema",
                current != null && waiting == 0,
                current == null
                        ? "not created"
                        : "version " + current.getVersion()
                                + (waiting == 0 ? "" : ", " + waiting + " migrations pending"));
    }

    private static Check memory() {
        Runtime runtime = Runtime.getRuntime();
        long used = (runtime.totalMemory() - runtime.freeMemory()) >> 20;
        long most = runtime.maxMemory() >> 20;
        return new Check("Memory", used < most * FULL, used + " of " + most + " MiB of heap in use");
    }

    private static Check files() {
        if (ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.UnixOperatingSystemMXBean unix) {
            long open = unix.getOpenFileDescriptorCount();
            long most = unix.getMaxFileDescriptorCount();
            return new Check("Open files", open < most * FULL, open + " of " + most + " file descriptors");
        }
        return new Check("Open files", true, "not available on this system");
    }
}
