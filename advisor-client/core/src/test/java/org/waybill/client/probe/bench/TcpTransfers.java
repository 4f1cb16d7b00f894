package org.waybill.client.probe.bench;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.waybill.client.probe.bandwidth.KernelProgress;
import org.waybill.client.probe.bandwidth.Progress;
import org.waybill.client.probe.bandwidth.TimedTransfer;
import org.waybill.engine.testserver.lab.InNamespace;

/** Transfers from A to B over plain TCP, each over a fresh connection. */
record TcpTransfers(String namespace, int port, AtomicReference<@Nullable Socket> current) implements TimedTransfer {
    private static final String TARGET = "10.77.2.1";
    private static final int BLOCK_BYTES = 1 << 16;

    TcpTransfers(String namespace, int port) {
        this(namespace, port, new AtomicReference<>());
    }

    @Override
    public String name() {
        return "tcp";
    }

    @Override
    public long largestBytes() {
        return Long.MAX_VALUE;
    }

    @Override
    public double seconds(long bytes, Progress progress) throws IOException {
        try (KernelProgress sent = new KernelProgress(TARGET, true, progress)) {
            return transferred(bytes, sent::moved).seconds;
        }
    }

    /** Goodput of a long transfer from its first third on, when slow start and what follows it are over. */
    double steadyBitsPerSecond(long bytes) throws IOException {
        return 8e9 * (bytes - bytes / 3) / transferred(bytes, _ -> {}).steadyNs;
    }

    private record Transferred(double seconds, long steadyNs) {}

    private Transferred transferred(long bytes, LongConsumer moved) throws IOException {
        try {
            return InNamespace.call(namespace, () -> transfer(bytes, moved));
        } catch (InterruptedException e) {
            abort(); // or it would continue during the next measurement
            Thread.currentThread().interrupt();
            throw new InterruptedIOException(e.getMessage());
        } catch (Exception e) {
            throw new IOException(e);
        }
    }

    private void abort() throws IOException {
        Socket socket = current.get();
        if (socket != null && !socket.isClosed()) {
            socket.setSoLinger(true, 0);
            socket.close();
        }
    }

    private Transferred transfer(long bytes, LongConsumer moved) throws IOException {
        byte[] block = new byte[BLOCK_BYTES];
        long startNs = System.nanoTime();
        try (Socket socket = new Socket(InetAddress.ofLiteral(TARGET), port);
                OutputStream out = socket.getOutputStream()) {
            current.set(socket);
            new DataOutputStream(out).writeLong(bytes);
            for (long left = bytes; left > 0; left -= block.length) {
                out.write(block, 0, (int) Math.min(block.length, left));
                moved.accept(bytes - Math.max(0, left - block.length));
            }
            long steadyNs = new DataInputStream(socket.getInputStream()).readLong();
            return new Transferred((System.nanoTime() - startNs) / 1e9, steadyNs);
        }
    }

    @Override
    public void close() {
        // each transfer closes its own connection
    }

    /** A server that swallows what comes and reports at the end how long the last two thirds took. */
    static final class Sink implements AutoCloseable {
        private final ServerSocket server = new ServerSocket();

        Sink() throws Exception {
            server.bind(new InetSocketAddress(InetAddress.ofLiteral(TARGET), 0));
            Thread.ofPlatform().daemon().start(() -> {
                while (!server.isClosed()) {
                    try (Socket socket = server.accept();
                            InputStream in = socket.getInputStream()) {
                        long bytes = new DataInputStream(in).readLong();
                        in.skipNBytes(bytes / 3);
                        long steadySinceNs = System.nanoTime();
                        in.skipNBytes(bytes - bytes / 3);
                        new DataOutputStream(socket.getOutputStream()).writeLong(System.nanoTime() - steadySinceNs);
                    } catch (IOException _) {
                        Thread.onSpinWait(); // the client gave up, or the server was closed
                    }
                }
            });
        }

        int port() {
            return server.getLocalPort();
        }

        @Override
        public void close() throws IOException {
            server.close();
        }
    }
}
