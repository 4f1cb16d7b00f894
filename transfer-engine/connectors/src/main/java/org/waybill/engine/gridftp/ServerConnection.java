package org.waybill.engine.gridftp;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.PeerLimits;
import org.waybill.engine.Quietly;
import org.waybill.engine.driver.HostAddresses;
import org.waybill.engine.driver.ProxySockets;
import org.waybill.engine.gridftp.data.DataChannel;
import org.waybill.engine.gsi.GsiContext;
import org.waybill.engine.gsi.GsiInitiator;
import org.waybill.platform.AddressRanges;
import org.waybill.platform.Proxies;

/** The control channel to a remote server: the gateway as a client. Used by one thread at a time. */
public final class ServerConnection implements AutoCloseable {
    private static final Pattern REPLY = Pattern.compile("([1-6][0-9]{2})([ -])(.*)", Pattern.DOTALL);
    private static final Pattern PASV = Pattern.compile("(\\d+),(\\d+),(\\d+),(\\d+),(\\d+),(\\d+)");
    private static final Pattern EPSV = Pattern.compile("\\(([!-~])\\1\\1(\\d+)\\1\\)");
    private static final int MOST_PRELIMINARY_REPLIES = 1_000;
    /** Servers report progress every few seconds; one report per stripe at once. */
    private static final int MOST_MARKERS_A_SECOND = 100;
    /** A handshake has four flights, and the delegation two tokens. */
    private static final int MOST_TOKENS = 64;
    /** Of a receiver with stripes; each takes a connection at least. */
    private static final int MOST_STRIPES = 64;

    private static final int LINE_OVERHEAD_BYTES = 16;
    private static final int LONGEST_SILENCE_MILLIS =
            (int) Duration.ofMinutes(15).toMillis();

    private final Socket socket;
    private final Proxies.@Nullable Server proxy;
    private final LineReader lines;
    private final OutputStream out;
    private String greeting = "";
    private @Nullable Boolean knowsModeE;
    private char mode = 'S';
    private DataChannel.Security dataSecurity = DataChannel.Security.NONE;
    private @Nullable GsiContext protection;

    private ServerConnection(Socket socket, Proxies.@Nullable Server proxy) throws IOException {
        this.socket = socket;
        this.proxy = proxy;
        this.lines = new LineReader(new BufferedInputStream(socket.getInputStream()));
        this.out = socket.getOutputStream();
    }

    /** How to log in once the server has greeted. */
    @FunctionalInterface
    private interface LogIn {
        void run(ServerConnection connection) throws IOException;
    }

    /**
     * Connects and logs in by name and password; a refusal is reported with the server's own words.
     *
     * @throws FtpError what the server refused
     */
    public static ServerConnection open(InetSocketAddress target, String user, String password, Duration patience)
            throws IOException {
        return open(target, null, user, password, patience);
    }

    /**
     * The same through a proxy, which looks the target's name up; data connections go through it too.
     *
     * @param proxy null for none
     */
    public static ServerConnection open(
            InetSocketAddress target, Proxies.@Nullable Server proxy, String user, String password, Duration patience)
            throws IOException {
        return open(target, proxy, patience, connection -> connection.logIn(user, password));
    }

    /**
     * Connects with a grid credential, and secures its data connections likewise.
     *
     * @throws FtpError what the server refused
     * @throws org.waybill.engine.gsi.GsiException when either side does not trust the other
     */
    public static ServerConnection openGsi(InetSocketAddress target, GridLogIn login, Duration patience)
            throws IOException {
        return openGsi(target, null, login, patience);
    }

    /**
     * The same through a proxy.
     *
     * @param proxy null for none
     */
    public static ServerConnection openGsi(
            InetSocketAddress target, Proxies.@Nullable Server proxy, GridLogIn login, Duration patience)
            throws IOException {
        return open(target, proxy, patience, connection -> connection.authenticate(login));
    }

    private static ServerConnection open(
            InetSocketAddress target, Proxies.@Nullable Server proxy, Duration patience, LogIn logIn)
            throws IOException {
        int patienceMillis = (int) patience.toMillis();
        Socket socket = proxy == null
                ? HostAddresses.connected(new Socket(), target, patienceMillis)
                : ProxySockets.through(proxy, Socket::new, target.getHostString(), target.getPort(), patienceMillis);
        try {
            socket.setTcpNoDelay(true);
            socket.setKeepAlive(true);
            socket.setSoTimeout(patienceMillis);
            ServerConnection connection = new ServerConnection(socket, proxy);
            FtpReply greeting = connection.readFinal();
            expectPositive(greeting, 421);
            connection.greeting = greeting.text();
            logIn.run(connection);
            // a server may hash or flush for minutes before its last reply
            socket.setSoTimeout(LONGEST_SILENCE_MILLIS);
            return connection;
        } catch (Throwable e) {
            socket.close();
            throw e;
        }
    }

    /** Connects a socket for data. @param host the server's name, for a proxy */
    void connectData(Socket data, String host, InetSocketAddress target, Duration patience) throws IOException {
        if (proxy == null) {
            HostAddresses.connected(data, target, (int) patience.toMillis());
        } else {
            ProxySockets.through(proxy, address(), data, host, target.getPort(), (int) patience.toMillis());
        }
    }

    /** Whether it is reached through a proxy: nothing connects from there to this machine, and its address is not known. */
    public boolean isProxied() {
        return proxy != null;
    }

    private void authenticate(GridLogIn login) throws IOException {
        if (call("AUTH GSSAPI").code() != 334) {
            throw new FtpError(504, "the server does not support grid security (AUTH GSSAPI)");
        }
        GsiInitiator gsi = login.initiator();
        byte[] token = gsi.begin();
        FtpReply reply = adat(token);
        for (int tokens = 1; reply.code() == 335; tokens++) {
            if (tokens > MOST_TOKENS) {
                throw new PeerLimits.Exceeded("the log-in takes more than " + MOST_TOKENS + " security tokens");
            }
            String answer = String.join("", reply.lines())
                    .replaceFirst("(?i)^ADAT=", "")
                    .strip();
            token = gsi.take(decoded(answer));
            if (token == null) {
                throw new FtpError(535, "the server requests more security tokens than the protocol has");
            }
            reply = adat(token);
        }
        expectPositive(reply, 535);
        gsi.requireHost(login.host());
        protection = gsi;
        FtpReply user = call("USER " + login.user());
        expectPositive(user.code() == 331 ? call("PASS dummy") : user, 530);
        expectPositive(call("TYPE I"), 504);
        dataSecurity = login.agree(this);
    }

    private static byte[] decoded(String base64) throws FtpError {
        try {
            return Base64.getDecoder().decode(base64);
        } catch (IllegalArgumentException e) {
            throw new FtpError(535, "the server's security token is not base64");
        }
    }

    private FtpReply adat(byte[] token) throws IOException {
        return call("ADAT " + Base64.getEncoder().encodeToString(token));
    }

    private void logIn(String user, String password) throws IOException {
        FtpReply reply = call("USER " + user);
        if (reply.code() == 331) {
            reply = call("PASS " + password);
        }
        expectPositive(reply, 530);
        expectPositive(call("TYPE I"), 504);
    }

    /**
     * Whether names with other characters than ASCII's reach it unchanged. The Grid Community Toolkit's server (13.24)
     * drops their bytes from a control channel that is not protected, and says nothing.
     */
    public boolean carriesAnyName() {
        return protection != null || !greeting.contains("GridFTP Server");
    }

    /** How its data connections are secured. */
    public DataChannel.Security dataSecurity() {
        return dataSecurity;
    }

    public InetAddress address() {
        return socket.getInetAddress();
    }

    public InetAddress localAddress() {
        return socket.getLocalAddress();
    }

    /** Sends a command and waits for its final reply; preliminary ones are passed over. */
    public FtpReply call(String line) throws IOException {
        send(line);
        return readFinal();
    }

    public void send(String line) throws IOException {
        if (!Printable.fitsOneLine(line)) {
            throw new FtpError(553, "FTP cannot carry a line break in a name");
        }
        GsiContext gsi = protection;
        String onWire = gsi == null
                ? line
                : "ENC "
                        + Base64.getEncoder()
                                .encodeToString(gsi.wrap((line + "\r\n").getBytes(StandardCharsets.UTF_8)));
        out.write((onWire + "\r\n").getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    public FtpReply readFinal() throws IOException {
        for (int i = 0; i < MOST_PRELIMINARY_REPLIES; i++) {
            FtpReply reply = read();
            if (!reply.isPreliminary()) {
                return reply;
            }
        }
        throw new PeerLimits.Exceeded("the server keeps sending preliminary replies and never answers");
    }

    /**
     * The last word on a transfer. Markers that come before it are handed on, however long it takes.
     *
     * @throws PeerLimits.Exceeded when they come faster than any server reports its progress
     */
    public FtpReply readFinal(Consumer<FtpReply> markers) throws IOException {
        long startNs = System.nanoTime();
        long seen = 0;
        for (FtpReply reply = read(); ; reply = read()) {
            if (!reply.isPreliminary()) {
                return reply;
            }
            long seconds = (System.nanoTime() - startNs) / 1_000_000_000;
            if (++seen > MOST_PRELIMINARY_REPLIES + MOST_MARKERS_A_SECOND * seconds) {
                throw new PeerLimits.Exceeded("the server keeps sending progress markers and never finishes");
            }
            markers.accept(reply);
        }
    }

    /** The next reply, preliminary or final. */
    public FtpReply read() throws IOException {
        FtpReply reply = readClear();
        GsiContext gsi = protection;
        return gsi == null ? reply : ProtectedReplies.open(reply, gsi);
    }

    private FtpReply readClear() throws IOException {
        Matcher first = match(nextLine());
        int code = Integer.parseInt(first.group(1));
        List<String> text = new ArrayList<>(List.of(first.group(3)));
        boolean more = first.group(2).equals("-");
        int characters = 0;
        while (more) {
            String line = nextLine();
            Matcher matcher = REPLY.matcher(line);
            more = !(matcher.matches()
                    && matcher.group(1).equals(first.group(1))
                    && matcher.group(2).equals(" "));
            text.add(more ? line.strip() : matcher.group(3));
            characters += line.length() + LINE_OVERHEAD_BYTES;
            if (characters > PeerLimits.REPLY_BYTES) {
                throw new PeerLimits.Exceeded("the server's reply does not end");
            }
        }
        return new FtpReply(code, text);
    }

    private static Matcher match(String line) throws FtpError {
        Matcher matcher = REPLY.matcher(line);
        if (!matcher.matches()) {
            throw new FtpError(426, "not an FTP server: " + line);
        }
        return matcher;
    }

    private String nextLine() throws IOException {
        String line = lines.next();
        if (line == null) {
            throw new FtpError(426, "the server closed the control connection");
        }
        return line;
    }

    public static void expectPositive(FtpReply reply, int codeIfNot) throws FtpError {
        if (!reply.isPositive()) {
            throw new FtpError(codeIfNot, "the server answered: " + reply.code() + " " + reply.text());
        }
    }

    /** Changes the transfer mode; false when the remote server knows no extended block mode. */
    public boolean useMode(char wanted) throws IOException {
        if (wanted == 'E' && Boolean.FALSE.equals(knowsModeE)) {
            return false;
        }
        if (wanted != mode) {
            boolean agreed = call("MODE " + wanted).isPositive();
            if (wanted == 'E') {
                knowsModeE = agreed;
            }
            if (!agreed) {
                return false;
            }
            mode = wanted;
        }
        return true;
    }

    /**
     * The next reply, if it comes within so long.
     *
     * @throws java.net.SocketTimeoutException when it does not; the connection is of no use any more
     */
    public FtpReply read(Duration limit) throws IOException {
        socket.setSoTimeout((int) limit.toMillis());
        FtpReply reply = read();
        socket.setSoTimeout(LONGEST_SILENCE_MILLIS);
        return reply;
    }

    /**
     * Where each stripe of the server listens for data (SPAS, GFD.20); one address for a server without stripes. Hosts
     * other than the server's own are believed only where data connections are authenticated, and inner ones only of a
     * server that is inside itself.
     */
    public List<InetSocketAddress> stripedPassive() throws IOException {
        FtpReply reply = proxy == null && address() instanceof Inet4Address
                ? call("SPAS")
                : FtpReply.of(502, "IPv4 only, and no proxy");
        List<InetSocketAddress> stripes = new ArrayList<>();
        for (String line : reply.isPositive() ? reply.lines() : List.<String>of()) {
            Matcher numbers = PASV.matcher(line);
            if (numbers.find()) {
                InetSocketAddress named = DataAddress.parsePort(numbers.group());
                boolean believed = dataSecurity != DataChannel.Security.NONE
                        && (!AddressRanges.isInner(named.getAddress()) || AddressRanges.isInner(address()));
                stripes.add(believed ? named : new InetSocketAddress(address(), named.getPort()));
            }
            if (stripes.size() > MOST_STRIPES) {
                throw new PeerLimits.Exceeded("the server names more than " + MOST_STRIPES + " stripes");
            }
        }
        return stripes.isEmpty() ? List.of(passive()) : stripes;
    }

    /** Where the remote server listens for data. Only the port it names is believed, not the host (CVE-2021-37533). */
    public InetSocketAddress passive() throws IOException {
        if (address() instanceof Inet4Address) {
            FtpReply reply = call("PASV");
            expectPositive(reply, 425);
            Matcher numbers = PASV.matcher(reply.text());
            if (numbers.find()) {
                return new InetSocketAddress(
                        address(), DataAddress.parsePort(numbers.group()).getPort());
            }
        }
        FtpReply reply = call("EPSV");
        expectPositive(reply, 425);
        Matcher port = EPSV.matcher(reply.text());
        if (!port.find()) {
            throw new FtpError(425, "the server reported no data port: " + reply.text());
        }
        return new InetSocketAddress(address(), DataAddress.port(port.group(2)));
    }

    /** Asks the remote server to connect to us. */
    public void active(InetSocketAddress ours) throws IOException {
        expectPositive(call(DataAddress.portCommand(ours)), 425);
    }

    @Override
    public void close() {
        // the caller that closes it is done with it
        Quietly.close(socket);
    }
}
