package org.waybill.client.remote;

import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.lang.System.Logger;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
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
import org.waybill.api.ServiceException;
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

/**
 * The advisor service as the client's other parts see it: always there. When the process that runs it ends in the
 * middle of a call, the call is made again to whoever runs it next, if need be to ourselves; every operation of
 * {@link AdvisorService} may be repeated. Each new connection first delivers what waits in the {@link Outbox}. May be
 * used by many threads at once.
 */
public final class AdvisorClient implements AdvisorService, AutoCloseable {
    private static final Logger LOG = System.getLogger(AdvisorClient.class.getName());

    /** Of twenty commands at once each may lead for a moment; more leaders than this do not die by chance. */
    private static final int MOST_ATTEMPTS = 32;

    private final AddressSource addresses;
    private final Function<ServiceAddress, AdvisorService> connector;
    private final Outbox outbox;
    private @Nullable Connection connection;

    AdvisorClient(AddressSource addresses, Function<ServiceAddress, AdvisorService> connector, Outbox outbox) {
        this.addresses = addresses;
        this.connector = connector;
        this.outbox = outbox;
    }

    /** Starts looking for the service in the background, so that the first call finds it. */
    public void prepare() {
        Thread.ofPlatform().daemon().name("advisor-service-start").start(() -> {
            try {
                connected();
            } catch (ServiceException e) {
                LOG.log(Level.DEBUG, "will be tried again by the first call: " + e.getMessage());
            }
        });
    }

    /** Where the service is that calls go to. */
    public ServiceAddress address() {
        return connected().address();
    }

    private <T> T call(Function<AdvisorService, T> operation) {
        ServiceAddress silent = null;
        for (int attempt = 1; ; attempt++) {
            Connection now = connected();
            try {
                return operation.apply(now.service());
            } catch (ServiceException e) {
                // one that was waited for and is still there does not answer at all
                if (!addresses.mayHaveMoved(e, now.address()) || now.address().equals(silent)
                        || attempt == MOST_ATTEMPTS || Thread.currentThread().isInterrupted()) {
                    throw e;
                }
                silent = now.address();
                LOG.log(Level.DEBUG, "lost the advisor service at " + now.address() + ": " + e.getMessage());
                forget(now);
            }
        }
    }

    private synchronized Connection connected() {
        Connection known = connection;
        if (known != null && !known.lost()) {
            return known;
        }
        try {
            ServiceAddress address = addresses.address(known == null ? null : known.address());
            Connection fresh = new Connection(address, connector.apply(address), false);
            connection = fresh;
            deliver(fresh.service());
            return fresh;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ServiceException(ServiceException.UNREACHABLE, "interrupted", e);
        }
    }

    private void deliver(AdvisorService service) {
        try {
            outbox.deliver(service);
        } catch (ServiceException | UncheckedIOException e) {
            LOG.log(Level.WARNING, "outcomes stay in the outbox: " + e.getMessage());
        }
    }

    private synchronized void forget(Connection broken) {
        if (broken.equals(connection)) {
            connection = new Connection(broken.address(), broken.service(), true);
        }
    }

    @Override
    public ServiceInfo info() {
        return call(AdvisorService::info);
    }

    @Override
    public HostProfile profile(String host) {
        return call(service -> service.profile(host));
    }

    @Override
    public List<Located> locate(List<HopQuery> hops) {
        return call(service -> service.locate(hops));
    }

    @Override
    public List<Forecast> forecast(List<ForecastQuery> queries) {
        return call(service -> service.forecast(queries));
    }

    @Override
    public void reportServices(String host, List<ServiceEndpoint> found) {
        call(service -> {
            service.reportServices(host, found);
            return true;
        });
    }

    @Override
    public void recordTransfers(List<TransferOutcome> outcomes) {
        call(service -> {
            service.recordTransfers(outcomes);
            return true;
        });
    }

    @Override
    public void reportRunning(RunningTransfer running) {
        call(service -> {
            service.reportRunning(running);
            return true;
        });
    }

    @Override
    public List<RunningTransfer> running() {
        return call(AdvisorService::running);
    }

    @Override
    public void recordMeasurements(List<Measurement> measurements) {
        call(service -> {
            service.recordMeasurements(measurements);
            return true;
        });
    }

    @Override
    public HistoryImportReport importHistory(HistoryImport part) {
        return call(service -> service.importHistory(part));
    }

    @Override
    public FoundData findData(DataQuery query) {
        return call(service -> service.findData(query));
    }

    @Override
    public PairHistory history(String sourceHost, String destinationHost, int limit) {
        return call(service -> service.history(sourceHost, destinationHost, limit));
    }

    @Override
    public List<HistoryAccount> historyAccounts(String sourceHost, String destinationHost) {
        return call(service -> service.historyAccounts(sourceHost, destinationHost));
    }

    @Override
    public int deleteHistory(String account) {
        return call(service -> service.deleteHistory(account));
    }

    @Override
    public List<CircuitOffer> quoteCircuits(CircuitQuery query) {
        return call(service -> service.quoteCircuits(query));
    }

    @Override
    public CircuitReservation holdCircuit(CircuitHold hold) {
        return call(service -> service.holdCircuit(hold));
    }

    @Override
    public CircuitReservation commitCircuit(String id) {
        return call(service -> service.commitCircuit(id));
    }

    @Override
    public CircuitReservation releaseCircuit(String id) {
        return call(service -> service.releaseCircuit(id));
    }

    @Override
    public List<CircuitReservation> circuits(boolean all, int limit) {
        return call(service -> service.circuits(all, limit));
    }

    @Override
    public TopologyReport importTopology(String system, TopologyFormat format, String text) {
        return call(service -> service.importTopology(system, format, text));
    }

    @Override
    public void attach(Attachment attachment) {
        call(service -> {
            service.attach(attachment);
            return true;
        });
    }

    @Override
    public List<Attachment> attachments(String system) {
        return call(service -> service.attachments(system));
    }

    @Override
    public RelayOrders reportRelay(RelayReport report) {
        return call(service -> service.reportRelay(report));
    }

    @Override
    public List<RelayState> relays() {
        return call(AdvisorService::relays);
    }

    @Override
    public SignedRoute signRoute(RouteRequest request) {
        return call(service -> service.signRoute(request));
    }

    @Override
    public List<PathForecast> virtualPaths(String source, String destination, int most) {
        return call(service -> service.virtualPaths(source, destination, most));
    }

    @Override
    public StorageFacts storage(String surl) {
        return call(service -> service.storage(surl));
    }

    @Override
    public StorageRequest prepareStorage(StorageAsk ask) {
        return call(service -> service.prepareStorage(ask));
    }

    @Override
    public StorageRequest storageStatus(String surl, String token, boolean write) {
        return call(service -> service.storageStatus(surl, token, write));
    }

    @Override
    public void finishStorage(String surl, String token, boolean write, boolean good) {
        call(service -> {
            service.finishStorage(surl, token, write, good);
            return true;
        });
    }

    @Override
    public StorageSpace reserveSpace(String surl, long bytes, long seconds) {
        return call(service -> service.reserveSpace(surl, bytes, seconds));
    }

    @Override
    public List<StorageSpace> spaces(String surl) {
        return call(service -> service.spaces(surl));
    }

    @Override
    public void releaseSpace(String surl, String token) {
        call(service -> {
            service.releaseSpace(surl, token);
            return true;
        });
    }

    /** Stops the service if it runs in this process. */
    @Override
    public void close() {
        addresses.close();
    }

    /** Where the service is now. */
    interface AddressSource extends AutoCloseable {
        /** The address; {@code failed} was tried and did not answer, null at first. */
        ServiceAddress address(@Nullable ServiceAddress failed) throws InterruptedException;

        /** Whether this failure of the service at {@code address} can mean that it is elsewhere by now. */
        boolean mayHaveMoved(ServiceException failure, ServiceAddress address);

        @Override
        void close();
    }

    private record Connection(ServiceAddress address, AdvisorService service, boolean lost) {}
}
