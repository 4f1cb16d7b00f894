package org.waybill.engine.identity;

import java.net.Socket;
import java.security.Principal;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/** A key manager of a client that chooses by itself: it lists no keys and is never a server's. */
public abstract class ClientKeyManager extends X509ExtendedKeyManager {
    @Override
    public final String @Nullable [] getClientAliases(String keyType, Principal @Nullable [] issuers) {
        return null;
    }

    @Override
    public final String @Nullable [] getServerAliases(String keyType, Principal @Nullable [] issuers) {
        return null;
    }

    @Override
    public final @Nullable String chooseServerAlias(
            String keyType, Principal @Nullable [] issuers, @Nullable Socket socket) {
        return null;
    }
}
