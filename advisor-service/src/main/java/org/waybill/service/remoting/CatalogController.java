package org.waybill.service.remoting;

import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.ArraySchema;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.parameters.RequestBody;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import java.io.IOException;
import java.io.InputStream;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.waybill.api.ServiceException;
import org.waybill.api.catalog.CatalogEntry;
import org.waybill.api.catalog.CatalogFormat;
import org.waybill.api.catalog.CatalogKind;
import org.waybill.api.catalog.CatalogPage;
import org.waybill.api.catalog.CatalogService;
import org.waybill.api.catalog.Change;
import org.waybill.api.catalog.Domain;
import org.waybill.api.catalog.Endpoint;
import org.waybill.api.catalog.Host;
import org.waybill.api.catalog.ImportReport;
import org.waybill.api.catalog.Organisation;
import org.waybill.api.catalog.Provisioning;
import org.waybill.api.catalog.Relay;
import org.waybill.api.catalog.Site;
import org.waybill.api.catalog.Subnet;
import org.waybill.api.hessian.HessianLimits;
import org.waybill.service.InputChecks;

/** {@link CatalogService} over REST; the kind is in the path, such as {@code /api/catalog/host}. */
@RestController
@RequestMapping("/api/catalog/{kind}")
record CatalogController(CatalogService catalogue, Bodies bodies) {
    /** The body is an entry of any kind. */
    @RequestBody(
            required = true,
            content =
                    @Content(
                            schema =
                                    @Schema(
                                            oneOf = {
                                                Organisation.class,
                                                Site.class,
                                                Host.class,
                                                Subnet.class,
                                                Domain.class,
                                                Endpoint.class,
                                                Provisioning.class,
                                                Relay.class
                                            })))
    @Retention(RetentionPolicy.RUNTIME)
    private @interface EntryBody {}

    private static <T extends Enum<T>> T constant(Class<T> type, String name) {
        return InputChecks.constant(type, name)
                .orElseThrow(() -> ServiceException.notFound("unknown " + type.getSimpleName() + " '"
                        + InputChecks.printable(name) + "': expected one of " + InputChecks.choices(type)));
    }

    private static CatalogKind kind(String name) {
        return constant(CatalogKind.class, name);
    }

    @GetMapping
    CatalogPage list(
            @PathVariable String kind,
            @RequestParam(defaultValue = "") String search,
            @RequestParam(defaultValue = "0") int page,
            @RequestParam(defaultValue = "50") int size) {
        return catalogue.list(kind(kind), search, page, size);
    }

    @GetMapping("/{id}")
    @Schema(
            oneOf = {
                Organisation.class,
                Site.class,
                Host.class,
                Subnet.class,
                Domain.class,
                Endpoint.class,
                Provisioning.class,
                Relay.class
            })
    CatalogEntry get(@PathVariable String kind, @PathVariable long id) {
        return catalogue.get(kind(kind), id);
    }

    @PostMapping(consumes = MediaType.APPLICATION_JSON_VALUE)
    @ResponseStatus(HttpStatus.CREATED)
    @EntryBody
    CatalogEntry add(@PathVariable String kind, @Parameter(hidden = true) InputStream body) throws IOException {
        CatalogEntry entry = entry(kind, body);
        if (entry.id() != 0) {
            throw InputChecks.bad("id must be 0 for a new entry; use PUT to change an entry");
        }
        return catalogue.save(entry);
    }

    @PutMapping(path = "/{id}", consumes = MediaType.APPLICATION_JSON_VALUE)
    @EntryBody
    CatalogEntry change(@PathVariable String kind, @PathVariable long id, @Parameter(hidden = true) InputStream body)
            throws IOException {
        CatalogEntry entry = entry(kind, body);
        if (entry.id() != id) {
            throw InputChecks.bad("id is " + entry.id() + " in the body and " + id + " in the path");
        }
        return catalogue.save(entry);
    }

    private CatalogEntry entry(String kind, InputStream body) throws IOException {
        return (CatalogEntry) bodies.read(kind(kind).entryType(), body);
    }

    @DeleteMapping("/{id}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void delete(@PathVariable String kind, @PathVariable long id, @RequestParam long version) {
        catalogue.delete(kind(kind), id, version);
    }

    @PostMapping(
            path = "/import",
            consumes = {"text/csv", MediaType.APPLICATION_JSON_VALUE})
    @RequestBody(
            required = true,
            content = {
                @Content(mediaType = "text/csv", schema = @Schema(type = "string")),
                @Content(mediaType = "application/json", array = @ArraySchema(schema = @Schema(type = "object")))
            })
    ImportReport importEntries(
            @PathVariable String kind,
            @RequestParam String format,
            @RequestParam(defaultValue = "false") boolean dryRun,
            @Parameter(hidden = true) InputStream body)
            throws IOException {
        return catalogue.importEntries(
                kind(kind),
                constant(CatalogFormat.class, format),
                Bodies.text(body, HessianLimits.DEFAULT.bulkBytes()),
                dryRun);
    }

    @GetMapping("/export")
    @ApiResponse(
            responseCode = "200",
            content = {
                @Content(mediaType = "text/csv", schema = @Schema(type = "string")),
                @Content(mediaType = "application/json", array = @ArraySchema(schema = @Schema(type = "object")))
            })
    ResponseEntity<String> exportEntries(
            @PathVariable String kind,
            @RequestParam(defaultValue = "csv") String format,
            @RequestParam(defaultValue = "0") int page,
            @RequestParam(defaultValue = "10000") int size) {
        CatalogFormat wanted = constant(CatalogFormat.class, format);
        MediaType type = wanted == CatalogFormat.CSV
                ? MediaType.parseMediaType("text/csv;charset=UTF-8")
                : MediaType.APPLICATION_JSON;
        return ResponseEntity.ok().contentType(type).body(catalogue.exportEntries(kind(kind), wanted, page, size));
    }

    @GetMapping("/changes")
    List<Change> changes(
            @PathVariable String kind,
            @RequestParam(defaultValue = "0") long id,
            @RequestParam(defaultValue = "100") int limit) {
        return catalogue.changes(kind(kind), id, limit);
    }
}
