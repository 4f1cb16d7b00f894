package org.waybill.cli;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.endpoint.EndpointParser;
import org.waybill.client.workflow.DataSource;
import org.waybill.client.workflow.KnownReplica;
import org.waybill.client.workflow.ThisMachine;
import org.waybill.engine.ExpectedChecksum;
import org.waybill.engine.TransferException;
import picocli.CommandLine.Parameters;

/** The two ends on the command line. */
final class Ends {
    @Parameters(index = "0", paramLabel = "SRC",
            description = "Where the data are: a path, user@host:path, a URL, -, or what they are: dataset:ID, "
                    + "dataset:ID#FILE, checksum:sha256:HEX.")
    private @Nullable String source;

    @Parameters(index = "1", paramLabel = "DST", description = "Where they go; a directory ends in /.")
    private @Nullable String destination;

    /**
     * Both ends as places.
     *
     * @param source the first of the copies if there are any
     * @param copies of data that the user named by what they are; empty for a place
     */
    record Named(Endpoint source, Endpoint destination, List<KnownReplica> copies) {
        /** What the catalogue of the data says of the source's content. */
        List<ExpectedChecksum> expected() {
            return copies.isEmpty() ? List.of() : copies.getFirst().expected();
        }
    }

    /** The ends; data that are named by what they are get looked for. */
    Named named(Session session) throws TransferException {
        String text = String.valueOf(source);
        Endpoint there = EndpointParser.parse(String.valueOf(destination));
        if (!DataSource.isOne(text)) {
            return new Named(EndpointParser.parse(text), there, List.of());
        }
        List<KnownReplica> copies = DataSource.parse(text).find(session.advisor(), historyName(there));
        return new Named(copies.getFirst().endpoint(), there, copies);
    }

    /** The name under which the history knows an end's host. */
    static String historyName(Endpoint end) {
        return end.isLocal() ? ThisMachine.name() : end.host();
    }
}
