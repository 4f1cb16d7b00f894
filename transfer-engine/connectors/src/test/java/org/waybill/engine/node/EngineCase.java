package org.waybill.engine.node;

import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** What the tests of one node and its client share: an {@link EngineFixture} in a directory, which each test gets anew. */
public abstract class EngineCase {
    @TempDir
    protected Path directory;

    @AutoClose
    protected EngineFixture engine;

    @BeforeEach
    void startEngine() throws Exception {
        engine = new EngineFixture(directory);
    }
}
