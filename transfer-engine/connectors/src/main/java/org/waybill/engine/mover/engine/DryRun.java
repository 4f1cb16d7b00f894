package org.waybill.engine.mover.engine;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.waybill.engine.NotTransferred;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferReport;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.filter.EntryFilter;
import org.waybill.engine.link.NodeQueries;
import org.waybill.engine.storage.EntryNames;
import org.waybill.engine.storage.SourceTree;
import org.waybill.engine.storage.StorageErrors;
import org.waybill.engine.storage.TreeEntry;
import org.waybill.engine.wire.Message;

/** Says what a transfer would copy: connects, looks, and changes nothing. */
final class DryRun {
    private static final int MAX_EVENTS = 1000;

    private final TransferListener listener;
    private final List<NotTransferred> notTransferred = new ArrayList<>();
    private long bytes;
    private long files;

    private DryRun(TransferListener listener) {
        this.listener = listener;
    }

    static TransferReport report(NodeQueries node, TransferRequest request, TransferListener listener, String transport)
            throws TransferException, InterruptedException {
        DryRun run = new DryRun(listener);
        if (request.source().isStream()) {
            node.status(request.destination());
        } else if (request.source().isLocal()) {
            run.lookHere(request);
            Message.Status target = node.status(request.destination());
            if (target.freeBytes() >= 0 && target.freeBytes() < run.bytes) {
                throw new TransferException(
                        Reason.DISK_FULL,
                        "the node has " + target.freeBytes() + " bytes free, and " + run.bytes + " are needed");
            }
        } else {
            List<Message.Entry> entries = node.list(request.source());
            entries.stream()
                    .filter(entry -> entry.kind() == Message.Kind.FILE && isCopied(entry, request))
                    .forEach(entry -> run.would(entry.path(), entry.sizeBytes(), request));
        }
        return TransferReport.unsent(run.bytes, run.files, 0, transport, request.via(), run.notTransferred);
    }

    private static boolean isCopied(Message.Entry entry, TransferRequest request) {
        EntryFilter filter = request.rules().filter();
        String path = entry.path().isEmpty() ? EntryNames.last(request.source().path()) : entry.path();
        return filter.reaches(path)
                && filter.acceptsFile(
                        path, entry.sizeBytes(), Instant.EPOCH.plus(entry.modifiedNanos(), ChronoUnit.NANOS));
    }

    private void lookHere(TransferRequest request) throws TransferException, InterruptedException {
        String path = request.source().path();
        try (SourceTree tree = SourceTree.local(Path.of(path), request.rules())) {
            if (tree.isLeftOut()) {
                return;
            }
            tree.walk(
                    new SourceTree.EntryVisitor() {
                        @Override
                        public void visit(TreeEntry entry) {
                            if (!entry.directory()) {
                                would(entry.path(), entry.sizeBytes(), request);
                            }
                        }

                        @Override
                        public boolean keepsLinks() {
                            return true;
                        }
                    },
                    new LeftOut(path));
        } catch (IOException e) {
            throw StorageErrors.map(e, "reading", path);
        }
    }

    private final class LeftOut implements SourceTree.LeftOut {
        private final String path;

        private LeftOut(String path) {
            this.path = path;
        }

        @Override
        public void skipped(String name, String why) {
            NotTransferred leftOut = NotTransferred.leftOut(name, why);
            notTransferred.add(leftOut);
            listener.onEvent(leftOut.event(), EntryNames.printable(name) + " " + why);
        }

        @Override
        public void refused(String name, IOException reason) {
            TransferException why = StorageErrors.map(reason, "reading", name.isEmpty() ? path : name);
            notTransferred.add(NotTransferred.failed(name, why));
            listener.onEvent("REFUSED", why.getMessage());
        }
    }

    private void would(String path, long sizeBytes, TransferRequest request) {
        bytes += sizeBytes;
        files++;
        if (files <= MAX_EVENTS) {
            String name = path.isEmpty() ? request.source().path() : path;
            listener.onEvent("WOULD_MOVE", sizeBytes + " bytes: " + EntryNames.printable(name));
        }
    }
}
