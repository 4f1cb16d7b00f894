package org.waybill.engine.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.waybill.engine.testserver.TestFiles.sameContentAs;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.file.Files;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.waybill.engine.DataOptions;
import org.waybill.engine.Location;
import org.waybill.engine.NetworkPaths;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferReport;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.mover.engine.EngineMover;
import org.waybill.engine.storage.PartialFile;

/** Standard input and output as ends of a transfer, over TCP and over datagrams. */
class LiveStreamTest extends EngineCase {
    private static final long RATE = 100_000_000;

    private EngineMover mover(String transport, InputStream in, OutputStream out) {
        return engine.by(transport).withStreams(in, out);
    }

    private TransferReport push(String transport, InputStream in) throws TransferException, InterruptedException {
        return mover(transport, in, OutputStream.nullOutputStream())
                .move(request(Location.STREAM, engine.remote("/in")), TransferListener.NONE);
    }

    private static TransferRequest request(Location source, Location target) {
        return new TransferRequest(
                        source, target, NetworkPaths.DIRECT, new DataOptions(0, RATE, TransferRequest.Verify.SHA256))
                .onDedicatedPath(true);
    }

    private static byte[] random(int bytes) {
        byte[] content = new byte[bytes];
        new Random(bytes).nextBytes(content);
        return content;
    }

    private static String sha256(byte[] content) throws Exception {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
    }

    @ParameterizedTest
    @MethodSource("org.waybill.engine.node.EngineFixture#transports")
    void aStreamBecomesAFileAndAFileAStream(String transport) throws Exception {
        byte[] content = random(5_000_003);
        TransferReport there = push(transport, new ByteArrayInputStream(content));
        assertThat(there.bytes()).isEqualTo(content.length);
        assertThat(there.sha256()).isEqualTo(sha256(content));
        assertThat(engine.data.resolve("in")).satisfies(sameContentAs(content));
        assertThat(EngineFixture.leftovers(engine.data)).isEmpty();

        ByteArrayOutputStream out = new ByteArrayOutputStream();
        TransferReport back = mover(transport, InputStream.nullInputStream(), out)
                .move(request(engine.remote("/in"), Location.STREAM), TransferListener.NONE);
        assertThat(out.toByteArray()).isEqualTo(content);
        assertThat(back.sha256()).isEqualTo(sha256(content));
        assertThat(back.bytes()).isEqualTo(content.length);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 40_000})
    void smallOnesToo(int bytes) throws Exception {
        push("tcp", new ByteArrayInputStream(random(bytes)));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        mover("tcp", InputStream.nullInputStream(), out)
                .move(request(engine.remote("/in"), Location.STREAM), TransferListener.NONE);
        assertThat(out.toByteArray()).isEqualTo(random(bytes));
    }

    @Test
    void liveDataTravelAtOnce() throws Exception {
        PipedOutputStream pipe = new PipedOutputStream();
        PipedInputStream in = new PipedInputStream(pipe);
        Thread move = Thread.startVirtualThread(() -> {
            try {
                push("tsp", in);
            } catch (TransferException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        pipe.write(random(1000));
        pipe.flush();
        awaitBytes(1000);
        pipe.write(random(500));
        pipe.close();
        move.join();
        assertThat(engine.data.resolve("in")).hasSize(1500);
    }

    /** What is written so far is under a name of the node's own. */
    private void awaitBytes(long bytes) throws IOException, InterruptedException {
        for (int i = 0; i < 200; i++) {
            try (var files = Files.list(engine.data)) {
                if (files.anyMatch(file -> file.toFile().length() == bytes)) {
                    assertThat(engine.data.resolve("in")).doesNotExist();
                    return;
                }
            }
            Thread.sleep(50);
        }
        throw new AssertionError("what was written has not arrived within 10 s");
    }

    @Test
    void aStreamThatBreaksLeavesNothing() throws Exception {
        InputStream breaks = new InputStream() {
            private int left = PartialFile.BLOCK_BYTES + 40_000;

            @Override
            public int read() throws IOException {
                if (left-- <= 0) {
                    throw new IOException("the instrument is off");
                }
                return 7;
            }
        };
        assertThatThrownBy(() -> push("tcp", breaks))
                .isInstanceOf(TransferException.class)
                .hasMessageContaining("the instrument is off");
        for (int i = 0; i < 100 && !EngineFixture.leftovers(engine.data).isEmpty(); i++) {
            Thread.sleep(50);
        }
        assertThat(EngineFixture.leftovers(engine.data)).isEmpty();
        assertThat(engine.data.resolve("in")).doesNotExist();
    }

    /** However soon it is: the bytes that were read are gone. */
    @Test
    void aConnectionThatIsLostWithTheFirstBytesEndsTheMoveForGood() throws Exception {
        try (TcpForwarder forwarder = new TcpForwarder(engine.node.address())) {
            InputStream in = new InputStream() {
                private boolean cut;

                @Override
                public int read() {
                    if (!cut) {
                        cut = true;
                        forwarder.cutAll();
                    }
                    return 7;
                }
            };
            assertThatThrownBy(() -> mover("tcp", in, OutputStream.nullOutputStream())
                            .move(
                                    request(Location.STREAM, EngineFixture.remote(forwarder.port(), "/in")),
                                    TransferListener.NONE))
                    .isInstanceOfSatisfying(
                            TransferException.class, e -> assertThat(e.reason()).isEqualTo(Reason.GAVE_UP));
        }
    }

    /** What was written represents what arrived: it is hashed after it has been handed on. */
    @ParameterizedTest
    @ValueSource(ints = {40_000, PartialFile.BLOCK_BYTES + 40_000})
    void aFileThatArrivesInAStreamWithAnotherSha256EndsTheMoveForGood(int bytes) throws Exception {
        engine.file("data/out", bytes, 1);
        OutputStream spoils = new OutputStream() {
            @Override
            public void write(int one) {}

            @Override
            public void write(byte[] block, int start, int length) {
                block[start] ^= 1;
            }
        };
        assertThatThrownBy(() -> mover("tcp", InputStream.nullInputStream(), spoils)
                        .move(request(engine.remote("/out"), Location.STREAM), TransferListener.NONE))
                .isInstanceOfSatisfying(TransferException.class, e -> {
                    assertThat(e.reason()).isEqualTo(Reason.VERIFICATION_FAILED);
                    assertThat(e.isRetriable()).isFalse();
                })
                .hasMessageContaining("another SHA-256");
    }

    @Test
    void aDirectoryDoesNotFitIntoAStream() throws Exception {
        engine.file("data/tree/a", 10, 1);
        assertThatThrownBy(() -> mover("tcp", InputStream.nullInputStream(), new ByteArrayOutputStream())
                        .move(request(engine.remote("/tree"), Location.STREAM), TransferListener.NONE))
                .isInstanceOfSatisfying(
                        TransferException.class, e -> assertThat(e.reason()).isEqualTo(Reason.BAD_INPUT));
    }
}
