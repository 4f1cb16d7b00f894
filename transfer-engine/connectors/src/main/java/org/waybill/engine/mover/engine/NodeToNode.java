package org.waybill.engine.mover.engine;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.waybill.engine.CopyRules;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferListener.Phase;
import org.waybill.engine.TransferListener.Progress;
import org.waybill.engine.TransferReport;
import org.waybill.engine.TransferReport.Cause;
import org.waybill.engine.TransferReport.Compared;
import org.waybill.engine.TransferReport.Unsent;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.link.NodeAddress;
import org.waybill.engine.link.NodeQueries;
import org.waybill.engine.wire.Message;
import org.waybill.protocol.Transport;

/**
 * A copy from one node to another: the node that has the data sends them, and this machine watches. The second node must
 * know the first.
 *
 * @param home whose identity both nodes know
 */
record NodeToNode(Path home) {
    TransferReport move(TransferRequest request, TransferListener listener)
            throws TransferException, InterruptedException {
        requireSupported(request);
        if (request.dryRun()) {
            throw new TransferException(Reason.BAD_INPUT, "a node that sends to another makes no dry run");
        }
        if (request.streams() > 0) {
            listener.onEvent("STREAMS_IGNORED", "the sending node chooses the number of connections itself");
        }
        long startedNanos = System.nanoTime();
        NodeQueries.SentOn outcome = new NodeQueries(home)
                .sendOn(
                        request.source(),
                        request.destination(),
                        request.rules(),
                        request.data().isVerified(),
                        request.rateBitsPerSecond(),
                        request.transferName(),
                        listener);
        Message.Report sent = outcome.report();
        listener.onProgress(new Progress(Phase.FINISHING, sent.bytes(), sent.bytes(), sent.files(), sent.files(), ""));
        String sha256 = sent.sha256().isEmpty() ? null : sent.sha256();
        return new TransferReport(
                sent.bytes(),
                sent.files(),
                (System.nanoTime() - startedNanos) / 1e9,
                sha256,
                sha256 == null ? Compared.NOTHING : Compared.SOURCE,
                Transport.TCP.name(),
                List.of(),
                sent.streams(),
                sent.retransmittedBytes(),
                sent.resumedBytes(),
                new Cause(sent.causeCode(), sent.causeText()),
                List.of(),
                0,
                outcome.notTransferred(),
                new Unsent(found(sent), 0));
    }

    /** The node tells only the bytes that were there: of the files, the same share; of empty ones nothing. */
    static long found(Message.Report sent) {
        return sent.bytes() == 0 ? 0 : Unsent.share(sent.files(), sent.resumedBytes(), sent.bytes());
    }

    static void requireSupported(TransferRequest request) throws TransferException {
        String unsupported = !request.networkPaths().isDirect()
                ? "--via"
                // links and filters are the sending node's; extras are reported as not kept
                : String.join(
                        ", ",
                        request.rules()
                                .ofTarget()
                                .with(CopyRules.USUAL.links())
                                .with(Set.of())
                                .options());
        if (!unsupported.isEmpty()) {
            throw new TransferException(
                    Reason.BAD_INPUT, "a copy from node to node does not support " + unsupported + ": leave it out");
        }
        NodeAddress node = NodeAddress.of(request.source());
        if (node.equals(NodeAddress.of(request.destination()))) {
            throw new TransferException(
                    Reason.BAD_INPUT,
                    "a node does not copy to itself: copy from " + node
                            + " to this machine and back, or run the copy on its machine, between paths");
        }
        if (!request.checked().isEmpty()) {
            throw new TransferException(
                    Reason.UNSAFE,
                    "a copy from node to node is not compared with the checksum of a catalogue: copy to this machine"
                            + " first");
        }
    }
}
