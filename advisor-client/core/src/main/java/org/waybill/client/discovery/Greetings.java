package org.waybill.client.discovery;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import javax.net.ssl.SSLException;
import org.waybill.engine.identity.PinnedTls;
import org.waybill.protocol.Protocol;

/** Makes servers say what they are. Nothing is logged in to, nothing is asked for that costs the server anything. */
final class Greetings {
    private static final int SSH_LINES_BEFORE_IDENTIFICATION = 20;
    private static final int BBFTP_CRYPT = 6;
    private static final int LONGEST_BBFTP_KEY = 4_096;

    interface Greeting {
        ServerIdentification listen(ServerDialog dialog, boolean tlsFirst, String path) throws IOException;
    }

    static final Map<Protocol, Greeting> OF_SERVERS = Map.ofEntries(
            Map.entry(Protocol.SSH, (dialog, tlsFirst, path) -> ssh(dialog)),
            Map.entry(Protocol.FTP, (dialog, tlsFirst, path) -> FtpGreeting.listen(dialog, tlsFirst)),
            Map.entry(Protocol.HTTP, (dialog, tlsFirst, path) -> HttpGreeting.ask(dialog, path)),
            Map.entry(Protocol.HTTPS, (dialog, tlsFirst, path) -> https(dialog, path)),
            Map.entry(Protocol.S3, (dialog, tlsFirst, path) -> s3(dialog)),
            Map.entry(Protocol.SRM, (dialog, tlsFirst, path) -> srm(dialog)),
            Map.entry(Protocol.XROOTD, (dialog, tlsFirst, path) -> xrootd(dialog)),
            Map.entry(Protocol.RSYNC, (dialog, tlsFirst, path) -> rsync(dialog)),
            Map.entry(Protocol.BBFTP, (dialog, tlsFirst, path) -> bbftp(dialog)),
            Map.entry(Protocol.WAYBILL, (dialog, tlsFirst, path) -> waybill(dialog)),
            // rclone is started where it is needed, and looked for nowhere
            Map.entry(Protocol.RCLONE, (dialog, tlsFirst, path) -> ServerIdentification.wrong("")));
    /** A protocol whose servers' first words are not known here is taken at its port's word. */
    private static final Greeting OPEN_PORT = (dialog, tlsFirst, path) -> ServerIdentification.right("");

    private Greetings() {}

    static ServerIdentification listen(Protocol server, boolean tlsFirst, String path, ServerDialog dialog)
            throws IOException {
        return OF_SERVERS.getOrDefault(server, OPEN_PORT).listen(dialog, tlsFirst, path);
    }

    /** RFC 4253, section 4.2: an identification line, after other lines perhaps. */
    private static ServerIdentification ssh(ServerDialog dialog) throws IOException {
        String first = "";
        for (int i = 0; i < SSH_LINES_BEFORE_IDENTIFICATION; i++) {
            String line = dialog.line();
            if (line.startsWith("SSH-2.0-") || line.startsWith("SSH-1.99-")) {
                return ServerIdentification.right(line);
            }
            if (first.isEmpty() && looksLikeAnotherGreeting(line)) {
                return ServerIdentification.wrong(line);
            }
            first = first.isEmpty() ? line : first;
        }
        return ServerIdentification.wrong(first);
    }

    /** FTP, SMTP and the like greet with a number and then wait; an SSH server's preamble does not. */
    private static boolean looksLikeAnotherGreeting(String line) {
        return line.matches("[1-5][0-9][0-9][ -].*")
                || line.startsWith("@RSYNCD:")
                || line.startsWith("HTTP/")
                || line.startsWith("SSH-1.");
    }

    /** What every answer of S3 has, refusals too. */
    private static ServerIdentification s3(ServerDialog dialog) throws IOException {
        dialog.startTls("http/1.1");
        dialog.send(HttpGreeting.request("GET", "/", dialog.host()));
        String status = dialog.line();
        for (String header = status; header.indexOf(':') > 0 || header.equals(status); header = dialog.line()) {
            if (header.toLowerCase(Locale.ROOT).startsWith("x-amz-")) {
                return ServerIdentification.right(status);
            }
        }
        return ServerIdentification.wrong(status);
    }

    private static ServerIdentification https(ServerDialog dialog, String path) throws IOException {
        TlsInspection inspection = dialog.startTls("http/1.1");
        ServerIdentification http;
        try {
            http = HttpGreeting.ask(dialog, path);
        } catch (SSLException e) {
            // TLS 1.3 servers that demand a certificate say so only now
            http = ServerIdentification.wrong("");
        }
        if (!http.speaks() && !inspection.clientCertificateWanted()) {
            return ServerIdentification.wrong("TLS server " + inspection.subject() + " without HTTP " + http.banner());
        }
        Set<Feature> features = new HashSet<>(http.features());
        if (inspection.clientCertificateWanted()) {
            features.add(Feature.CLIENT_CERTIFICATE);
            if (!features.contains(Feature.METHODS_LISTED) && !features.contains(Feature.DAV)) {
                features.add(Feature.LOG_IN);
            }
        }
        return new ServerIdentification(
                true, http.banner() + " (certificate " + inspection.subject() + ", not checked)", features);
    }

    /**
     * SRM is SOAP over TLS, and its usual servers (dCache, StoRM) demand a client's certificate; one that does not is
     * known by answering at the interface's usual path.
     */
    private static ServerIdentification srm(ServerDialog dialog) throws IOException {
        TlsInspection inspection = dialog.startTls("http/1.1");
        String answer = "";
        try {
            dialog.send(HttpGreeting.request("GET", "/srm/managerv2", dialog.host()));
            answer = dialog.line();
        } catch (SSLException e) {
            // refused for lack of a certificate: that is the answer
        }
        String banner = "certificate " + inspection.subject() + ", not checked";
        boolean there = answer.startsWith("HTTP/1.") && !answer.contains(" 404");
        if (inspection.clientCertificateWanted()) {
            return ServerIdentification.right(banner, Feature.CLIENT_CERTIFICATE);
        }
        return there
                ? ServerIdentification.right(banner)
                : ServerIdentification.wrong(answer.isEmpty() ? banner : answer);
    }

    /** The XRootD protocol's initial handshake: five integers out, status 0 and eight bytes back. */
    private static ServerIdentification xrootd(ServerDialog dialog) throws IOException {
        dialog.send(ByteBuffer.allocate(20).putInt(12, 4).putInt(16, 2012).array());
        byte[] reply = dialog.bytes(16);
        if (reply.length == 16) {
            ByteBuffer fields = ByteBuffer.wrap(reply);
            if (fields.getInt() == 0 && fields.getInt() == 8) {
                int version = fields.getInt();
                return ServerIdentification.right(
                        "xrootd protocol %x.%d.%d".formatted(version >> 8, version >> 4 & 15, version & 15));
            }
        }
        return ServerIdentification.wrong(new String(reply, StandardCharsets.ISO_8859_1));
    }

    private static ServerIdentification rsync(ServerDialog dialog) throws IOException {
        String line = dialog.line();
        return line.startsWith("@RSYNCD: ") ? ServerIdentification.right(line) : ServerIdentification.wrong(line);
    }

    /** bbftpd speaks first: a message with code 6, MSG_CRYPT, that carries its public key. */
    private static ServerIdentification bbftp(ServerDialog dialog) throws IOException {
        byte[] head = dialog.bytes(8);
        if (head.length == 8) {
            ByteBuffer fields = ByteBuffer.wrap(head);
            int code = fields.getInt();
            int length = fields.getInt();
            if (code == BBFTP_CRYPT && length > 0 && length <= LONGEST_BBFTP_KEY) {
                return ServerIdentification.right(Protocol.BBFTP.scheme());
            }
        }
        return ServerIdentification.wrong(new String(head, StandardCharsets.ISO_8859_1));
    }

    /** A node is a TLS 1.3 server that chooses our application protocol; who it is, its pinned fingerprint decides. */
    private static ServerIdentification waybill(ServerDialog dialog) throws IOException {
        TlsInspection inspection = dialog.startTls(PinnedTls.APPLICATION_PROTOCOL);
        return inspection.applicationProtocol().equals(PinnedTls.APPLICATION_PROTOCOL)
                ? ServerIdentification.right(inspection.subject() + " (" + PinnedTls.APPLICATION_PROTOCOL + ")")
                : ServerIdentification.wrong("TLS server " + inspection.subject());
    }
}
