package org.waybill.engine.mover;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.Location;
import org.waybill.engine.testserver.RcloneRemotes;
import org.waybill.engine.testserver.TestCredentials;

/** By rclone with its backend for this machine's files, which the environment of the tests configures. */
class RcloneMoverTest extends MoverContract {
    @TempDir
    private Path served;

    @BeforeEach
    void serve() throws IOException {
        served = Files.createDirectory(served.resolve("served"));
    }

    @Override
    protected Path served() {
        return served;
    }

    @Override
    protected Location remote(String path) {
        return RcloneRemotes.here(served + path);
    }

    @Override
    protected TestCredentials credentials() {
        return new TestCredentials();
    }

    @Override
    protected String transport() {
        return "rclone";
    }

    @Override
    protected boolean provesWhatIsThere() {
        return false;
    }

    @Override
    protected boolean resumesPut() {
        return false;
    }

    @Override
    protected boolean tellsLinks() {
        return false;
    }

    @Override
    protected boolean carries(String name) {
        return !name.contains("\n");
    }

    @Override
    protected void cut() {
        RcloneRemotes.killAll();
    }
}
