package org.waybill.engine.mover.engine;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.CopyRules;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.driver.udp.DatagramTerms;

/**
 * Which requests the engine can carry out: what cannot be done is refused before anything is sent.
 *
 * @param name of the transport, for messages
 * @param datagrams null for TCP
 */
record RequestCheck(String name, DatagramTerms.@Nullable Transport datagrams) {
    void requireSupported(TransferRequest request) throws TransferException {
        if (datagrams != null) {
            checkDatagrams(request, datagrams);
        }
        boolean looksThere = request.rules().keepsSome()
                || !request.rules().backupDirectory().isEmpty();
        if (looksThere && ChecksummedDownload.isCompared(request)) {
            // it takes the place of what is there when it was compared
            throw new TransferException(
                    Reason.BAD_INPUT,
                    "a file of a node that is compared with a given checksum replaces what is there: leave --overwrite"
                            + " and "
                            + CopyRules.BACKUP_OPTION + " out, or name another destination");
        }
    }

    static void requireStream(TransferRequest request) throws TransferException {
        if (!request.networkPaths().isDirect() || request.streams() > 1) {
            throw new TransferException(
                    Reason.BAD_INPUT,
                    "a stream goes directly to the node over one connection: leave --via and --streams out");
        }
        if (!request.rules().equals(CopyRules.USUAL)) {
            throw new TransferException(
                    Reason.BAD_INPUT, CopyRules.notForStreams(request.rules().options()));
        }
    }

    private void checkDatagrams(TransferRequest request, DatagramTerms.Transport datagrams) throws TransferException {
        checkWays(request, datagrams);
        @Nullable
        TransferException lacking =
                switch (datagrams.consent()) {
                    case DEDICATED_PATH ->
                        request.dedicated()
                                ? null
                                : new TransferException(
                                        Reason.UNSAFE,
                                        name + " has no congestion control and would slow down other traffic: reserve"
                                                + " the bandwidth, add --dedicated if the path is yours only, or use"
                                                + " --transport tcp");
                    case RATE ->
                        request.rateBitsPerSecond() > 0
                                ? null
                                : new TransferException(
                                        Reason.BAD_INPUT,
                                        name + " sends at a fixed rate: set it with --rate, e.g. --rate 7Mbit");
                };
        if (lacking != null) {
            throw lacking;
        }
    }

    /** Hops between relays take datagrams towards the node only, and a rate to be held is that of one stream. */
    private void checkWays(TransferRequest request, DatagramTerms.Transport transport) throws TransferException {
        List<List<String>> paths = request.networkPaths().paths();
        if (request.networkPaths().isDirect()) {
            return;
        }
        if (paths.isEmpty()) {
            throw new TransferException(
                    Reason.BAD_INPUT, name + " needs explicit relays: --via HOST:PORT,..., or use --transport tcp");
        }
        if (!request.source().isLocal()) {
            throw new TransferException(
                    Reason.BAD_INPUT,
                    name + " goes over relays only towards a node: leave --via out, or use --transport tcp");
        }
        if (transport.holdsRate() && paths.size() > 1) {
            throw new TransferException(
                    Reason.BAD_INPUT,
                    name + " sends one stream at a fixed rate: expected one --via, not " + paths.size());
        }
    }
}
