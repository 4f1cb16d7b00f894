package org.waybill.client.discovery;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import javax.net.ssl.SSLSocket;

/**
 * A short exchange with a server that may not be what it should: bounded in time, in bytes, and in the length of a
 * line. Text is read as Latin-1, so that nothing in it can fail.
 */
final class ServerDialog implements AutoCloseable {
    private static final int LONGEST_LINE = 2_048;

    private final String host;
    private final Socket plain;
    private final ByteBudget meter;
    private final long endNs;
    private Socket socket;
    private boolean heardAny;

    ServerDialog(String host, Socket socket, ByteBudget meter, long endNs) {
        this.host = host;
        this.plain = socket;
        this.socket = socket;
        this.meter = meter;
        this.endNs = endNs;
    }

    String host() {
        return host;
    }

    void send(String text) throws IOException {
        send(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    void send(byte[] bytes) throws IOException {
        meter.spend(bytes.length);
        OutputStream out = socket.getOutputStream();
        out.write(bytes);
        out.flush();
    }

    /** The next line without its end, or what came before the connection ended or the line grew too long. */
    String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        while (line.size() < LONGEST_LINE) {
            int octet = read();
            if (octet < 0 || octet == '\n') {
                break;
            }
            line.write(octet);
        }
        String text = line.toString(StandardCharsets.ISO_8859_1);
        return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
    }

    /** Up to {@code length} bytes: fewer when the connection ends. */
    byte[] bytes(int length) throws IOException {
        byte[] read = new byte[length];
        for (int i = 0; i < length; i++) {
            int octet = read();
            if (octet < 0) {
                return Arrays.copyOf(read, i);
            }
            read[i] = (byte) octet;
        }
        return read;
    }

    private int read() throws IOException {
        long leftMillis = (endNs - System.nanoTime()) / 1_000_000;
        if (leftMillis <= 0) {
            throw new SocketTimeoutException("no answer in time");
        }
        socket.setSoTimeout((int) leftMillis);
        meter.spend(1);
        InputStream in = socket.getInputStream();
        int octet = in.read();
        heardAny |= octet >= 0;
        return octet;
    }

    /** Whether the server has said anything. */
    boolean heardAny() {
        return heardAny;
    }

    /** Continues inside TLS. The certificate is noted and not checked: nothing secret is ever said in a dialog. */
    TlsInspection startTls(String... applicationProtocols) throws IOException {
        long leftMillis = Math.max(1, (endNs - System.nanoTime()) / 1_000_000);
        plain.setSoTimeout((int) leftMillis);
        meter.spend(TlsInspection.TYPICAL_HANDSHAKE_BYTES);
        TlsInspection inspection = new TlsInspection();
        SSLSocket tls = inspection.handshake(plain, host, applicationProtocols);
        socket = tls;
        return inspection;
    }

    @Override
    public void close() {
        try {
            plain.close();
        } catch (IOException ignored) {
            // the dialog is over in both cases
        }
    }
}
