package org.waybill.service.remoting;

import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.parameters.RequestBody;
import java.io.IOException;
import java.io.InputStream;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.waybill.api.ServiceException;
import org.waybill.api.catalog.CatalogService;
import org.waybill.api.catalog.CatalogSource;
import org.waybill.api.catalog.ImportReport;
import org.waybill.api.hessian.HessianLimits;
import org.waybill.service.InputChecks;

/** Other people's catalogues over REST. */
@RestController
record ForeignCatalogController(CatalogService catalogue) {
    @PostMapping(
            path = "/api/catalog/import/{source}",
            consumes = {"text/csv", MediaType.APPLICATION_XML_VALUE})
    @RequestBody(
            required = true,
            content = {
                @Content(mediaType = "text/csv", schema = @Schema(type = "string")),
                @Content(mediaType = "application/xml", schema = @Schema(type = "string"))
            })
    ImportReport importFrom(
            @PathVariable String source,
            @RequestParam(defaultValue = "false") boolean dryRun,
            @Parameter(hidden = true) InputStream body)
            throws IOException {
        return catalogue.importFrom(source(source), Bodies.text(body, HessianLimits.DEFAULT.bulkBytes()), dryRun);
    }

    private static CatalogSource source(String name) {
        return InputChecks.constant(CatalogSource.class, name)
                .orElseThrow(() -> ServiceException.notFound("unknown source '" + InputChecks.printable(name)
                        + "': expected one of " + InputChecks.choices(CatalogSource.class)));
    }
}
