package org.waybill.service.advice;

import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import org.waybill.api.AdvisorService;
import org.waybill.api.Forecast;
import org.waybill.api.ForecastQuery;
import org.waybill.api.HopQuery;
import org.waybill.api.HostProfile;
import org.waybill.api.Located;
import org.waybill.api.Measurement;
import org.waybill.api.PairHistory;
import org.waybill.api.ServiceEndpoint;
import org.waybill.api.ServiceInfo;
import org.waybill.api.TransferOutcome;
import org.waybill.service.history.TransferHistory;
import org.waybill.service.location.Locator;
import org.waybill.service.profile.FoundServices;
import org.waybill.service.profile.HostProfiles;

/** What clients ask, answered by the features. */
public final class Advisor implements AdvisorService {
    private static final List<String> OPERATIONS = Arrays.stream(AdvisorService.class.getMethods())
            .map(operation -> operation.getName()).sorted().toList();

    private final HostProfiles profiles;
    private final FoundServices found;
    private final Locator locator;
    private final TransferHistory history;
    private final Clock clock;
    private final String version;

    Advisor(HostProfiles profiles, FoundServices found, Locator locator, TransferHistory history, Clock clock,
            String version) {
        this.profiles = profiles;
        this.found = found;
        this.locator = locator;
        this.history = history;
        this.clock = clock;
        this.version = version;
    }

    @Override
    public ServiceInfo info() {
        return new ServiceInfo("waybill", version, clock.instant(), OPERATIONS);
    }

    @Override
    public HostProfile profile(String host) {
        return profiles.profile(host);
    }

    @Override
    public List<Located> locate(List<HopQuery> hops) {
        return locator.locate(hops);
    }

    @Override
    public List<Forecast> forecast(List<ForecastQuery> queries) {
        return history.forecast(queries);
    }

    @Override
    public void reportServices(String host, List<ServiceEndpoint> services) {
        found.report(host, services);
    }

    @Override
    public void recordTransfers(List<TransferOutcome> outcomes) {
        history.recordTransfers(outcomes);
    }

    @Override
    public void recordMeasurements(List<Measurement> measurements) {
        history.recordMeasurements(measurements);
    }

    @Override
    public PairHistory history(String sourceHost, String destinationHost, int limit) {
        return history.history(sourceHost, destinationHost, limit);
    }
}
