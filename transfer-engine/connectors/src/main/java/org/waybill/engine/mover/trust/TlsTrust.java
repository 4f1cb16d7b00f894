package org.waybill.engine.mover.trust;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertPathValidatorException.BasicReason;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Causes;
import org.waybill.engine.ErrorText;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.Credentials;
import org.waybill.engine.mover.store.StorePath;
import org.waybill.platform.NamedServers;

/** Whom TLS connections trust: the authorities of the Java platform and those in the user's PEM file. */
public final class TlsTrust {
    private static final String[] PROTOCOLS = {"TLSv1.3", "TLSv1.2"};

    private final TrustManager[] managers;
    private final UserCertificate own;

    private TlsTrust(TrustManager[] managers, UserCertificate own) {
        this.managers = managers;
        this.own = own;
    }

    /**
     * Trust in the platform's authorities and the user's, and in servers that the user has said to be right.
     *
     * @param server whose connections these all are; null where they may lead to several
     * @param own shown to its server if that asks
     * @throws TransferException when the user's file cannot be read as certificates
     */
    public static TlsTrust of(Credentials credentials, @Nullable String server, int port, UserCertificate own)
            throws TransferException {
        return of(credentials, Optional.empty(), server, port, own);
    }

    /** The same with authorities that are named elsewhere. @param also a PEM file of them */
    public static TlsTrust of(
            Credentials credentials, Optional<Path> also, @Nullable String server, int port, UserCertificate own)
            throws TransferException {
        List<Path> pems = Stream.of(credentials.trustedCertificates(), also)
                .flatMap(Optional::stream)
                .toList();
        return new TlsTrust(PinnedServers.before(trust(pems), credentials.knownServers(), server, port), own);
    }

    /**
     * A context that trusts the platform's authorities and the user's, and what the user has said to be right, and
     * shows no certificate.
     *
     * @throws TransferException when the user's file cannot be read as certificates
     */
    public static SSLContext anonymous(Optional<Path> pem, KnownServers known) throws TransferException {
        return context(
                new KeyManager[0], PinnedServers.before(trust(pem.stream().toList()), known, null, 0));
    }

    private static TrustManager[] trust(List<Path> pems) throws TransferException {
        try {
            KeyStore anchors = KeyStore.getInstance(KeyStore.getDefaultType());
            anchors.load(null, null);
            int number = 0;
            for (X509Certificate authority : platformAuthorities()) {
                anchors.setCertificateEntry("platform" + number++, authority);
            }
            for (Path pem : pems) {
                for (Certificate users : read(pem)) {
                    anchors.setCertificateEntry("own" + number++, users);
                }
            }
            return NamedServers.trusting(anchors);
        } catch (IOException | GeneralSecurityException e) {
            throw new TransferException(Reason.INTERNAL, "TLS cannot be set up: " + e.getMessage(), e);
        }
    }

    /** The versions that are offered to a server, best first. */
    public static String[] protocols() {
        return PROTOCOLS.clone();
    }

    /** A context with no sessions yet; connections that share one may resume each other's sessions. */
    public SSLContext newContext() {
        return context(new KeyManager[] {own}, managers);
    }

    /** The same for other servers that these lead to, which are shown no certificate. */
    public SSLContext newContextOfOthers() {
        return context(new KeyManager[0], managers);
    }

    /** TLS over a connection that is made; the server must prove to be {@code host}. The handshake is still to come. */
    public static SSLSocket over(Socket plain, SSLContext context, String host, int port) throws IOException {
        SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket(plain, host, port, true);
        socket.setSSLParameters(checkingNames(socket.getSSLParameters()));
        return socket;
    }

    /** The same parameters with our versions and a check of the server's name. */
    public static SSLParameters checkingNames(SSLParameters parameters) {
        parameters.setProtocols(PROTOCOLS);
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        return parameters;
    }

    private static SSLContext context(KeyManager[] own, TrustManager[] trusted) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(own, trusted, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has TLS", e);
        }
    }

    /** The user's certificate, and what became of it. */
    public UserCertificate own() {
        return own;
    }

    private static X509Certificate[] platformAuthorities() throws GeneralSecurityException {
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init((KeyStore) null);
        for (TrustManager manager : factory.getTrustManagers()) {
            if (manager instanceof X509TrustManager x509) {
                return x509.getAcceptedIssuers();
            }
        }
        return new X509Certificate[0];
    }

    private static Iterable<? extends Certificate> read(Path pem) throws TransferException {
        try (InputStream in = Files.newInputStream(pem)) {
            return CertificateFactory.getInstance("X.509").generateCertificates(in);
        } catch (IOException | CertificateException e) {
            throw new TransferException(
                    Reason.BAD_INPUT, "the trusted certificates " + pem + " cannot be read: expected a PEM file", e);
        }
    }

    /** What the JDK says of a server that answers with an older protocol, or with the alert that it knows no newer. */
    private static final Pattern OLD_PROTOCOL =
            Pattern.compile("alert: protocol_version|server selected protocol version");

    /** What the JDK says of bytes that are no record of TLS. */
    private static final Pattern NO_TLS = Pattern.compile("(?i)unrecognized SSL message");

    /** The alerts of RFC 8446, section 6.2, by which a server says what it thinks of the client's certificate. */
    private static final Pattern ABOUT_OURS = Pattern.compile("(?i)alert: (certificate_required|bad_certificate"
            + "|unsupported_certificate|certificate_revoked|certificate_expired|certificate_unknown|unknown_ca"
            + "|access_denied)");

    /**
     * What a failed handshake means; null for what is not a failure of a handshake.
     *
     * @param account under which the user's certificate for this server is looked up, {@code https://host:8443}
     */
    public static @Nullable TransferException failure(String server, String account, Throwable cause) {
        @Nullable CertificateException fault = Causes.find(CertificateException.class, cause);
        if (fault != null) {
            return refusal(server, fault, cause);
        }
        if (Causes.of(cause)
                .anyMatch(at -> NO_TLS.matcher(String.valueOf(at.getMessage())).find())) {
            return new TransferException(
                    Reason.UNSAFE,
                    server + " does not answer by TLS: its port is of another service, or of one without encryption;"
                            + " nothing was sent",
                    cause);
        }
        // with TLS 1.1 or older no further attempt would end otherwise
        return Causes.of(cause)
                        .anyMatch(at -> OLD_PROTOCOL
                                .matcher(String.valueOf(at.getMessage()))
                                .find())
                ? new TransferException(
                        Reason.UNSAFE,
                        server + " offers no TLS 1.2 or newer, and older versions are not safe; nothing was sent",
                        cause)
                : clientRefusal(server, account, cause);
    }

    /** What a handshake that ended otherwise means; null for what is not a handshake's failure. */
    private static @Nullable TransferException noHandshake(String server, Throwable cause) {
        @Nullable SSLHandshakeException handshake = Causes.find(SSLHandshakeException.class, cause);
        if (handshake == null) {
            return null;
        }
        // a server that closes gives no reason: it may be old, but also overloaded or restarting
        return new TransferException(
                Reason.UNREACHABLE,
                String.valueOf(handshake.getMessage()).contains("terminated the handshake")
                        ? server + " closed the connection during the TLS handshake"
                        : server + " and this machine have no TLS version or cipher in common: "
                                + StorePath.shown(ErrorText.of(handshake)),
                cause);
    }

    /** The refusal of a server that requires another certificate of ours, or one at all; null for other failures. */
    private static @Nullable TransferException clientRefusal(String server, String account, Throwable thrown) {
        for (Throwable at : Causes.of(thrown).toList()) {
            Matcher alert = ABOUT_OURS.matcher(String.valueOf(at.getMessage()));
            if (alert.find()) {
                return alert.group(1).equalsIgnoreCase("certificate_required")
                        ? noCertificate(server, account, thrown)
                        : new TransferException(
                                Reason.AUTHENTICATION,
                                server + " does not accept your certificate (" + alert.group(1) + ")" + adding(account),
                                thrown);
            }
        }
        return noHandshake(server, thrown);
    }

    /** The refusal of a server that asked for a certificate and was shown none. */
    public static TransferException noCertificate(String server, String account, Throwable cause) {
        return new TransferException(
                Reason.AUTHENTICATION, server + " requires a client certificate" + adding(account), cause);
    }

    private static String adding(String account) {
        return "; put one into the vault with 'waybill account add certificate:" + account + " --from FILE'";
    }

    /** What is wrong with a time of the chain and who can help, empty if nothing is. */
    private static String outOfTime(Throwable fault) {
        for (Throwable at : Causes.of(fault).toList()) {
            if (at instanceof CertPathValidatorException wrong
                    && wrong.getCertPath() != null
                    && wrong.getIndex() >= 0
                    && wrong.getCertPath().getCertificates().get(wrong.getIndex()) instanceof X509Certificate one) {
                String which = wrong.getIndex() == 0
                        ? "it"
                        : "that of its authority "
                                + StorePath.shown(one.getSubjectX500Principal().getName());
                if (wrong.getReason() == BasicReason.EXPIRED) {
                    return which + " expired " + day(one.getNotAfter()) + "; have the server's administrator renew it";
                }
                if (wrong.getReason() == BasicReason.NOT_YET_VALID) {
                    return which + " is not valid before " + day(one.getNotBefore()) + "; check this machine's clock";
                }
            }
        }
        return "";
    }

    private static LocalDate day(Date time) {
        return LocalDate.ofInstant(time.toInstant(), ZoneOffset.UTC);
    }

    /** The JDK puts its classes' names into the text: {@code sun.security...Exception: unable to find ...}. */
    private static final String CLASS_NAMES = "([a-z]\\w*\\.)+\\w+Exception: ";

    /** The refusal to continue with a server whose certificate is wrong. */
    public static TransferException refusal(String server, CertificateException fault, Throwable cause) {
        String text =
                switch (fault) {
                    case ChangedServerException changed ->
                        changed.getMessage() + "; log-in aborted, no password was sent. If the administrator confirms"
                                + " the new one: waybill trust --remove " + server;
                    case UnknownServerException unknown ->
                        "the certificate of " + server + " is not accepted: " + unknown.getMessage()
                                + "; log-in aborted, no password was sent. Compare it with the administrator's, then:"
                                + " waybill trust " + server + " --fingerprint "
                                + unknown.identity().fingerprint()
                                + "; or add its authority to the trusted certificates (PEM)";
                    default -> notAccepted(server, fault);
                };
        return new TransferException(Reason.CERTIFICATE, text, cause);
    }

    private static String notAccepted(String server, CertificateException fault) {
        String time = outOfTime(fault);
        return "the certificate of " + server + " is not accepted: "
                + (time.isEmpty()
                        ? StorePath.shown(String.valueOf(fault.getMessage()).replaceAll(CLASS_NAMES, ""))
                                + "; log-in aborted, no password was sent. If its authority is right, add it to the"
                                + " trusted certificates (PEM)"
                        : time + "; log-in aborted, no password was sent");
    }
}
