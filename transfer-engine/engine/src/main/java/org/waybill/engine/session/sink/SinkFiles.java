package org.waybill.engine.session.sink;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.waybill.engine.CopyRules.Extra;
import org.waybill.engine.NotTransferred;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferReport.Cause;
import org.waybill.engine.session.Block;
import org.waybill.engine.session.SessionOutcome;
import org.waybill.engine.session.SessionResult;
import org.waybill.engine.session.SessionScope;
import org.waybill.engine.session.SessionSettings;
import org.waybill.engine.session.SingleThreadWorker;
import org.waybill.engine.session.streams.TransferSide;
import org.waybill.engine.storage.TargetTree;
import org.waybill.engine.storage.TreeEntry;
import org.waybill.engine.wire.Message;
import org.waybill.engine.wire.WireException;

/** The files of a sink's session, from the manifest to their final names. */
final class SinkFiles implements AutoCloseable {
    private final SinkContext shared;
    private final FileOutcomes outcomes;
    private final FileExaminer looking;

    /** What is sent to the source. */
    interface Source {
        void need(Message.RequestedEntries need) throws IOException;

        void again(int entry) throws IOException;

        void committed(int entry);

        /** Whether it continues with the others when it hears of one. */
        boolean hearsOfOne();

        void unwritable(Message.Unwritable news) throws IOException, InterruptedException;

        /** A link that is not there, or stays as it was. */
        void notMade(NotTransferred one) throws IOException;

        /** What of the attributes an entry could not get. */
        void notKept(String path, Map<Extra, String> why) throws IOException;

        void allCommitted() throws IOException, InterruptedException;
    }

    /** @param examiner the thread that checks what is there; what it is given here must not wait */
    SinkFiles(
            TargetTree tree,
            SessionSettings settings,
            SessionOutcome outcome,
            SessionScope scope,
            Source source,
            CutThroughListener arrival,
            ContentSync sync,
            SingleThreadWorker examiner) {
        shared = new SinkContext(tree, settings, outcome, scope, source, arrival, sync, examiner, this::lookAgain);
        outcomes = new FileOutcomes(shared, this::lookAgain);
        looking = new FileExaminer(shared, outcomes);
    }

    void start() {
        shared.outcome.whenEnded(shared.parts::end);
        shared.outcome.whenEnded(shared.hold::leave);
        outcomes.start();
    }

    /** Takes note of the next entries, and checks them. */
    void examine(Message.Manifest manifest) throws IOException, InterruptedException, TransferException {
        looking.examine(manifest);
    }

    /** Takes note of which of the next entries have several names. */
    void hardLinks(Message.HardLinks some) throws TransferException, WireException {
        looking.hardLinks(some);
    }

    /** Takes note of what these entries have besides, and checks them when all is said. */
    void attributes(Message.Attributes some) throws IOException, InterruptedException, TransferException {
        looking.attributes(some);
    }

    /** The source could not read this of some entry: where it lists none of it, that does not mean that there is none. */
    void notRead(Extra extra) {
        shared.attributes.notRead(extra);
    }

    private void lookAgain() throws IOException, InterruptedException, TransferException {
        looking.examine();
    }

    /** Writes a segment of a block; the block is retained if its content is still needed afterwards. */
    void write(int number, long offset, Block block, int start, int length)
            throws IOException, InterruptedException, TransferException {
        ReceivingFile file = shared.files.get(number);
        try {
            outcomes.writer().write(file, offset, block, start, length);
        } catch (TransferException e) {
            outcomes.lost(file, e);
        }
    }

    /** The source has said all it has to say; ending before would cut it short. */
    void sourceIsThrough() throws IOException, InterruptedException, TransferException {
        shared.tally.sourceIsThrough();
        outcomes.finishIfDone();
    }

    void permissions(Message.NewPermissions now) throws WireException {
        shared.files.get(now.entry()).permissions(now.permissions() & SinkNames.PERMISSIONS);
    }

    void sourceDigest(int number, byte[] sha256) throws TransferException, WireException {
        ReceivingFile file = shared.files.get(number);
        outcomes.decide(file, file.sourceDigest(sha256));
    }

    /** The source cannot send an entry, or something that the manifest does not name: the rest is copied. */
    void unsendable(Message.Unsendable not) throws IOException, InterruptedException, TransferException {
        outcomes.unsendable(not);
    }

    /** To be made when all files are there. */
    void links(List<Message.Link> some) throws TransferException, WireException {
        shared.links.add(some);
    }

    /** What bounded the rate as seen from here. */
    Cause cause(int streams) {
        return shared.meter.cause(streams, shared.tally.totalBytes() - shared.tally.resumedBytes());
    }

    TransferListener.Progress progress() {
        return shared.tally.progress();
    }

    synchronized SessionResult result(long tornBytes, int streams, Cause sourceCause) {
        SinkProgress tally = shared.tally;
        return new SessionResult(
                tally.totalBytes(),
                tally.totalFiles() + tally.linkedFiles(),
                tally.resumedBytes(),
                tally.resumedFiles(),
                tally.linkedFiles(),
                tally.repeatedBytes() + tornBytes,
                streams,
                outcomes.summary(),
                sourceCause,
                cause(streams),
                shared.missing.firstFailure(),
                shared.missing.all());
    }

    /** As in {@link TransferSide#named}. */
    synchronized TransferException named(TransferException failure) {
        return !shared.losses.isTree()
                ? failure
                : shared.missing.named(
                        failure,
                        Stream.concat(shared.files.pending().stream(), looking.unexamined())
                                .map(TreeEntry::path)
                                .toList());
    }

    /** Frees everything; may be called again, and by another thread meanwhile, which then waits. */
    @Override
    public synchronized void close() {
        TransferException failure = shared.outcome.failure();
        boolean worthless = failure != null && failure.reason() == Reason.SOURCE_CHANGED;
        shared.parts.close(worthless, shared::cannotClose);
        try {
            shared.hold.close();
        } catch (IOException e) {
            shared.cannotClose(e);
        }
        shared.tree.close();
    }
}
