package org.waybill.cli;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.waybill.client.probe.host.HostExaminer;
import org.waybill.client.probe.host.HostProbe;
import org.waybill.client.workflow.Advisor;
import org.waybill.client.workflow.Advisors;

/** The usual advisor, with this session's service and the user's credentials. */
final class Advising {
    /** The embedded service's start is in it. */
    private static final Duration SERVICE_PATIENCE = Duration.ofSeconds(30);

    private Advising() {}

    static Advisor advisor(Session session) {
        session.advisor().prepare();
        return Advisors.usual(session.advisor(), SERVICE_PATIENCE, Vaults.credentials(session), agent(session),
                session.home().root(),
                session::note);
    }

    /** Looks at machines: at this one directly, at others over SSH. */
    static HostExaminer examiner(Session session) {
        return new HostProbe(Vaults.credentials(session), agent(session));
    }

    /** The SSH agent's socket, null where there is none. */
    static @Nullable Path agent(Session session) {
        String socket = session.terminal().environment().getOrDefault("SSH_AUTH_SOCK", "");
        return socket.isEmpty() ? null : Path.of(socket);
    }
}
