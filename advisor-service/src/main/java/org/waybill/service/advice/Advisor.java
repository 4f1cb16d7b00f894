package org.waybill.service.advice;

import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import org.waybill.api.AdvisorService;
import org.waybill.api.DataQuery;
import org.waybill.api.Forecast;
import org.waybill.api.ForecastQuery;
import org.waybill.api.ForecastService;
import org.waybill.api.FoundData;
import org.waybill.api.HistoryAccount;
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
import org.waybill.service.account.Caller;
import org.waybill.service.account.Role;
import org.waybill.service.discovery.DataDiscovery;
import org.waybill.service.history.HistoryImports;
import org.waybill.service.history.RunningTransfers;
import org.waybill.service.history.TransferHistory;
import org.waybill.service.location.Locator;
import org.waybill.service.profile.DiscoveredServices;
import org.waybill.service.profile.HostProfiles;

/** What clients ask of hosts, of the history and of data, answered by the features. */
record Advisor(
        HostProfiles profiles,
        DiscoveredServices found,
        Locator locator,
        TransferHistory history,
        RunningTransfers runningTransfers,
        HistoryImports imports,
        DataDiscovery data,
        Clock clock,
        String version)
        implements ForecastService {
    private static final List<String> OPERATIONS = Arrays.stream(AdvisorService.class.getMethods())
            .map(operation -> operation.getName())
            .sorted()
            .toList();

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
        return history.forecast(queries, Caller.current().name());
    }

    @Override
    public void reportServices(String host, List<ServiceEndpoint> services) {
        found.report(host, services);
    }

    @Override
    public void recordTransfers(List<TransferOutcome> outcomes) {
        history.addTransfers(outcomes, Caller.current().name());
    }

    @Override
    public void reportRunning(RunningTransfer transfer) {
        runningTransfers.report(transfer, Caller.current().name());
    }

    @Override
    public List<RunningTransfer> running() {
        return runningTransfers.now();
    }

    @Override
    public void recordMeasurements(List<Measurement> measurements) {
        history.addMeasurements(measurements, Caller.current().name());
    }

    @Override
    public HistoryImportReport importHistory(HistoryImport part) {
        return imports.add(part, Caller.current().name());
    }

    @Override
    public FoundData findData(DataQuery query) {
        return data.find(query);
    }

    @Override
    public PairHistory history(String sourceHost, String destinationHost, int limit) {
        return history.history(
                sourceHost, destinationHost, limit, Caller.current().name());
    }

    @Override
    public List<HistoryAccount> historyAccounts(String sourceHost, String destinationHost) {
        Caller.current().needs(Role.ADMINISTRATOR);
        return history.accounts(sourceHost, destinationHost);
    }

    @Override
    public int deleteHistory(String account) {
        return history.delete(account, Caller.current().needs(Role.ADMINISTRATOR));
    }
}
