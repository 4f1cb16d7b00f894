package org.waybill.service.advice;

import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.waybill.service.discovery.DataDiscovery;
import org.waybill.service.history.HistoryImports;
import org.waybill.service.history.RunningTransfers;
import org.waybill.service.history.TransferHistory;
import org.waybill.service.location.Locator;
import org.waybill.service.overlay.Overlay;
import org.waybill.service.profile.FoundServices;
import org.waybill.service.profile.HostProfiles;
import org.waybill.service.provision.Circuits;
import org.waybill.service.provision.srm.Storage;

/** The advisor, put together. */
@Configuration(proxyBeanMethods = false)
public class AdviceConfiguration {
    @Bean
    Advisor advisor(HostProfiles profiles, FoundServices found, Locator locator, TransferHistory history,
            RunningTransfers running, Circuits circuits, Overlay overlay, HistoryImports imports, DataDiscovery data,
            Storage storage, Clock clock) {
        String version = Advisor.class.getPackage().getImplementationVersion();
        return new Advisor(profiles, found, locator, history, running, circuits, overlay, imports, data, storage,
                clock, version == null ? "development" : version);
    }
}
