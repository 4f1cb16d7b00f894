package org.waybill.client.probe;

import java.time.Instant;
import java.util.function.Consumer;

/** What a probe needs besides the network: clocks, and a listener for its progress. */
@FunctionalInterface
public interface ProbeContext {
    /** One line for a person about what is being done. */
    void note(String text);

    /** The wall clock, for the age of a result. */
    default Instant now() {
        return Instant.now();
    }

    /** A monotonic clock, for durations: compare by difference only. */
    default long nowNs() {
        return System.nanoTime();
    }

    /** The system's clocks; notes go nowhere. */
    static ProbeContext system() {
        return _ -> {};
    }

    /** The system's clocks, and a receiver of the notes. */
    static ProbeContext system(Consumer<String> notes) {
        return notes::accept;
    }
}
