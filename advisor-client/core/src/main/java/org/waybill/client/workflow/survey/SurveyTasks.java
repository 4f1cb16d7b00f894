package org.waybill.client.workflow.survey;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.TransferException;

/** Waits for what other threads find out; their failures come out as their own. */
public final class SurveyTasks {
    private SurveyTasks() {}

    public static <T> T await(Future<T> task) throws TransferException, InterruptedException {
        try {
            return task.get();
        } catch (ExecutionException e) {
            throw failure(e);
        }
    }

    /**
     * The same for what advice can do without.
     *
     * @param most the longest to wait
     * @param otherwise the answer if that is not enough; the task is then no longer needed
     */
    public static <T> T await(Future<T> task, Duration most, T otherwise)
            throws TransferException, InterruptedException {
        Optional<T> answer = answer(task, most);
        if (answer.isEmpty()) {
            task.cancel(true);
        }
        return answer.orElse(otherwise);
    }

    /** The number, if it is known in time; else 0. */
    static int known(Future<Integer> number, Duration most) throws InterruptedException {
        try {
            return number.get(most.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException | TimeoutException _) {
            return 0;
        }
    }

    /** The answer, empty if there is none in time; the task goes on. */
    static <T> Optional<T> answer(Future<T> task, Duration most) throws TransferException, InterruptedException {
        try {
            return Optional.of(task.get(most.toNanos(), TimeUnit.NANOSECONDS));
        } catch (ExecutionException e) {
            throw failure(e);
        } catch (TimeoutException _) {
            return Optional.empty();
        }
    }

    private static TransferException failure(ExecutionException e) throws InterruptedException {
        @Nullable Throwable cause = e.getCause();
        if (cause instanceof TransferException failure) {
            return failure;
        }
        if (cause instanceof InterruptedException interrupted) {
            throw interrupted;
        }
        throw new IllegalStateException("a part of the survey failed", cause);
    }
}
