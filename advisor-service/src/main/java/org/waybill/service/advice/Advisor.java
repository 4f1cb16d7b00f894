package org.waybill.service.advice;

import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import org.waybill.api.AdvisorService;
import org.waybill.api.DataQuery;
import org.waybill.api.Forecast;
import org.waybill.api.ForecastQuery;
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
import org.waybill.api.circuit.Attachment;
import org.waybill.api.circuit.CircuitHold;
import org.waybill.api.circuit.CircuitOffer;
import org.waybill.api.circuit.CircuitQuery;
import org.waybill.api.circuit.CircuitReservation;
import org.waybill.api.circuit.TopologyFormat;
import org.waybill.api.circuit.TopologyReport;
import org.waybill.api.overlay.PathForecast;
import org.waybill.api.overlay.RelayOrders;
import org.waybill.api.overlay.RelayReport;
import org.waybill.api.overlay.RelayState;
import org.waybill.api.overlay.RouteRequest;
import org.waybill.api.overlay.SignedRoute;
import org.waybill.api.storage.StorageAsk;
import org.waybill.api.storage.StorageFacts;
import org.waybill.api.storage.StorageRequest;
import org.waybill.api.storage.StorageSpace;
import org.waybill.service.account.Caller;
import org.waybill.service.account.Role;
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

/** What clients ask, answered by the features. */
public final class Advisor implements AdvisorService {
    private static final List<String> OPERATIONS = Arrays.stream(AdvisorService.class.getMethods())
            .map(operation -> operation.getName()).sorted().toList();

    private final HostProfiles profiles;
    private final FoundServices found;
    private final Locator locator;
    private final TransferHistory history;
    private final RunningTransfers running;
    private final Circuits circuits;
    private final Overlay overlay;
    private final HistoryImports imports;
    private final DataDiscovery data;
    private final Storage storage;
    private final Clock clock;
    private final String version;

    Advisor(HostProfiles profiles, FoundServices found, Locator locator, TransferHistory history,
            RunningTransfers running, Circuits circuits, Overlay overlay, HistoryImports imports, DataDiscovery data,
            Storage storage, Clock clock, String version) {
        this.profiles = profiles;
        this.found = found;
        this.locator = locator;
        this.history = history;
        this.running = running;
        this.circuits = circuits;
        this.overlay = overlay;
        this.imports = imports;
        this.data = data;
        this.storage = storage;
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
        running.report(transfer, Caller.current().name());
    }

    @Override
    public List<RunningTransfer> running() {
        return running.now();
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
        return history.history(sourceHost, destinationHost, limit, Caller.current().name());
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

    @Override
    public List<CircuitOffer> quoteCircuits(CircuitQuery query) {
        return circuits.quoteCircuits(query);
    }

    @Override
    public CircuitReservation holdCircuit(CircuitHold hold) {
        return circuits.holdCircuit(hold);
    }

    @Override
    public CircuitReservation commitCircuit(String id) {
        return circuits.commitCircuit(id);
    }

    @Override
    public CircuitReservation releaseCircuit(String id) {
        return circuits.releaseCircuit(id);
    }

    @Override
    public List<CircuitReservation> circuits(boolean all, int limit) {
        return circuits.circuits(all, limit);
    }

    @Override
    public TopologyReport importTopology(String system, TopologyFormat format, String text) {
        return circuits.importTopology(system, format, text);
    }

    @Override
    public void attach(Attachment attachment) {
        circuits.attach(attachment);
    }

    @Override
    public List<Attachment> attachments(String system) {
        return circuits.attachments(system);
    }

    @Override
    public RelayOrders reportRelay(RelayReport report) {
        return overlay.reportRelay(report);
    }

    @Override
    public List<RelayState> relays() {
        return overlay.relays();
    }

    @Override
    public SignedRoute signRoute(RouteRequest request) {
        return overlay.signRoute(request);
    }

    @Override
    public List<PathForecast> virtualPaths(String source, String destination, int most) {
        return overlay.virtualPaths(source, destination, most);
    }

    @Override
    public StorageFacts storage(String surl) {
        return storage.storage(surl);
    }

    @Override
    public StorageRequest prepareStorage(StorageAsk ask) {
        return storage.prepareStorage(ask);
    }

    @Override
    public StorageRequest storageStatus(String surl, String token, boolean write) {
        return storage.storageStatus(surl, token, write);
    }

    @Override
    public void finishStorage(String surl, String token, boolean write, boolean good) {
        storage.finishStorage(surl, token, write, good);
    }

    @Override
    public StorageSpace reserveSpace(String surl, long bytes, long seconds) {
        return storage.reserveSpace(surl, bytes, seconds);
    }

    @Override
    public List<StorageSpace> spaces(String surl) {
        return storage.spaces(surl);
    }

    @Override
    public void releaseSpace(String surl, String token) {
        storage.releaseSpace(surl, token);
    }
}
