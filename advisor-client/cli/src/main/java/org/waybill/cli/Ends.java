package org.waybill.cli;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.endpoint.EndpointParser;
import org.waybill.client.workflow.DataSource;
import org.waybill.client.workflow.KnownReplica;
import org.waybill.client.workflow.ThisMachine;
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

    Endpoint source() throws TransferException {
        return EndpointParser.parse(String.valueOf(source));
    }

    /** The places of the data that the source names; empty if it names a place itself. */
    List<KnownReplica> copies(Session session) throws TransferException {
        String text = String.valueOf(source);
        return DataSource.isOne(text) ? DataSource.parse(text).find(session.advisor(), historyName(destination()))
                : List.of();
    }

    Endpoint destination() throws TransferException {
        return EndpointParser.parse(String.valueOf(destination));
    }

    /** The name under which the history knows an end's host. */
    static String historyName(Endpoint end) {
        return end.isLocal() ? ThisMachine.name() : end.host();
    }
}
