package org.waybill.client.probe.bench;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import org.waybill.client.probe.bandwidth.TimedTransfer;
import org.waybill.client.probe.lab.InNamespace;

/** Transfers from A to B over plain TCP, each over a fresh connection. */
record TcpTransfers(String namespace, int port) implements TimedTransfer {
    private static final String TARGET = "10.77.2.1";
    private static final int BLOCK_BYTES = 1 << 16;

    @Override
    public String name() {
        return "tcp";
    }

    @Override
    public long largestBytes() {
        return Long.MAX_VALUE;
    }

    @Override
    public double seconds(long bytes) throws IOException {
        try {
            return InNamespace.call(namespace, () -> transfer(bytes));
        } catch (Exception e) {
            throw new IOException(e);
        }
    }

    private double transfer(long bytes) throws IOException {
        byte[] block = new byte[BLOCK_BYTES];
        long startNs = System.nanoTime();
        try (Socket socket = new Socket(InetAddress.ofLiteral(TARGET), port);
                OutputStream out = socket.getOutputStream()) {
            new DataOutputStream(out).writeLong(bytes);
            for (long left = bytes; left > 0; left -= block.length) {
                out.write(block, 0, (int) Math.min(block.length, left));
            }
            if (socket.getInputStream().read() != 1) {
                throw new IOException("not acknowledged");
            }
        }
        return (System.nanoTime() - startNs) / 1e9;
    }

    @Override
    public void close() {
        // each transfer closes its own connection
    }

    /** A server that swallows what comes and acknowledges the end. */
    static final class Sink implements AutoCloseable {
        private final ServerSocket server = new ServerSocket();

        Sink() throws Exception {
            server.bind(new InetSocketAddress(InetAddress.ofLiteral(TARGET), 0));
            Thread.ofPlatform().daemon().start(() -> {
                while (!server.isClosed()) {
                    try (Socket socket = server.accept(); InputStream in = socket.getInputStream()) {
                        in.skipNBytes(new DataInputStream(in).readLong());
                        socket.getOutputStream().write(1);
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
