package org.waybill.service.advice;

import java.time.Clock;
import java.util.Map;
import java.util.Objects;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.waybill.api.AdvisorService;
import org.waybill.api.ForecastService;
import org.waybill.api.ServiceProxy;
import org.waybill.api.circuit.CircuitService;
import org.waybill.api.overlay.OverlayService;
import org.waybill.api.storage.StorageService;
import org.waybill.api.task.TaskService;
import org.waybill.service.discovery.DataDiscovery;
import org.waybill.service.history.HistoryImports;
import org.waybill.service.history.RunningTransfers;
import org.waybill.service.history.TransferHistory;
import org.waybill.service.location.Locator;
import org.waybill.service.overlay.Overlay;
import org.waybill.service.profile.DiscoveredServices;
import org.waybill.service.profile.HostProfiles;
import org.waybill.service.provision.Circuits;
import org.waybill.service.provision.srm.Storage;
import org.waybill.service.task.Tasks;

/** The advisor, put together. */
@Configuration(proxyBeanMethods = false)
public class AdviceConfiguration {
    @Bean
    AdvisorService advisor(
            HostProfiles profiles,
            DiscoveredServices found,
            Locator locator,
            TransferHistory history,
            RunningTransfers running,
            Circuits circuits,
            Overlay overlay,
            HistoryImports imports,
            DataDiscovery data,
            Storage storage,
            Tasks tasks,
            Clock clock) {
        String version = Advisor.class.getPackage().getImplementationVersion();
        Advisor advisor = new Advisor(
                profiles,
                found,
                locator,
                history,
                running,
                imports,
                data,
                clock,
                version == null ? "development" : version);
        return joined(advisor, circuits, overlay, storage, tasks);
    }

    /** The contract is the sum of five, each answered by its own feature. */
    private static AdvisorService joined(
            ForecastService forecasts,
            CircuitService circuits,
            OverlayService overlay,
            StorageService storage,
            TaskService tasks) {
        Map<Class<?>, Object> features = Map.of(
                ForecastService.class,
                forecasts,
                CircuitService.class,
                circuits,
                OverlayService.class,
                overlay,
                StorageService.class,
                storage,
                TaskService.class,
                tasks);
        return ServiceProxy.of(
                AdvisorService.class,
                "the advisor",
                (operation, arguments) -> ServiceProxy.pass(
                        Objects.requireNonNull(features.get(operation.getDeclaringClass())), operation, arguments));
    }
}
