package org.waybill.client.workflow;

import java.util.ArrayList;
import java.util.List;

/**
 * The engine's ways once more by PLUT, for a channel that nobody else needs: it has no congestion control by design, so
 * that a shared path is no place for it (Lu 2011, section 4.2; RFC 8085).
 */
final class Dedicated {
    static final String PLUT = "plut";

    private Dedicated() {}

    static List<Candidate> with(List<Candidate> direct, boolean dedicated) {
        if (!dedicated) {
            return direct;
        }
        List<Candidate> all = new ArrayList<>(direct);
        direct.stream().filter(Dedicated::carries).forEach(way -> all.add(way.by(PLUT)));
        return all;
    }

    /** Whether the engine sends from here or fetches to here, one file or tree: then it can take datagrams. */
    static boolean carries(Candidate way) {
        boolean stream = way.source().isStream() || way.destination().isStream();
        return way.tool() == Tool.WAYBILL && way.transport().equals("tcp") && way.via().isEmpty() && !stream
                && way.source().isLocal() != way.destination().isLocal();
    }
}
