package org.waybill.engine.testserver;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** One anonymous RETR over a control connection of its own, data by PORT: what a client of a few lines does. */
public final class FtpDownload {
    private static final int PATIENCE_MILLIS = 20_000;

    /** Takes the data. */
    @FunctionalInterface
    public interface Reader<T> {
        /** Reads the amount that it needs. */
        T read(InputStream data) throws IOException, InterruptedException;
    }

    private FtpDownload() {}

    /** Fails when any reply is a refusal. */
    public static <T> T of(InetSocketAddress server, String file, Reader<T> reader)
            throws IOException, InterruptedException {
        try (Socket control = new Socket(server.getAddress(), server.getPort());
                ServerSocket data = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            control.setSoTimeout(PATIENCE_MILLIS);
            data.setSoTimeout(PATIENCE_MILLIS);
            BufferedReader replies =
                    new BufferedReader(new InputStreamReader(control.getInputStream(), StandardCharsets.US_ASCII));
            assertThat(replies.readLine()).startsWith("220");
            String port = "PORT 127,0,0,1," + (data.getLocalPort() >> 8) + "," + (data.getLocalPort() & 0xff);
            for (String command : List.of("USER anonymous", "PASS x", port, "RETR " + file)) {
                control.getOutputStream().write((command + "\r\n").getBytes(StandardCharsets.US_ASCII));
                assertThat(replies.readLine()).as(command).matches("[123].*");
            }
            try (Socket arriving = data.accept()) {
                return reader.read(arriving.getInputStream());
            }
        }
    }
}
