package org.waybill.madeup;

import java.util.List;
import org.waybill.protocol.Login;
import org.waybill.protocol.PathMeaning;
import org.waybill.protocol.Protocol;
import org.waybill.protocol.ProtocolProvider;
import org.waybill.protocol.Tool;
import org.waybill.protocol.ToolUse;
import org.waybill.protocol.Transport;

/** Registered by its line in {@code META-INF/services}. */
public final class HeronProtocol implements ProtocolProvider {
    static final Transport TRANSPORT = Transport.of("heron", 3, .01, 0, 2e9);
    static final Protocol HERON = Protocol.named("HERON", 4711)
            .priority(16)
            .login(Login.PASSWORD)
            .paths(PathMeaning.FILE_SYSTEM, null)
            .encrypted()
            .client()
            .transports(TRANSPORT)
            .tools(new ToolUse(Tool.WAYBILL, TRANSPORT, false, true, true))
            .build();

    @Override
    public List<Protocol> protocols() {
        return List.of(HERON);
    }
}
