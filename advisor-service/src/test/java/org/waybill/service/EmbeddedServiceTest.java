package org.waybill.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.api.AdvisorService;
import org.waybill.api.ServiceException;
import org.waybill.api.catalog.CatalogKind;
import org.waybill.api.catalog.CatalogService;
import org.waybill.api.catalog.Organisation;
import org.waybill.api.embedded.EmbeddedService;
import org.waybill.api.embedded.RunningService;
import org.waybill.api.embedded.ServiceSettings;

class EmbeddedServiceTest {
    @TempDir
    private Path home;

    @Test
    void keepsWhatItWasToldOverARestart() {
        try (RunningService service = start()) {
            assertThat(service.url().getHost()).isEqualTo("127.0.0.1");
            assertThat(TestClients.advisor(service).info().operations()).contains("forecast", "recordTransfers");
            TestClients.catalogue(service).save(new Organisation(0, 0, "Kept University", "CH", ""));
        }
        try (RunningService service = start()) {
            CatalogService catalogue = TestClients.catalogue(service);
            assertThat(catalogue.list(CatalogKind.ORGANISATION, "kept", 0, 10).total())
                    .isEqualTo(1);
        }
    }

    @Test
    void knowsSomeThirtySitesFromTheStart() {
        try (RunningService service = start()) {
            AdvisorService advisor = TestClients.advisor(service);
            assertThat(TestClients.catalogue(service)
                            .list(CatalogKind.SITE, "", 0, 100)
                            .total())
                    .isBetween(30L, 50L);
            assertThat(advisor.profile("dtn7.nersc.gov").organisation())
                    .isEqualTo("Lawrence Berkeley National Laboratory");
            assertThat(advisor.profile("141.225.9.9").site()).isEqualTo("University of Memphis");
        }
    }

    @Test
    void eachProcessHasATokenOfItsOwnAndNobodyElseGetsIn() {
        try (RunningService service = start()) {
            assertThat(service.token()).hasSizeGreaterThanOrEqualTo(43);
            AdvisorService stranger = TestClients.advisor(service.url(), "x".repeat(43), null);
            assertThatThrownBy(stranger::info)
                    .isInstanceOfSatisfying(
                            ServiceException.class,
                            refused -> assertThat(refused.code()).isEqualTo(ServiceException.UNAUTHENTICATED));
        }
    }

    @Test
    void saysInOneLineThatTheDatabaseIsInUse() throws IOException {
        try (RunningService first = start()) {
            Process second = new ProcessBuilder(
                            ProcessHandle.current().info().command().orElse("java"),
                            "-XX:TieredStopAtLevel=1",
                            "-cp",
                            System.getProperty("java.class.path"),
                            StartAndStop.class.getName(),
                            home.toString())
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            assertThat(new String(second.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .startsWith("UNAVAILABLE")
                    .contains("is in use by another process")
                    .hasLineCount(1);
            assertThat(TestClients.advisor(first).info().name()).isEqualTo("waybill");
        }
    }

    private RunningService start() {
        return EmbeddedService.load().start(ServiceSettings.embedded(home));
    }
}
