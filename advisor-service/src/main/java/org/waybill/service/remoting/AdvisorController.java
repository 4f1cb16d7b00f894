package org.waybill.service.remoting;

import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.waybill.api.AdvisorService;
import org.waybill.api.DataQuery;
import org.waybill.api.Forecast;
import org.waybill.api.ForecastQuery;
import org.waybill.api.FoundData;
import org.waybill.api.HistoryAccount;
import org.waybill.api.HistoryFormat;
import org.waybill.api.HistoryImport;
import org.waybill.api.HistoryImportReport;
import org.waybill.api.HopQuery;
import org.waybill.api.HostProfile;
import org.waybill.api.Located;
import org.waybill.api.Measurement;
import org.waybill.api.PairHistory;
import org.waybill.api.RunningTransfer;
import org.waybill.api.ServiceEndpoint;
import org.waybill.api.ServiceInfo;
import org.waybill.api.TransferOutcome;
import org.waybill.api.hessian.HessianLimits;
import org.waybill.service.InputChecks;

/** {@link AdvisorService} over REST. */
@RestController
@RequestMapping("/api")
record AdvisorController(AdvisorService advisor) {
    @GetMapping("/info")
    ServiceInfo info() {
        return advisor.info();
    }

    @GetMapping("/profile")
    HostProfile profile(@RequestParam String host) {
        return advisor.profile(host);
    }

    @PostMapping("/locations")
    List<Located> locate(@RequestBody List<HopQuery> hops) {
        return advisor.locate(hops);
    }

    @PostMapping("/forecasts")
    List<Forecast> forecast(@RequestBody List<ForecastQuery> queries) {
        return advisor.forecast(queries);
    }

    @PostMapping("/services")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void reportServices(@RequestParam String host, @RequestBody List<ServiceEndpoint> found) {
        advisor.reportServices(host, found);
    }

    @PostMapping("/transfers")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void recordTransfers(@RequestBody List<TransferOutcome> outcomes) {
        advisor.recordTransfers(outcomes);
    }

    @PostMapping("/transfers/running")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void reportRunning(@RequestBody RunningTransfer transfer) {
        advisor.reportRunning(transfer);
    }

    @GetMapping("/transfers/running")
    List<RunningTransfer> running() {
        return advisor.running();
    }

    @PostMapping("/measurements")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void recordMeasurements(@RequestBody List<Measurement> measurements) {
        advisor.recordMeasurements(measurements);
    }

    /** The body is the text of a file, or of a part of it. */
    @PostMapping(
            path = "/history/import",
            consumes = {MediaType.TEXT_PLAIN_VALUE, MediaType.APPLICATION_JSON_VALUE})
    @io.swagger.v3.oas.annotations.parameters.RequestBody(
            required = true,
            content = {
                @Content(mediaType = MediaType.TEXT_PLAIN_VALUE, schema = @Schema(type = "string")),
                @Content(mediaType = MediaType.APPLICATION_JSON_VALUE, schema = @Schema(type = "object"))
            })
    HistoryImportReport importHistory(
            @RequestParam String format,
            @RequestParam String file,
            @RequestParam(defaultValue = "1") long firstLine,
            @RequestParam(defaultValue = "") String source,
            @RequestParam(defaultValue = "") String destination,
            @Parameter(hidden = true) InputStream body)
            throws IOException {
        HistoryFormat known = InputChecks.constant(HistoryFormat.class, format)
                .orElseThrow(() -> InputChecks.bad("invalid format '" + InputChecks.printable(format)
                        + "': expected one of " + InputChecks.choices(HistoryFormat.class)));
        return advisor.importHistory(new HistoryImport(
                known, file, firstLine, Bodies.text(body, HessianLimits.DEFAULT.bulkBytes()), source, destination));
    }

    @PostMapping("/data")
    FoundData findData(@RequestBody DataQuery query) {
        return advisor.findData(query);
    }

    @GetMapping("/history")
    PairHistory history(
            @RequestParam(defaultValue = "") String source,
            @RequestParam(defaultValue = "") String destination,
            @RequestParam(defaultValue = "100") int limit) {
        return advisor.history(source, destination, limit);
    }

    /** How many records were removed. */
    record Deleted(int records) {}

    /** Removes all that an account has added to the history. */
    @DeleteMapping("/history")
    Deleted deleteHistory(@RequestParam String account) {
        return new Deleted(advisor.deleteHistory(account));
    }

    /** Who added to the history. */
    @GetMapping("/history/accounts")
    List<HistoryAccount> historyAccounts(
            @RequestParam(defaultValue = "") String source, @RequestParam(defaultValue = "") String destination) {
        return advisor.historyAccounts(source, destination);
    }
}
