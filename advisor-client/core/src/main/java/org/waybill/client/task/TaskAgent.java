package org.waybill.client.task;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.channels.FileChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.waybill.client.WaybillHome;
import org.waybill.client.task.AgentMessage.Answer;
import org.waybill.client.task.AgentMessage.Request;
import org.waybill.engine.TransferException;
import org.waybill.platform.PrivateFiles;

/** The agent's process: one for each home and machine, by a lock that the kernel frees; others ask it at its socket. */
public final class TaskAgent {
    private static final System.Logger LOG = System.getLogger(TaskAgent.class.getName());
    /** How long an agent that ends may hold the lock after it stopped answering, and a peer may be silent. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final long PAUSE_MILLIS = 20;

    private TaskAgent() {}

    /**
     * Runs until nothing has been to do for a while.
     *
     * @param launcher the command line of {@code waybill}
     * @param environment that tasks get whose own is not in memory, as after a restart
     * @param idle after how much time without work it ends
     * @return false if another agent runs
     */
    public static boolean run(WaybillHome home, List<String> launcher, Map<String, String> environment, Duration idle)
            throws IOException, TransferException, InterruptedException {
        AgentPlace place = new AgentPlace(home);
        PrivateFiles.createDirectory(home.agent());
        FileChannel lock = locked(place);
        if (lock == null) {
            return false;
        }
        try (lock;
                AgentServer server = new AgentServer(place, environment);
                TaskScheduler scheduler = new TaskScheduler(home, launcher, environment, idle, server)) {
            scheduler.begin();
            for (SocketChannel peer = server.accept(); peer != null; peer = server.accept()) {
                SocketChannel accepted = peer;
                Thread.ofVirtual().start(() -> answer(place, accepted, scheduler));
            }
        }
        return true;
    }

    /** The lock; null if another agent has it and answers. */
    private static @Nullable FileChannel locked(AgentPlace place)
            throws IOException, TransferException, InterruptedException {
        long sinceNs = System.nanoTime();
        while (true) {
            FileChannel lock = PrivateFiles.tryLock(place.lock());
            if (lock != null) {
                return lock;
            }
            try (SocketChannel other = TaskClient.connect(place)) {
                if (other != null || System.nanoTime() - sinceNs > PATIENCE.toNanos()) {
                    return null;
                }
            }
            Thread.sleep(PAUSE_MILLIS);
        }
    }

    private static void answer(AgentPlace place, SocketChannel peer, TaskScheduler scheduler) {
        try (peer) {
            place.requireOurs(peer);
            Answer answer = answer(peer, scheduler);
            if (answer != null) {
                AgentMessage.write(peer, answer);
            }
        } catch (IOException | TransferException e) {
            LOG.log(Level.WARNING, "a connection to the agent failed: " + e.getMessage());
        }
    }

    private static @Nullable Answer answer(SocketChannel peer, TaskScheduler scheduler) throws IOException {
        try {
            Request request = AgentMessage.read(peer, Request.class, PATIENCE);
            return request == null ? null : scheduler.answer(request, () -> AgentMessage.isAwaited(peer));
        } catch (TransferException e) {
            return Answer.of(e);
        }
    }
}
