package org.waybill.engine.testserver;

import java.util.ArrayList;
import java.util.List;

/** What a test has started and must stop again, the last one first. */
public final class Running implements AutoCloseable {
    private final List<AutoCloseable> started = new ArrayList<>();

    /** Remembers it and hands it back. */
    public <T extends AutoCloseable> T use(T closeable) {
        started.add(closeable);
        return closeable;
    }

    @Override
    public void close() throws Exception {
        for (AutoCloseable closeable : started.reversed()) {
            closeable.close();
        }
    }
}
