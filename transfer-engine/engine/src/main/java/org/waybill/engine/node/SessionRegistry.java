package org.waybill.engine.node;

import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.session.DataSession;

/** The sessions that data connections may be attached to, by the random numbers that were sent to their clients. */
final class SessionRegistry {
    private static final int ID_BYTES = 16;

    private final ConcurrentHashMap<String, DataSession> byId = new ConcurrentHashMap<>();
    private final SecureRandom random = new SecureRandom();

    byte[] register(DataSession session) {
        byte[] id = new byte[ID_BYTES];
        random.nextBytes(id);
        byId.put(HexFormat.of().formatHex(id), session);
        return id;
    }

    @Nullable
    DataSession find(byte[] id) {
        return byId.get(HexFormat.of().formatHex(id));
    }

    void remove(byte[] id) {
        byId.remove(HexFormat.of().formatHex(id));
    }
}
