package org.waybill.service.console;

import java.lang.management.ManagementFactory;
import java.time.Clock;
import java.time.Instant;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.waybill.api.AdvisorService;
import org.waybill.service.account.Caller;
import org.waybill.service.account.Role;
import org.waybill.service.health.HealthReport;

/** Whether the service and what it depends on work. */
@Controller
record HealthController(AdvisorService advisor, HealthReport health, Clock clock) {
    @GetMapping("/health")
    String health(Model model) {
        Caller.current().needs(Role.VIEWER);
        model.addAttribute("report", health.report());
        model.addAttribute("version", advisor.info().version());
        model.addAttribute("java", Runtime.version().toString());
        model.addAttribute(
                "startedAt",
                Instant.ofEpochMilli(ManagementFactory.getRuntimeMXBean().getStartTime()));
        model.addAttribute("now", clock.instant());
        return "console/health";
    }
}
