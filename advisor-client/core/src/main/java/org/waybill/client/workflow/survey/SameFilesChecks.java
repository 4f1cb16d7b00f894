package org.waybill.client.workflow.survey;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.probe.host.NodePlace;
import org.waybill.engine.TransferException;

/**
 * By which path a node shows the same files as SSH, at each endpoint where that decides something. Only the ranking needs it,
 * so the checks go on beside the rest of the survey and the test transfers: over a path that is full a log-in takes
 * seconds. Closing ends those that have not answered.
 */
public final class SameFilesChecks implements AutoCloseable {
    private final ExecutorService threads = Executors.newThreadPerTaskExecutor(
            Thread.ofVirtual().name("same-files-", 0).factory());
    private final Map<Question, Check> checks = new ConcurrentHashMap<>();

    private record Question(Endpoint end, boolean receives) {}

    /**
     * A check that was started.
     *
     * @param before what an earlier check found
     */
    private record Check(Future<NodePlace> answer, Supplier<Optional<NodePlace>> before) {}

    /** Starts a check, unless it was. */
    void start(Endpoint end, boolean receives, Callable<NodePlace> check, Supplier<Optional<NodePlace>> before) {
        checks.computeIfAbsent(new Question(end, receives), _ -> new Check(threads.submit(check), before));
    }

    /**
     * What the node shows of an endpoint, as far as that is known after a while; of a late check, what was known before.
     * A path that needs no check is the node's own.
     */
    public Optional<NodePlace> place(Endpoint end, boolean receives, Duration most)
            throws TransferException, InterruptedException {
        Check check = checks.get(new Question(end, receives));
        if (check == null) {
            return Optional.of(new NodePlace(end.location().path()));
        }
        Optional<NodePlace> answer = SurveyTasks.answer(check.answer, most);
        return answer.isPresent() ? answer : check.before.get();
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
