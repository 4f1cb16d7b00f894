package org.waybill.desktop;

import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.waybill.api.embedded.EmbeddedService;
import org.waybill.client.WaybillHome;
import org.waybill.client.credentials.MasterSecret;
import org.waybill.client.credentials.Vault;
import org.waybill.client.credentials.VaultCredentials;
import org.waybill.client.estimate.Dataset;
import org.waybill.client.execution.MoveOrder;
import org.waybill.client.execution.MoveResult;
import org.waybill.client.execution.MoveService;
import org.waybill.client.execution.RetryPolicy;
import org.waybill.client.execution.Ticker;
import org.waybill.client.remote.AdvisorClient;
import org.waybill.client.remote.AdvisorClients;
import org.waybill.client.remote.Outbox;
import org.waybill.client.workflow.AdviceRequest;
import org.waybill.client.workflow.Advisor;
import org.waybill.client.workflow.Advisors;
import org.waybill.client.workflow.Candidate;
import org.waybill.client.workflow.Workflow;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.TransferRequest.Verify;
import org.waybill.engine.mover.Movers;
import org.waybill.engine.mover.engine.EngineMover;
import org.waybill.engine.mover.store.Retries;

/** The client's core at work for one user: their home, their vault, their keys, their shared advisor service. */
public final class CoreAssistant implements Assistant {
    private static final Duration SERVICE_PATIENCE = Duration.ofSeconds(30);

    private final AdvisorClient service;
    private final VaultCredentials credentials;
    private final @Nullable Path agentSocket;
    private final MoveService moves;

    private CoreAssistant(WaybillHome home, Path userHome, @Nullable Path agentSocket) {
        this.service = AdvisorClients.shared(home, EmbeddedService.load());
        this.credentials = new VaultCredentials(new Vault(home.vault(), new MasterSecret.KeyFile(home.vaultKey())),
                home, userHome);
        this.agentSocket = agentSocket;
        RandomGenerator random = RandomGenerator.getDefault();
        Movers movers = Movers.standard(new Movers.Surroundings(credentials, agentSocket,
                InputStream.nullInputStream(), OutputStream.nullOutputStream(), InstantSource.system(), random),
                Retries.none()).precededBy(List.of(new EngineMover(home.root(), Retries.none()),
                EngineMover.plut(home.root(), Retries.none()), EngineMover.tsp(home.root(), Retries.none())));
        this.moves = new MoveService(movers.all(), new Outbox(home.outbox()), RetryPolicy.DEFAULT, Ticker.SYSTEM,
                random);
    }

    /** For the user whose process this is. */
    public static CoreAssistant ofThisUser() {
        return of(System.getenv());
    }

    /** For the user whom an environment describes: {@code WAYBILL_HOME}, {@code HOME}, {@code SSH_AUTH_SOCK}. */
    public static CoreAssistant of(Map<String, String> environment) {
        String agent = environment.getOrDefault("SSH_AUTH_SOCK", "");
        String userHome = environment.getOrDefault("HOME", System.getProperty("user.home"));
        return new CoreAssistant(WaybillHome.of(environment), Path.of(userHome),
                agent.isEmpty() ? null : Path.of(agent));
    }

    @Override
    public Advisor.Counsel advise(AdviceRequest request, Consumer<String> notes)
            throws TransferException, InterruptedException {
        service.prepare();
        return Advisors.usual(service, SERVICE_PATIENCE, credentials, agentSocket, notes).advise(request);
    }

    @Override
    public MoveResult move(AdviceRequest request, Advisor.Counsel counsel, int index, TransferListener listener)
            throws TransferException, InterruptedException {
        Workflow workflow = counsel.advice().workflows().get(index);
        Candidate candidate = counsel.candidates().get(index);
        TransferRequest transfer = new TransferRequest(candidate.source(), candidate.destination(), workflow.via(),
                workflow.streams(), 0, Verify.SHA256, request.deadline(), false);
        long files = counsel.counted().map(counted -> counted.dataset()).map(Dataset::files).orElse(0L);
        return moves.move(new MoveOrder(transfer, workflow.transport(), counsel.advice().source().host(),
                counsel.advice().destination().host(), files, workflow.estimate()), listener);
    }

    @Override
    public void close() {
        service.close();
    }
}
