package org.waybill.cli.plan;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.waybill.planner.routing.Network;
import picocli.CommandLine.Option;

/** The network that a planner works on. */
final class NetworkOptions {
    @Option(
            names = "--input",
            required = true,
            paramLabel = "F",
            description =
                    "Links: CSV rows from,to,bitsPerSecond[,metric] and node,bitsPerSecond, or an OSCARS (.json) or"
                            + " CtrlPlane (.xml) topology.")
    private Path input = Path.of("");

    @Option(
            names = "--nodes",
            paramLabel = "F",
            description = "Additional capacities of nodes, that is their total sending rates: CSV node,bitsPerSecond.")
    private @Nullable Path nodes;

    Network read(PlanFiles files) {
        return files.network(input, nodes);
    }

    /** The two nodes that a path or circuit is to connect. */
    static final class Pair {
        @Option(names = "--from", required = true, paramLabel = "A", description = "Source node.")
        String from = "";

        @Option(names = "--to", required = true, paramLabel = "B", description = "Destination node.")
        String to = "";
    }
}
