package org.waybill.service.remoting;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.waybill.service.health.HealthReport;

/** What the page <i>Health</i> of the console shows; balancers, which have no account, ask {@code /actuator/health}. */
@RestController
@RequestMapping("/api/health")
record HealthReportController(HealthReport health) {
    @GetMapping
    HealthReport.Report report() {
        return health.report();
    }
}
