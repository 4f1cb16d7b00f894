package org.waybill.client.workflow.survey;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.engine.TransferException;

/**
 * Whether a node shows the same files as SSH, at each endpoint where that decides something. Only the ranking needs it,
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
    private record Check(Future<Boolean> answer, BooleanSupplier before) {}

    /** Starts a check, unless it was. */
    void start(Endpoint end, boolean receives, Callable<Boolean> check, BooleanSupplier before) {
        checks.computeIfAbsent(new Question(end, receives), _ -> new Check(threads.submit(check), before));
    }

    /** Whether both endpoints show the same, as far as that is known after a while; of a late check, before it. */
    public Optional<Boolean> isSame(Endpoint source, Endpoint destination, Duration most)
            throws TransferException, InterruptedException {
        long endNs = System.nanoTime() + most.toNanos();
        Optional<Boolean> atSource = isSame(new Question(source, false), endNs);
        return atSource.isPresent() && atSource.get() ? isSame(new Question(destination, true), endNs) : atSource;
    }

    private Optional<Boolean> isSame(Question question, long endNs) throws TransferException, InterruptedException {
        Check check = checks.get(question);
        if (check == null) {
            return Optional.of(question.end.isLocal());
        }
        Duration left = Duration.ofNanos(Math.max(0, endNs - System.nanoTime()));
        Optional<Boolean> answer = SurveyTasks.answer(check.answer, left);
        return answer.isEmpty() && check.before.getAsBoolean() ? Optional.of(true) : answer;
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
