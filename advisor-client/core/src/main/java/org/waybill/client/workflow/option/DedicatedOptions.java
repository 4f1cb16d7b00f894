package org.waybill.client.workflow.option;

import java.util.ArrayList;
import java.util.List;
import org.waybill.protocol.Tool;
import org.waybill.protocol.Transport;

/**
 * The engine's options once more by PLUT, for a channel that no one else needs: it has no congestion control by design,
 * so that it is not suitable for a shared path (Lu 2011, section 4.2; RFC 8085).
 */
public final class DedicatedOptions {
    private DedicatedOptions() {}

    public static List<Candidate> with(List<Candidate> direct, boolean dedicated) {
        if (!dedicated) {
            return direct;
        }
        List<Candidate> all = new ArrayList<>(direct);
        direct.stream().filter(DedicatedOptions::carries).forEach(option -> all.add(byDatagrams(option)));
        return all;
    }

    /** The same by the datagrams that advice offers. */
    public static Candidate byDatagrams(Candidate option) {
        return option.by(Transport.PLUT);
    }

    /** Whether the engine sends from here or fetches to here, one file or tree: then it can take datagrams. */
    public static boolean carries(Candidate option) {
        boolean stream = option.source().isStream() || option.destination().isStream();
        return option.tool() == Tool.WAYBILL
                && option.isBy(Transport.TCP)
                && option.via().isEmpty()
                && !stream
                && option.source().isLocal() != option.destination().isLocal();
    }
}
