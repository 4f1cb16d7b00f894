package org.waybill.engine.gateway;

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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.gateway.data.DataChannel;
import org.waybill.engine.gsi.GsiContext;
import org.waybill.engine.gsi.GsiInitiator;

/** The control channel to a far server: the gateway as a client. Used by one thread at a time. */
final class Upstream implements AutoCloseable {
    private static final Pattern REPLY = Pattern.compile("([1-6][0-9]{2})([ -])(.*)", Pattern.DOTALL);
    private static final Pattern PASV = Pattern.compile("(\\d+),(\\d+),(\\d+),(\\d+),(\\d+),(\\d+)");
    private static final Pattern EPSV = Pattern.compile("\\(([!-~])\\1\\1(\\d+)\\1\\)");
    private static final int MOST_REPLY_LINES = 10_000;

    private final Socket socket;
    private final LineReader lines;
    private final OutputStream out;
    private @Nullable Boolean knowsModeE;
    private char mode = 'S';
    private DataChannel.Security dataSecurity = DataChannel.Security.NONE;
    private @Nullable GsiContext protection;

    private Upstream(Socket socket) throws IOException {
        this.socket = socket;
        this.lines = new LineReader(new BufferedInputStream(socket.getInputStream()));
        this.out = socket.getOutputStream();
    }

    /** Connects and logs in; a refusal is told with the far server's own words. */
    static Upstream open(InetSocketAddress target, String user, String password, Duration patience) throws IOException {
        Socket socket = new Socket();
        try {
            socket.setTcpNoDelay(true);
            socket.connect(target, (int) patience.toMillis());
            socket.setSoTimeout((int) patience.toMillis());
            Upstream upstream = new Upstream(socket);
            upstream.logIn(user, password);
            // a far server may hash or flush for minutes before its last reply
            socket.setSoTimeout((int) Duration.ofMinutes(15).toMillis());
            return upstream;
        } catch (IOException e) {
            socket.close();
            throw e instanceof FtpError ? e : new FtpError(425, "cannot reach " + target.getHostString() + ":"
                    + target.getPort() + ": " + e.getMessage());
        }
    }

    /** Connects as the holder of a delegated proxy, delegates on, and secures its data connections likewise. */
    static Upstream openGsi(InetSocketAddress target, DelegatedLogIn login, Duration patience) throws IOException {
        Socket socket = new Socket();
        try {
            socket.setTcpNoDelay(true);
            socket.connect(target, (int) patience.toMillis());
            socket.setSoTimeout((int) patience.toMillis());
            Upstream upstream = new Upstream(socket);
            upstream.authenticate(login);
            socket.setSoTimeout((int) Duration.ofMinutes(15).toMillis());
            return upstream;
        } catch (IOException e) {
            socket.close();
            throw e instanceof FtpError ? e : new FtpError(425, "cannot reach " + target.getHostString() + ":"
                    + target.getPort() + ": " + e.getMessage());
        }
    }

    private void authenticate(DelegatedLogIn login) throws IOException {
        expectPositive(readFinal(), 421);
        if (call("AUTH GSSAPI").code() != 334) {
            throw new FtpError(504, "the far server knows no GSSAPI");
        }
        GsiInitiator gsi = login.initiator();
        byte[] token = gsi.begin();
        FtpReply reply = adat(token);
        while (reply.code() == 335) {
            String answer = String.join("", reply.lines()).replaceFirst("(?i)^ADAT=", "").strip();
            token = gsi.take(Base64.getDecoder().decode(answer));
            if (token == null) {
                throw new FtpError(535, "the far server expects more than there is to say");
            }
            reply = adat(token);
        }
        expectPositive(reply, 535);
        gsi.requireHost(login.host());
        protection = gsi;
        FtpReply user = call("USER :globus-mapping:");
        expectPositive(user.code() == 331 ? call("PASS dummy") : user, 530);
        expectPositive(call("TYPE I"), 504);
        dataSecurity = login.agree(this);
    }

    private FtpReply adat(byte[] token) throws IOException {
        return call("ADAT " + Base64.getEncoder().encodeToString(token));
    }

    private void logIn(String user, String password) throws IOException {
        expectPositive(readFinal(), 421);
        FtpReply reply = call("USER " + user);
        if (reply.code() == 331) {
            reply = call("PASS " + password);
        }
        expectPositive(reply, 530);
        expectPositive(call("TYPE I"), 504);
    }

    /** How its data connections are secured. */
    DataChannel.Security dataSecurity() {
        return dataSecurity;
    }

    InetAddress address() {
        return socket.getInetAddress();
    }

    InetAddress localAddress() {
        return socket.getLocalAddress();
    }

    /** Sends a command and waits for its final reply; preliminary ones are passed over. */
    FtpReply call(String line) throws IOException {
        send(line);
        return readFinal();
    }

    void send(String line) throws IOException {
        if (line.indexOf('\r') >= 0 || line.indexOf('\n') >= 0) {
            throw new FtpError(553, "a name with a line break cannot be carried by FTP");
        }
        GsiContext gsi = protection;
        String onWire = gsi == null ? line : "ENC " + Base64.getEncoder().encodeToString(
                gsi.wrap((line + "\r\n").getBytes(StandardCharsets.UTF_8)));
        out.write((onWire + "\r\n").getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    FtpReply readFinal() throws IOException {
        FtpReply reply = read();
        while (reply.isPreliminary()) {
            reply = read();
        }
        return reply;
    }

    /** The next reply, preliminary or final. */
    FtpReply read() throws IOException {
        FtpReply reply = readClear();
        GsiContext gsi = protection;
        return gsi == null ? reply : ProtectedReplies.open(reply, gsi);
    }

    private FtpReply readClear() throws IOException {
        Matcher first = match(nextLine());
        int code = Integer.parseInt(first.group(1));
        List<String> text = new ArrayList<>(List.of(first.group(3)));
        boolean more = first.group(2).equals("-");
        while (more) {
            String line = nextLine();
            Matcher matcher = REPLY.matcher(line);
            more = !(matcher.matches() && matcher.group(1).equals(first.group(1)) && matcher.group(2).equals(" "));
            text.add(more ? line.strip() : matcher.group(3));
            if (text.size() > MOST_REPLY_LINES) {
                throw new FtpError(426, "the far server's reply does not end");
            }
        }
        return new FtpReply(code, text);
    }

    private static Matcher match(String line) throws FtpError {
        Matcher matcher = REPLY.matcher(line);
        if (!matcher.matches()) {
            throw new FtpError(426, "the far server speaks no FTP: " + line);
        }
        return matcher;
    }

    private String nextLine() throws IOException {
        String line = lines.next();
        if (line == null) {
            throw new FtpError(426, "the far server closed the control connection");
        }
        return line;
    }

    static void expectPositive(FtpReply reply, int codeIfNot) throws FtpError {
        if (!reply.isPositive()) {
            throw new FtpError(codeIfNot, "the far server said: " + reply.code() + " " + reply.text());
        }
    }

    /** Changes the transfer mode; false when the far server knows no extended block mode. */
    boolean useMode(char wanted) throws IOException {
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

    /** Where the far server listens for data. Only the port it names is believed, not the host (CVE-2021-37533). */
    InetSocketAddress passive() throws IOException {
        if (address() instanceof Inet4Address) {
            FtpReply reply = call("PASV");
            expectPositive(reply, 425);
            Matcher numbers = PASV.matcher(reply.text());
            if (numbers.find()) {
                return new InetSocketAddress(address(),
                        Integer.parseInt(numbers.group(5)) * 256 + Integer.parseInt(numbers.group(6)));
            }
        }
        FtpReply reply = call("EPSV");
        expectPositive(reply, 425);
        Matcher port = EPSV.matcher(reply.text());
        if (!port.find()) {
            throw new FtpError(425, "the far server named no data port: " + reply.text());
        }
        return new InetSocketAddress(address(), Integer.parseInt(port.group(2)));
    }

    /** Tells the far server to connect to us. */
    void active(InetSocketAddress ours) throws IOException {
        expectPositive(call(DataAddress.portCommand(ours)), 425);
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException ignored) {
            // whoever closes it is done with it
        }
    }
}
