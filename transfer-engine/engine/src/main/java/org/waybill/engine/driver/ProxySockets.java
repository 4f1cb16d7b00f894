package org.waybill.engine.driver;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Causes;
import org.waybill.engine.ErrorText;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.platform.Proxies;

/** Sockets that lead through a proxy; it looks the server's name up, since this machine often cannot. */
public final class ProxySockets {
    private static final int LONGEST_ANSWER_BYTES = 16 << 10;

    private ProxySockets() {}

    /** What a proxy did not do, in a whole line that names it. */
    public static final class ProxyException extends IOException {
        private static final long serialVersionUID = 1L;
        private final Reason reason;

        public ProxyException(Reason reason, String message, @Nullable Throwable cause) {
            super(message, cause);
            this.reason = reason;
        }

        /** The failure of a transfer for which a proxy below an exception was the reason; null if none was. */
        public static @Nullable TransferException in(Throwable thrown) {
            ProxyException proxy = Causes.find(ProxyException.class, thrown);
            return proxy == null
                    ? null
                    : new TransferException(proxy.reason, String.valueOf(proxy.getMessage()), thrown);
        }
    }

    private static ProxyException refusal(Reason reason, Proxies.Server proxy, String what) {
        return new ProxyException(reason, "the proxy " + proxy + what, null);
    }

    /** A socket to the proxy itself. @param fresh makes one for each of its addresses that is tried */
    public static <S extends Socket> S open(Proxies.Server proxy, Supplier<S> fresh, int patienceMillis)
            throws IOException {
        return open(proxy, patienceMillis, (address, millis) -> HostAddresses.connected(fresh.get(), address, millis));
    }

    /** The same with a connection of any kind. */
    static <T> T open(Proxies.Server proxy, int patienceMillis, HostAddresses.Attempt<T> attempt) throws IOException {
        try {
            return HostAddresses.connect(proxy.host(), proxy.port(), patienceMillis, attempt);
        } catch (IOException e) {
            throw unreachable(proxy, e);
        }
    }

    private static ProxyException unreachable(Proxies.Server proxy, IOException e) {
        return new ProxyException(
                Reason.UNREACHABLE, "the proxy " + proxy + " cannot be reached: " + ErrorText.of(e), e);
    }

    /** A socket through the proxy, as if it were one to the server. @param fresh as in {@link #open} */
    public static <S extends Socket> S through(
            Proxies.Server proxy, Supplier<S> fresh, String host, int port, int patienceMillis) throws IOException {
        S socket = open(proxy, fresh, patienceMillis);
        lead(proxy, socket, host, port, patienceMillis);
        return socket;
    }

    /**
     * The same for a socket that must be the caller's own, which can try one address only.
     *
     * @param answered the address of the proxy that an earlier connection goes to
     */
    public static void through(
            Proxies.Server proxy, InetAddress answered, Socket own, String host, int port, int patienceMillis)
            throws IOException {
        try {
            HostAddresses.connected(own, new InetSocketAddress(answered, proxy.port()), patienceMillis);
        } catch (IOException e) {
            throw unreachable(proxy, e);
        }
        lead(proxy, own, host, port, patienceMillis);
    }

    /** Has a connection to the proxy lead to the server; closes it if that fails. */
    static void lead(Proxies.Server proxy, Socket socket, String host, int port, int patienceMillis)
            throws IOException {
        try {
            socket.setSoTimeout(patienceMillis);
            if (proxy.kind() == Proxies.Kind.HTTP) {
                connect(proxy, socket, host, port);
            } else {
                socks(proxy, socket, host, port);
            }
            socket.setSoTimeout(0);
        } catch (IOException e) {
            socket.close();
            throw e instanceof ProxyException
                    ? e
                    : new ProxyException(
                            Reason.UNREACHABLE,
                            "the proxy " + proxy + " does not lead to " + host + ":" + port + ": " + ErrorText.of(e),
                            e);
        } catch (RuntimeException e) {
            socket.close();
            throw e;
        }
    }

    /** The value of the header Proxy-Authorization; null where no user is named. */
    public static @Nullable String authorization(Proxies.Server proxy) {
        return proxy.user() == null
                ? null
                : "Basic "
                        + Base64.getEncoder()
                                .encodeToString(
                                        (proxy.user() + ":" + (proxy.password() == null ? "" : proxy.password()))
                                                .getBytes(StandardCharsets.UTF_8));
    }

    /** What to say of a proxy that requires another log-in. */
    public static ProxyException refusedLogIn(Proxies.Server proxy) {
        return refusal(
                Reason.AUTHENTICATION,
                proxy,
                ": authentication failed: write " + proxy.variable() + "="
                        + proxy.kind().start() + "USER:PASSWORD@HOST:PORT");
    }

    /** RFC 9110, section 9.3.6. */
    private static void connect(Proxies.Server proxy, Socket socket, String host, int port) throws IOException {
        String target = (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
        String login = authorization(proxy);
        OutputStream out = socket.getOutputStream();
        out.write(("CONNECT " + target + " HTTP/1.1\r\nHost: " + target + "\r\nUser-Agent: waybill\r\n"
                        + (login == null ? "" : "Proxy-Authorization: " + login + "\r\n") + "\r\n")
                .getBytes(StandardCharsets.ISO_8859_1));
        String answer = head(socket.getInputStream());
        String line = answer.lines().findFirst().orElse("");
        String[] words = line.split(" ", 3);
        if (words.length < 2 || !words[0].startsWith("HTTP/1.")) {
            throw refusal(Reason.UNREACHABLE, proxy, " is not an HTTP server");
        } else if (words[1].equals("407")) {
            throw refusedLogIn(proxy);
        } else if (!words[1].startsWith("2")) {
            throw refusal(
                    words[1].equals("403") ? Reason.PERMISSION : Reason.UNREACHABLE,
                    proxy,
                    " does not lead to " + target + ": it answers " + line.substring(words[0].length() + 1));
        }
    }

    /** Byte by byte: what comes after it is the server's. */
    private static String head(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0 && head.length() < LONGEST_ANSWER_BYTES) {
            head.append((char) next(in));
        }
        return head.toString();
    }

    /** RFC 1928, with the log-in of RFC 1929. */
    private static void socks(Proxies.Server proxy, Socket socket, String host, int port) throws IOException {
        OutputStream out = socket.getOutputStream();
        InputStream in = socket.getInputStream();
        boolean named = proxy.user() != null;
        out.write(named ? new byte[] {5, 2, 0, 2} : new byte[] {5, 1, 0});
        if (next(in) != 5) {
            throw refusal(Reason.UNREACHABLE, proxy, " is not a SOCKS 5 server");
        }
        int method = next(in);
        if (method == 2 && named) {
            out.write(1);
            out.write(counted(String.valueOf(proxy.user())));
            out.write(counted(proxy.password() == null ? "" : proxy.password()));
            next(in);
            method = next(in) == 0 ? 0 : -1;
        }
        if (method != 0) {
            throw refusedLogIn(proxy);
        }
        out.write(new byte[] {5, 1, 0, 3});
        out.write(counted(host));
        out.write(new byte[] {(byte) (port >> 8), (byte) port});
        next(in);
        int reply = next(in);
        next(in);
        int kind = next(in);
        int addressBytes = kind == 1 ? 4 : kind == 4 ? 16 : next(in);
        for (int i = 0; i < addressBytes + 2; i++) {
            next(in);
        }
        if (reply != 0) {
            throw refusal(
                    reply == 2 ? Reason.PERMISSION : Reason.UNREACHABLE,
                    proxy,
                    " does not lead to " + host + ":" + port + ": " + meaning(reply));
        }
    }

    /** RFC 1928, section 6. */
    private static String meaning(int reply) {
        return switch (reply) {
            case 2 -> "its rules forbid it";
            case 3 -> "the network cannot be reached";
            case 4 -> "the host cannot be reached, or there is none of this name";
            case 5 -> "connection refused";
            case 6 -> "no answer in time";
            default -> "SOCKS error " + reply;
        };
    }

    private static byte[] counted(String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (bytes.length > 255) {
            throw new IOException("a name for SOCKS has at most 255 bytes");
        }
        byte[] all = new byte[bytes.length + 1];
        all[0] = (byte) bytes.length;
        System.arraycopy(bytes, 0, all, 1, bytes.length);
        return all;
    }

    private static int next(InputStream in) throws IOException {
        int one = in.read();
        if (one < 0) {
            throw new EOFException("it ended the connection");
        }
        return one;
    }
}
