package org.waybill.client.task;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.waybill.client.WaybillHome;
import org.waybill.platform.PrivateFiles;

/** Whose tasks are whose, where machines share a home: a machine keeps its own while its agent renews its address. */
record TaskTakeOver(WaybillHome home) {
    /** A machine whose agent has not renewed its address for so long is gone. */
    static final Duration LEASE = Duration.ofMinutes(10);

    /** Makes a task this machine's if that of its own is gone; one of several machines does. */
    Optional<Task> take(String id) throws IOException {
        TaskStore store = new TaskStore(home.tasks());
        return PrivateFiles.holding(home.agent().resolve("take-over.lock"), () -> {
            Task now = store.read(id).orElse(null);
            if (now == null || now.state().isOver() || !isGone(now.machine()) || !TaskLock.isFree(store.lock(id))) {
                return Optional.empty();
            }
            Task ours = now.takenOver(WaybillHome.thisMachine());
            store.write(ours);
            return Optional.of(ours);
        });
    }

    /** Both times are the file system's own, so that it does not matter whether the machines' clocks agree. */
    private boolean isGone(String machine) throws IOException {
        AgentPlace place = new AgentPlace(home);
        Path theirs = place.file(machine);
        if (machine.equals(WaybillHome.thisMachine())) {
            return false;
        }
        return !Files.exists(theirs)
                || Duration.between(
                                        Files.getLastModifiedTime(theirs).toInstant(),
                                        Files.getLastModifiedTime(place.file(WaybillHome.thisMachine()))
                                                .toInstant())
                                .compareTo(LEASE)
                        > 0;
    }
}
