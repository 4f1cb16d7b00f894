package org.waybill.engine.mover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.waybill.engine.testserver.TestFiles.sameContentAs;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.Location;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferReport;
import org.waybill.engine.mover.engine.EngineMover;
import org.waybill.engine.node.EngineFixture;
import org.waybill.engine.node.TcpForwarder;
import org.waybill.engine.testserver.TestCredentials;

class EngineMoverTest extends MoverContract {
    @TempDir
    private Path directory;

    private EngineFixture engine;
    private TcpForwarder forwarder;

    @BeforeEach
    void start() throws IOException, TransferException {
        engine = new EngineFixture(directory);
        forwarder = new TcpForwarder(engine.node.address());
    }

    @AfterEach
    void stop() throws IOException {
        forwarder.close();
        engine.close();
    }

    @Override
    protected Path served() {
        return engine.data;
    }

    @Override
    protected Location remote(String path) {
        return EngineFixture.remote(forwarder.port(), path);
    }

    @Override
    protected TestCredentials credentials() {
        return new TestCredentials();
    }

    @Override
    protected boolean keepsPrefixes() {
        return false;
    }

    @Override
    protected boolean writesFromSeveralHomes() {
        return false;
    }

    @Override
    protected boolean keepsLinks() {
        return true;
    }

    @Override
    protected boolean isConfined() {
        return true;
    }

    @Override
    protected boolean carriesPermissionsOfDirectories() {
        return true;
    }

    @Override
    protected boolean makesHoles() {
        return true;
    }

    @Override
    protected String transport() {
        return "tcp";
    }

    @Override
    protected void cut() {
        forwarder.cutAll();
    }

    @Override
    protected Mover mover(Credentials credentials, InputStream in, ByteArrayOutputStream out) {
        return new RepeatingMover(new EngineMover(engine.home).withStreams(in, out));
    }

    /** Our blocks are smaller than the other movers': only the one that was altered is sent again. */
    @Override
    @Test
    void sendsAnAlteredPartialFileAgain() throws Exception {
        Path source = file(served().resolve("big"), 48 * MIB);
        interruptAt(36 * MIB, remote("/big"), local(here.resolve("copy")));
        Path partial = EngineFixture.leftovers(here).stream()
                .filter(path -> path.toString().endsWith(".part"))
                .findFirst()
                .orElseThrow();
        try (RandomAccessFile file = new RandomAccessFile(partial.toFile(), "rw")) {
            file.seek(20 * MIB);
            file.write("altered by another program".getBytes(StandardCharsets.UTF_8));
        }
        TransferReport report = get(remote("/big"), here.resolve("copy"));
        assertThat(here.resolve("copy")).satisfies(sameContentAs(source));
        assertThat(report.resumedBytes()).isGreaterThan(30 * MIB);
        assertThat(Files.exists(partial)).isFalse();
    }
}
