package org.waybill.engine.mover.trust;

import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.TransferException;
import org.waybill.engine.identity.ClientCertificate;
import org.waybill.engine.identity.ClientKeyManager;
import org.waybill.engine.mover.Credentials;
import org.waybill.protocol.Protocols;

/**
 * The user's certificate for one server: looked up when that server asks for one, and shown to no other, so that a
 * redirection does not reveal the user to another server.
 */
public final class UserCertificate extends ClientKeyManager {
    private static final String ALIAS = "own";

    private final Credentials credentials;
    private final String scheme;
    private final String host;
    private final int port;
    private Optional<ClientCertificate> found = Optional.empty();
    private boolean asked;
    private @Nullable TransferException problem;

    /**
     * For one server.
     *
     * @param scheme {@code https} or {@code ftps}
     * @param port never 0
     */
    public UserCertificate(Credentials credentials, String scheme, String host, int port) {
        this.credentials = credentials;
        this.scheme = scheme;
        this.host = host.toLowerCase(Locale.ROOT);
        this.port = port;
    }

    /** Under which it is looked up, and {@code account add} puts it in: {@code https://host:8443}. */
    public String account() {
        return account(scheme, host, port);
    }

    /** The same of any server. @param port 0 for the scheme's usual one, which is not named */
    public static String account(String scheme, String host, int port) {
        boolean usual = port == 0
                || Protocols.named(scheme)
                        .filter(one -> one.defaultPort() == port)
                        .isPresent();
        return scheme + "://" + (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + (usual ? "" : ":" + port);
    }

    /** Why the certificate that there is was not shown; empty if it was, or was not asked for. */
    public synchronized Optional<TransferException> problem() {
        return Optional.ofNullable(problem);
    }

    /** Whether the server asked for one and there was none to show. */
    public synchronized boolean isMissing() {
        return asked && found.isEmpty();
    }

    private synchronized Optional<ClientCertificate> own() {
        if (!asked) {
            asked = true;
            found = credentials.certificate(scheme, host, port);
            try {
                if (found.isPresent()) {
                    found.get().requireValid(Instant.now());
                }
            } catch (TransferException e) {
                problem = e;
                found = Optional.empty();
            }
        }
        return found;
    }

    private @Nullable String choose(String[] keyTypes) {
        return own().filter(one -> Arrays.asList(keyTypes).contains(one.key().getAlgorithm()))
                        .isPresent()
                ? ALIAS
                : null;
    }

    /** For sockets of a context that belongs to one server, wherever a redirection leads them. */
    @Override
    public @Nullable String chooseClientAlias(
            String[] keyTypes, Principal @Nullable [] issuers, @Nullable Socket socket) {
        SSLSession session = socket instanceof SSLSocket tls ? tls.getHandshakeSession() : null;
        return session == null || session.getPeerHost() == null || host.equalsIgnoreCase(session.getPeerHost())
                ? choose(keyTypes)
                : null;
    }

    @Override
    public @Nullable String chooseEngineClientAlias(
            String[] keyTypes, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
        boolean ours = engine != null && host.equalsIgnoreCase(engine.getPeerHost()) && engine.getPeerPort() == port;
        return ours ? choose(keyTypes) : null;
    }

    @Override
    public X509Certificate @Nullable [] getCertificateChain(String alias) {
        return own().map(one -> one.chain().toArray(X509Certificate[]::new)).orElse(null);
    }

    @Override
    public @Nullable PrivateKey getPrivateKey(String alias) {
        return own().map(ClientCertificate::key).orElse(null);
    }
}
