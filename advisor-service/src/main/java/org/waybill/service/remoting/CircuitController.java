package org.waybill.service.remoting;

import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.waybill.api.AdvisorService;
import org.waybill.api.circuit.Attachment;
import org.waybill.api.circuit.CircuitHold;
import org.waybill.api.circuit.CircuitOffer;
import org.waybill.api.circuit.CircuitQuery;
import org.waybill.api.circuit.CircuitReservation;
import org.waybill.api.circuit.TopologyFormat;
import org.waybill.api.circuit.TopologyReport;
import org.waybill.api.hessian.HessianLimits;

/** {@link org.waybill.api.circuit.CircuitService} over REST. */
@RestController
@RequestMapping("/api/circuits")
record CircuitController(AdvisorService advisor) {
    @PostMapping("/quotes")
    List<CircuitOffer> quote(@RequestBody CircuitQuery query) {
        return advisor.quoteCircuits(query);
    }

    @PostMapping
    CircuitReservation hold(@RequestBody CircuitHold hold) {
        return advisor.holdCircuit(hold);
    }

    @PostMapping("/{id}/commit")
    CircuitReservation commit(@PathVariable String id) {
        return advisor.commitCircuit(id);
    }

    @PostMapping("/{id}/release")
    CircuitReservation release(@PathVariable String id) {
        return advisor.releaseCircuit(id);
    }

    @GetMapping
    List<CircuitReservation> list(
            @RequestParam(defaultValue = "false") boolean all, @RequestParam(defaultValue = "100") int limit) {
        return advisor.circuits(all, limit);
    }

    @PutMapping("/topology")
    @io.swagger.v3.oas.annotations.parameters.RequestBody(
            required = true,
            content = @Content(mediaType = "text/plain", schema = @Schema(type = "string")))
    TopologyReport importTopology(
            @RequestParam String system,
            @RequestParam TopologyFormat format,
            @Parameter(hidden = true) InputStream body)
            throws IOException {
        return advisor.importTopology(system, format, Bodies.text(body, HessianLimits.DEFAULT.bulkBytes()));
    }

    @PostMapping("/attachments")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void attach(@RequestBody Attachment attachment) {
        advisor.attach(attachment);
    }

    @GetMapping("/attachments")
    List<Attachment> attachments(@RequestParam String system) {
        return advisor.attachments(system);
    }
}
