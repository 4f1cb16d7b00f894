package org.waybill.service.remoting;

import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.info.Info;
import io.swagger.v3.oas.models.security.SecurityRequirement;
import io.swagger.v3.oas.models.security.SecurityScheme;
import io.swagger.v3.oas.models.servers.Server;
import java.util.List;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** The same operations as REST, with their OpenAPI document. */
@Configuration(proxyBeanMethods = false)
@Import({
    AdvisorController.class,
    AccountController.class,
    CatalogController.class,
    CircuitController.class,
    StorageController.class,
    ForeignCatalogController.class,
    HealthReportController.class,
    LoginController.class,
    OverlayController.class,
    TaskController.class,
    RestErrors.class,
    UnservedRequests.class,
    Bodies.class,
    ContractConverter.class
})
public class RestConfiguration {
    @Bean
    OpenAPI openApi() {
        return new OpenAPI()
                .info(new Info()
                        .title("Waybill advisor")
                        .version("1")
                        .description("Profiles, locations, forecasts, history, circuits, tasks and the catalogue."))
                .servers(List.of(new Server().url("/")))
                .components(new Components()
                        .addSecuritySchemes(
                                "bearer",
                                new SecurityScheme()
                                        .type(SecurityScheme.Type.HTTP)
                                        .scheme("bearer")))
                .addSecurityItem(new SecurityRequirement().addList("bearer"));
    }
}
