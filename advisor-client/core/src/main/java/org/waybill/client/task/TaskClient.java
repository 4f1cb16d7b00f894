package org.waybill.client.task;

import java.io.File;
import java.io.IOException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.SocketChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.waybill.client.WaybillHome;
import org.waybill.client.task.AgentMessage.Action;
import org.waybill.client.task.AgentMessage.Answer;
import org.waybill.client.task.AgentMessage.Request;
import org.waybill.engine.ErrorText;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.storage.StorageErrors;
import org.waybill.platform.PrivateFiles;

/**
 * Asks the agent of this home and machine; starts it where none runs.
 *
 * @param launcher the command line of {@code waybill}, which its arguments are added to
 * @param environment of this command, which the agent and the tasks' processes get
 * @param patience how long the agent may take to answer
 */
public record TaskClient(WaybillHome home, List<String> launcher, Map<String, String> environment, Duration patience) {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final long PAUSE_MILLIS = 20;
    /** An agent that ends while it is asked has answered nobody; the next one has other reasons. */
    private static final int ROUNDS = 5;

    public TaskClient(WaybillHome home, List<String> launcher, Map<String, String> environment) {
        this(home, launcher, environment, PATIENCE);
    }

    /** The tasks, which are read without the agent. */
    public TaskStore store() {
        return new TaskStore(home.tasks());
    }

    /**
     * Submits a command.
     *
     * @param id a task that is there under it is returned, and not submitted again
     * @param words of the command, without {@code waybill}
     * @param startAt when it starts; null for at once
     * @param notice a shell command that is run when it is over; empty for none
     */
    public Task submit(String id, List<String> words, Path directory, @Nullable Instant startAt, String notice)
            throws TransferException, InterruptedException {
        return submit(Action.SUBMIT, id, words, directory, startAt, notice);
    }

    /**
     * Submits a transfer that a window has begun and no longer runs.
     *
     * @param id a task that is over makes room under it
     * @param paused whether it goes on only when it is told to
     */
    public Task handOver(String id, List<String> words, Path directory, boolean paused)
            throws TransferException, InterruptedException {
        return submit(paused ? Action.HAND_OVER_PAUSED : Action.HAND_OVER, id, words, directory, null, "");
    }

    private Task submit(
            Action action, String id, List<String> words, Path directory, @Nullable Instant startAt, String notice)
            throws TransferException, InterruptedException {
        Credentials.requireNone(words);
        Credentials.requireNone(List.of(notice));
        String name = TaskStore.checkedId(id);
        return Objects.requireNonNull(
                ask(new Request(action, name, words, directory.toString(), startAt, notice, environment))
                        .task());
    }

    public Task pause(String id) throws TransferException, InterruptedException {
        return change(Action.PAUSE, id);
    }

    /** Goes on with a task that is paused or waits, with the credentials of this command's environment. */
    public Task resume(String id) throws TransferException, InterruptedException {
        return change(Action.RESUME, id);
    }

    public Task cancel(String id) throws TransferException, InterruptedException {
        return change(Action.CANCEL, id);
    }

    /** Starts a task again that has failed or was cancelled. A relative deadline of its command counts from now on. */
    public Task retry(String id) throws TransferException, InterruptedException {
        return change(Action.RETRY, id);
    }

    /** The same with another deadline, written as for {@code --deadline}; empty for none. */
    public Task retry(String id, String deadline) throws TransferException, InterruptedException {
        return change(Action.RETRY, id, List.of(deadline));
    }

    /** Goes on with a task that is not over at no more than a rate, written as for {@code --rate}; empty for no limit. */
    public Task limit(String id, String rate) throws TransferException, InterruptedException {
        return change(Action.LIMIT, id, List.of(rate));
    }

    private Task change(Action action, String id) throws TransferException, InterruptedException {
        return change(action, id, List.of());
    }

    private Task change(Action action, String id, List<String> words) throws TransferException, InterruptedException {
        return Objects.requireNonNull(
                ask(new Request(action, id, words, "", null, "", environment)).task());
    }

    /** How many tasks of a home run at once on one machine. */
    public static int limit(WaybillHome home) {
        return TaskScheduler.limit(home.config());
    }

    /** Sees to it that an agent runs if a task of this machine wants one, or one of another that may be gone. */
    public void wake(List<Task> tasks) throws TransferException, InterruptedException {
        if (tasks.stream().anyMatch(Task::wantsAgent)) {
            ask(new Request(Action.WAKE, "", List.of(), "", null, "", Map.of()));
        }
    }

    private Answer ask(Request request) throws TransferException, InterruptedException {
        for (int round = 0; round < ROUNDS; round++) {
            try (SocketChannel agent = reached()) {
                AgentMessage.write(agent, request);
                Answer answer = AgentMessage.read(agent, Answer.class, patience);
                if (answer != null) {
                    return answer.orThrow();
                }
            } catch (ClosedByInterruptException _) {
                throw new InterruptedException();
            } catch (SocketTimeoutException e) {
                throw silent(e);
            } catch (IOException e) {
                if (round == ROUNDS - 1) {
                    throw new TransferException(Reason.UNREACHABLE, "the agent does not answer: " + ErrorText.of(e), e);
                }
            }
        }
        throw new TransferException(Reason.UNREACHABLE, "the agent ends before it answers: see " + log());
    }

    private TransferException silent(SocketTimeoutException e) {
        String process = new AgentPlace(home)
                .published()
                .map(address -> " (process " + address.pid() + ")")
                .orElse("");
        return new TransferException(
                Reason.UNREACHABLE,
                "the agent" + process + " has not answered for " + patience.toSeconds()
                        + " s: kill it, and the next command starts another one",
                e);
    }

    /** A connection to the agent, which is started where none answers. */
    private SocketChannel reached() throws IOException, TransferException, InterruptedException {
        AgentPlace place = new AgentPlace(home);
        SocketChannel running = connect(place);
        if (running != null && !hasLeft(place, running)) {
            return running;
        }
        running = connect(place);
        @Nullable Process started = running == null ? start() : null;
        long sinceNs = System.nanoTime();
        while (running == null) {
            running = connect(place);
            if (running == null) {
                requireStarting(Objects.requireNonNull(started), sinceNs);
                Thread.sleep(PAUSE_MILLIS);
            }
        }
        return running;
    }

    /** Whether it is outdated and has left; one that is needed goes on and is asked as it is. */
    private boolean hasLeft(AgentPlace place, SocketChannel running) throws IOException, TransferException {
        if (place.published().filter(AgentPlace.Address::isOutdated).isEmpty()) {
            return false;
        }
        try (running) {
            AgentMessage.write(running, new Request(Action.LEAVE, "", List.of(), "", null, "", Map.of()));
            AgentMessage.read(running, Answer.class, patience);
        }
        return true;
    }

    static @Nullable SocketChannel connect(AgentPlace place) throws IOException, TransferException {
        Path socket =
                place.published().map(address -> Path.of(address.socket())).orElse(null);
        if (socket == null || !Files.exists(socket)) {
            return null;
        }
        SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        boolean connected = false;
        try {
            AgentPlace.requireOurs(socket);
            channel.connect(UnixDomainSocketAddress.of(socket));
            place.requireOurs(channel);
            connected = true;
            return channel;
        } catch (NoSuchFileException | SocketException _) {
            return null; // of an agent that is gone
        } finally {
            if (!connected) {
                channel.close();
            }
        }
    }

    private Path log() {
        return home.logs().resolve("agent.log");
    }

    private Process start() throws TransferException {
        if (launcher.isEmpty()) {
            throw new TransferException(
                    Reason.BAD_INPUT, "the agent can be started only by the script 'waybill': run that");
        }
        prepareLog();
        List<String> line = new ArrayList<>(launcher);
        line.add("agent");
        ProcessBuilder builder = new ProcessBuilder(line)
                .directory(home.root().toFile())
                .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log().toFile()));
        builder.environment().clear();
        builder.environment().putAll(environment);
        builder.environment().put("WAYBILL_HOME", home.root().toString());
        builder.environment().put("WAYBILL_BUILD", "no"); // who asks is built, and does not wait for minutes
        builder.environment().remove(TaskLock.VARIABLE);
        try {
            return builder.start();
        } catch (IOException e) {
            throw new TransferException(Reason.INTERNAL, "the agent does not start: " + ErrorText.of(e), e);
        }
    }

    /** @throws TransferException where this user may not write the home, in which an agent keeps the tasks */
    private void prepareLog() throws TransferException {
        try {
            home.create();
            if (!Files.exists(log())) {
                PrivateFiles.replace(log(), "");
            }
            if (!Files.isWritable(log())) {
                throw new AccessDeniedException(log().toString());
            }
        } catch (IOException e) {
            throw StorageErrors.map(e, "starting the agent, which writes", log().toString());
        }
    }

    /** @throws TransferException if no agent is going to answer */
    private void requireStarting(Process started, long sinceNs) throws TransferException {
        if (!started.isAlive() && started.exitValue() != 0) {
            List<String> said = TaskStore.tail(log());
            String last = said.isEmpty() ? "exit code " + started.exitValue() : said.getLast();
            throw new TransferException(
                    Reason.INTERNAL, "the agent does not start: " + last.replaceFirst("^waybill: ", ""));
        }
        if (System.nanoTime() - sinceNs > PATIENCE.toNanos()) {
            throw new TransferException(
                    Reason.UNREACHABLE,
                    "the agent of " + home.root() + " does not answer for " + PATIENCE.toSeconds() + " s: see "
                            + log());
        }
    }
}
