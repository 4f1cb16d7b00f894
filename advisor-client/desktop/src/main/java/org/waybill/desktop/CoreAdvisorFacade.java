package org.waybill.desktop;

import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.waybill.api.AdvisorService;
import org.waybill.api.DataQuery;
import org.waybill.api.PairHistory;
import org.waybill.api.embedded.EmbeddedService;
import org.waybill.client.WaybillHome;
import org.waybill.client.activity.Journal;
import org.waybill.client.dataset.CompositeCounter;
import org.waybill.client.dataset.DatasetCounter;
import org.waybill.client.dataset.DatasetSize;
import org.waybill.client.dataset.LocalCounter;
import org.waybill.client.dataset.StoreCounter;
import org.waybill.client.endpoint.Bookmarks;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.endpoint.EndpointNames;
import org.waybill.client.endpoint.HomeConfig;
import org.waybill.client.estimate.Dataset;
import org.waybill.client.execution.CircuitTransferService;
import org.waybill.client.execution.RecentTransfers;
import org.waybill.client.execution.RetryClock;
import org.waybill.client.execution.RetryPolicy;
import org.waybill.client.execution.StagedTransferService;
import org.waybill.client.execution.StorageTransferService;
import org.waybill.client.execution.TransferOrder;
import org.waybill.client.execution.TransferResult;
import org.waybill.client.execution.TransferService;
import org.waybill.client.files.EndpointStores;
import org.waybill.client.livediscovery.LiveDiscovery;
import org.waybill.client.livediscovery.ObservedPorts;
import org.waybill.client.remote.AdvisorClient;
import org.waybill.client.remote.AdvisorClientFactory;
import org.waybill.client.remote.Outbox;
import org.waybill.client.remote.RemoteService;
import org.waybill.client.workflow.Advisor;
import org.waybill.client.workflow.AdvisorFactory;
import org.waybill.client.workflow.Workflow;
import org.waybill.client.workflow.option.AdviceRequest;
import org.waybill.client.workflow.option.Candidate;
import org.waybill.client.workflow.script.ScriptWriter;
import org.waybill.client.workflow.survey.AdvisorPorts;
import org.waybill.client.workflow.survey.UnprobedEndpoints;
import org.waybill.desktop.activity.BackgroundTasks;
import org.waybill.desktop.endpoint.DatasetSearch;
import org.waybill.desktop.endpoint.FileActions;
import org.waybill.desktop.profile.VaultModel;
import org.waybill.desktop.workflow.CircuitQuotes;
import org.waybill.engine.CopyRules;
import org.waybill.engine.DataOptions;
import org.waybill.engine.NetworkPaths;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.TransferRequest.Verify;
import org.waybill.engine.filter.EntryFilter;
import org.waybill.engine.identity.HomeKey;
import org.waybill.engine.mover.Credentials;
import org.waybill.engine.mover.Mover;
import org.waybill.engine.mover.Movers;
import org.waybill.engine.mover.engine.EngineMover;

/** The client's core at work for one user: their home, their vault, their keys, their shared advisor service. */
public final class CoreAdvisorFacade implements AdvisorFacade {
    private static final Duration SERVICE_PATIENCE = Duration.ofSeconds(30);
    private static final Duration COUNT_PATIENCE = Duration.ofSeconds(20);
    private static final long MOST_FILES = 5_000_000;
    private static final int MOST_FOUND = 200;

    private final WaybillHome home;
    private final AdvisorClient client;
    private final AdvisorService service;
    private final VaultModel keychain;
    private final @Nullable Path agentSocket;
    private final Questions questions;
    /** Of what works on its own: the answers that were given, and no new questions. */
    private final Credentials known;

    private final FileActions files;
    private final DatasetCounter counter;
    private final StagedTransferService moves;
    private final BackgroundTasks tasks;

    private CoreAdvisorFacade(Map<String, String> environment, @Nullable URI url, AdvisorClient client) {
        String agent = environment.getOrDefault("SSH_AUTH_SOCK", "");
        Path userHome = Path.of(environment.getOrDefault("HOME", System.getProperty("user.home")));
        this.home = WaybillHome.of(environment);
        this.client = client;
        this.service = client.service();
        this.keychain = new VaultModel(home, userHome);
        this.agentSocket = agent.isEmpty() ? null : Path.of(agent);
        this.questions = new Questions(home);
        this.tasks = new BackgroundTasks(home, environment, url, questions, keychain);
        this.known = keychain.credentials(
                (question, secret, again) -> again ? Optional.empty() : questions.known(question), questions.logIns());
        Credentials asking = keychain.credentials(questions, questions.logIns());
        EndpointStores stores = new EndpointStores(home, asking, agentSocket, (code, text) -> {});
        this.files = new FileActions(stores, userHome, questions);
        this.counter = new CompositeCounter(List.of(
                new LocalCounter(MOST_FILES, COUNT_PATIENCE),
                new StoreCounter(Movers.remoteStores(known, agentSocket), MOST_FILES, COUNT_PATIENCE)));
        RandomGenerator random = RandomGenerator.getDefault();
        List<Mover> engines = new ArrayList<>(List.of(new EngineMover(home.root())));
        engines.addAll(EngineMover.datagrams(home.root()));
        Movers movers = Movers.standard(new Movers.Surroundings(
                        asking,
                        agentSocket,
                        InputStream.nullInputStream(),
                        OutputStream.nullOutputStream(),
                        InstantSource.system(),
                        HomeKey.names(home.root()),
                        home.locks()))
                .precededBy(engines);
        RetryClock clock = RetryClock.SYSTEM;
        TransferService transfers = new TransferService(
                        movers.all(),
                        new Outbox(url == null ? home.outbox() : home.outbox(url)),
                        RetryPolicy.DEFAULT,
                        clock,
                        random,
                        service::reportRunning)
                .remembering(new RecentTransfers(home.recent()));
        this.moves = new StagedTransferService(
                new StorageTransferService(
                        new CircuitTransferService(transfers, () -> service, clock), () -> service, clock),
                stores,
                HomeKey.names(home.root()),
                clock);
    }

    /** With the home's own advisor service. */
    public static CoreAdvisorFacade of(Map<String, String> environment) {
        return of(environment, AdvisorClientFactory.shared(WaybillHome.of(environment), EmbeddedService.load()));
    }

    /**
     * With the advisor service at {@code url}, or with the home's own if that is null.
     *
     * @throws TransferException for a URL that no token may be sent to, and where the environment has no token
     */
    public static CoreAdvisorFacade of(Map<String, String> environment, @Nullable URI url) throws TransferException {
        if (url == null) {
            return of(environment);
        }
        URI checked = RemoteService.checked(url);
        String token = RemoteService.token(environment);
        return new CoreAdvisorFacade(
                environment, checked, AdvisorClientFactory.remote(WaybillHome.of(environment), checked, () -> token));
    }

    /** For the user whom an environment describes: {@code WAYBILL_HOME}, {@code HOME}, {@code SSH_AUTH_SOCK}. */
    static CoreAdvisorFacade of(Map<String, String> environment, AdvisorClient client) {
        return new CoreAdvisorFacade(environment, null, client);
    }

    @Override
    public void prepare() {
        client.prepare();
    }

    @Override
    public Advisor.AdviceResult advise(AdviceRequest request, LiveDiscovery liveDiscovery, Consumer<String> notes)
            throws TransferException, InterruptedException {
        return advise(request, liveDiscovery, AdvisorFactory.ofCopy(ports(notes), known, agentSocket, home.root()));
    }

    @Override
    public Advisor.AdviceResult whatIf(AdviceRequest request, LiveDiscovery liveDiscovery)
            throws TransferException, InterruptedException {
        return advise(request, liveDiscovery, ports(note -> {}));
    }

    private AdvisorPorts ports(Consumer<String> notes) {
        return AdvisorFactory.ports(service, SERVICE_PATIENCE, known, agentSocket, home.root(), notes);
    }

    private Advisor.AdviceResult advise(AdviceRequest request, LiveDiscovery liveDiscovery, AdvisorPorts usual)
            throws TransferException, InterruptedException {
        UnprobedEndpoints.requireProxies(List.of(request.source(), request.destination()), known.proxies());
        client.prepare();
        AdvisorPorts ports = UnprobedEndpoints.of(request, known.proxies())
                .within(usual, AdvisorFactory.requests(known, agentSocket));
        return new Advisor(ObservedPorts.ports(ports, request, liveDiscovery)).advise(request);
    }

    @Override
    public String script(AdviceRequest request, Advisor.AdviceResult adviceResult, int index) throws TransferException {
        return ScriptWriter.write(
                adviceResult.candidates().get(index),
                adviceResult.isDirectory(request.source()),
                HomeKey.names(home.root()));
    }

    @Override
    public TransferResult move(
            AdviceRequest request,
            Advisor.AdviceResult adviceResult,
            int index,
            long rateBitsPerSecond,
            TransferListener listener)
            throws TransferException, InterruptedException {
        Workflow workflow = adviceResult.advice().workflows().get(index);
        Candidate candidate = adviceResult.candidates().get(index);
        TransferRequest transfer = new TransferRequest(
                candidate.source(),
                candidate.destination(),
                NetworkPaths.through(workflow.via()),
                new DataOptions(workflow.streams(), rateBitsPerSecond, Verify.SHA256),
                request.deadline(),
                false,
                request.dedicated() || workflow.hasPathOfItsOwn(),
                List.of(),
                null,
                CopyRules.USUAL.with(request.filter()));
        Optional<Dataset> counted = adviceResult.counted().map(DatasetSize::dataset);
        TransferOrder order = TransferOrder.along(
                        workflow,
                        transfer,
                        adviceResult.advice().source().host(),
                        adviceResult.advice().destination().host(),
                        counted.map(Dataset::files).orElse(0L),
                        true)
                .at(request.source(), request.destination())
                .along(candidate, counted.map(Dataset::bytes).orElse(-1L));
        return questions.settling(() -> moves.move(order, listener));
    }

    @Override
    public Optional<DatasetSize> count(Endpoint source, EntryFilter filter)
            throws TransferException, InterruptedException {
        try {
            return counter.through(filter).count(source);
        } catch (TransferException e) {
            if (e.reason() == Reason.AUTHENTICATION || FileActions.isAsked(e)) {
                return Optional.empty(); // asked when the user starts, not while they type
            }
            throw e;
        }
    }

    @Override
    public EndpointNames names() throws TransferException {
        return new EndpointNames(HomeConfig.read(home.config()).remotes(), known.sshConfig());
    }

    @Override
    public FileActions files() {
        return files;
    }

    @Override
    public PairHistory history(String sourceHost, String destinationHost, int limit) {
        return service.history(sourceHost, destinationHost, limit);
    }

    @Override
    public Journal journal() {
        return new Journal(home.activity());
    }

    @Override
    public BackgroundTasks tasks() {
        return tasks;
    }

    @Override
    public Bookmarks bookmarks() {
        return new Bookmarks(home.bookmarks());
    }

    @Override
    public VaultModel keychain() {
        return keychain;
    }

    @Override
    public DatasetSearch datasets() {
        return query -> ServiceQueries.replicas(service.findData(new DataQuery(query, "", MOST_FOUND, "")));
    }

    @Override
    public CircuitQuotes circuits() {
        return (request, bytes, from) ->
                (request.source().isLocal() && request.destination().isLocal()) || bytes <= 0
                        ? List.of()
                        : ServiceQueries.quotes(service.quoteCircuits(ServiceQueries.circuits(request, bytes, from)));
    }

    @Override
    public Questions questions() {
        return questions;
    }

    @Override
    public void close() {
        questions.forget();
        client.close();
    }
}
