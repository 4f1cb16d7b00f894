package org.waybill.client.probe;

import java.time.Instant;
import java.util.function.Consumer;

/** What a probe needs of the world besides the network: clocks, and somewhere to say how far it is. */
public interface ProbeContext {
    /** The wall clock, for the age of a result. */
    Instant now();

    /** A monotonic clock, for durations: compare by difference only. */
    long nowNs();

    /** One line for a person about what is being done. */
    void note(String text);

    /** The system's clocks; notes go nowhere. */
    static ProbeContext system() {
        return system(_ -> {});
    }

    /** The system's clocks, and somebody who hears the notes. */
    static ProbeContext system(Consumer<String> notes) {
        return new ProbeContext() {
            @Override
            public Instant now() {
                return Instant.now();
            }

            @Override
            public long nowNs() {
                return System.nanoTime();
            }

            @Override
            public void note(String text) {
                notes.accept(text);
            }
        };
    }
}
