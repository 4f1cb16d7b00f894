package org.waybill.service.remoting;

import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.waybill.api.AdvisorService;
import org.waybill.api.overlay.PathForecast;
import org.waybill.api.overlay.RelayOrders;
import org.waybill.api.overlay.RelayReport;
import org.waybill.api.overlay.RelayState;
import org.waybill.api.overlay.RouteRequest;
import org.waybill.api.overlay.SignedRoute;

/** {@link org.waybill.api.overlay.OverlayService} over REST. */
@RestController
@RequestMapping("/api/overlay")
record OverlayController(AdvisorService advisor) {
    @PostMapping("/reports")
    RelayOrders report(@RequestBody RelayReport report) {
        return advisor.reportRelay(report);
    }

    @GetMapping("/relays")
    List<RelayState> relays() {
        return advisor.relays();
    }

    @PostMapping("/routes")
    SignedRoute sign(@RequestBody RouteRequest request) {
        return advisor.signRoute(request);
    }

    @GetMapping("/paths")
    List<PathForecast> paths(
            @RequestParam String source, @RequestParam String destination, @RequestParam(defaultValue = "8") int most) {
        return advisor.virtualPaths(source, destination, most);
    }
}
