package org.waybill.engine.identity;

import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/**
 * One identity for every request, in every role. The JDK's own key managers need a key store, which would encrypt
 * the key and decrypt it again with a function that is slow on purpose, for each connection.
 */
final class SingleIdentity extends X509ExtendedKeyManager {
    private static final String ALIAS = "own";

    private final NodeIdentity identity;

    SingleIdentity(NodeIdentity identity) {
        this.identity = identity;
    }

    private @Nullable String choose(String... keyTypes) {
        return Arrays.asList(keyTypes).contains(identity.key().getAlgorithm()) ? ALIAS : null;
    }

    @Override
    public @Nullable String chooseClientAlias(
            String[] keyTypes, Principal @Nullable [] issuers, @Nullable Socket socket) {
        return choose(keyTypes);
    }

    @Override
    public @Nullable String chooseEngineClientAlias(
            String[] keyTypes, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
        return choose(keyTypes);
    }

    @Override
    public @Nullable String chooseServerAlias(String keyType, Principal @Nullable [] issuers, @Nullable Socket socket) {
        return choose(keyType);
    }

    @Override
    public @Nullable String chooseEngineServerAlias(
            String keyType, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
        return choose(keyType);
    }

    @Override
    public X509Certificate[] getCertificateChain(String alias) {
        return new X509Certificate[] {identity.certificate()};
    }

    @Override
    public PrivateKey getPrivateKey(String alias) {
        return identity.key();
    }

    @Override
    public String @Nullable [] getClientAliases(String keyType, Principal @Nullable [] issuers) {
        return choose(keyType) == null ? null : new String[] {ALIAS};
    }

    @Override
    public String @Nullable [] getServerAliases(String keyType, Principal @Nullable [] issuers) {
        return getClientAliases(keyType, issuers);
    }
}
