package org.waybill.client.workflow.survey;

import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import org.waybill.client.probe.PathFacts;

/** Finds out the path between this machine and a remote host. */
@FunctionalInterface
public interface PathSurveyor {
    /** Surveys nothing. */
    PathSurveyor NONE = far -> List.of();

    /**
     * What to survey.
     *
     * @param openPort a TCP port that answers, 0 if none is known
     * @param budget how long it may take
     * @param node a node there to exchange packet trains with
     */
    record Far(String host, InetAddress address, int openPort, Duration budget, NodeSearch node) {}

    /** A search for a node at the remote host that goes on meanwhile. */
    @FunctionalInterface
    interface NodeSearch {
        /** None is looked for. */
        NodeSearch NONE = _ -> 0;

        /** The node's port, 0 if none answers or this is not known in that time. */
        int port(Duration most) throws InterruptedException;
    }

    /** The paths, best known first; empty when nothing was found out. */
    List<PathFacts> survey(Far far) throws InterruptedException;
}
