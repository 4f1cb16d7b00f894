package org.waybill.engine.session.source;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.waybill.engine.NotTransferred;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.link.PeerLink;
import org.waybill.engine.link.Replies;
import org.waybill.engine.session.Missing;
import org.waybill.engine.session.SessionOutcome;
import org.waybill.engine.session.SessionSettings;
import org.waybill.engine.storage.SourceTree;
import org.waybill.engine.storage.StorageErrors;
import org.waybill.engine.storage.TreeEntry;
import org.waybill.engine.wire.Message;

/**
 * Lists what is to be sent, to the plan and to the sink: files and directories as they are found, what is not sent and
 * symbolic links after them. Of one thread.
 */
final class SourceListing implements SourceTree.EntryVisitor, SourceTree.LeftOut {
    private final PeerLink link;
    private final SessionSettings settings;
    private final SessionOutcome outcome;
    private final SourceTree tree;
    private final SourcePlan plan;
    private final Missing missing;
    private final HardLinkSender names;
    private final ManifestSender manifest;
    private final List<Message.Link> links = new ArrayList<>();
    /** What the walk met and does not list; what the sink reports meanwhile is not among them. */
    private final List<NotTransferred> notListed = new ArrayList<>();

    private boolean saidFollowed;
    private int listed;

    /**
     * For one session.
     *
     * @param names finds what is of one file
     * @param attributes what goes with each part of the list
     */
    SourceListing(
            PeerLink link,
            SessionSettings settings,
            SessionOutcome outcome,
            SourceTree tree,
            SourcePlan plan,
            Missing missing,
            HardLinkSender names,
            ManifestSender.Companion attributes) {
        this.link = link;
        this.settings = settings;
        this.outcome = outcome;
        this.tree = tree;
        this.plan = plan;
        this.missing = missing;
        this.names = names;
        this.manifest = new ManifestSender(link, names, attributes);
    }

    /** Looks at all of the tree; the last part of the list waits for {@link #finish}. */
    void walk() throws InterruptedException, TransferException {
        try {
            tree.walk(this, this);
        } catch (IOException e) {
            throw outcome.isEnded() || link.isClosed()
                    ? Replies.broken(e, settings.peerName())
                    : StorageErrors.map(e, "reading", named(""));
        }
        plan.allListed();
    }

    /** Whether all of it fits into one frame. */
    boolean isOfOnePart() {
        return !manifest.isSplit();
    }

    /** Says the rest. */
    void finish() throws IOException {
        manifest.finish();
        for (NotTransferred one : notListed) {
            link.send(Message.Unsendable.notListed(one));
        }
        for (int i = 0; i < links.size(); i += Message.Links.MOST) {
            link.send(new Message.Links(List.copyOf(links.subList(i, Math.min(i + Message.Links.MOST, links.size())))));
        }
    }

    @Override
    public void visit(TreeEntry entry) throws IOException, InterruptedException {
        if (outcome.isEnded()) {
            throw new InterruptedException("the session has ended");
        }
        plan.add(entry, names.nameOf(listed++, entry).orElse(null));
        manifest.add(entry);
    }

    @Override
    public boolean keepsLinks() throws InterruptedException {
        boolean keeps = link.awaitSince(Message.Links.SINCE);
        if (!keeps && !saidFollowed) {
            saidFollowed = true;
            settings.event(
                    "LINKS_FOLLOWED",
                    "symbolic links inside the tree are followed: " + settings.peerName()
                            + " runs an older Waybill, which does not support links");
        }
        return keeps;
    }

    @Override
    public void link(TreeEntry entry, String target) {
        links.add(new Message.Link(entry.path(), target, entry.modifiedNanos()));
    }

    @Override
    public void skipped(String path, String why) {
        notListed(NotTransferred.leftOut(path, why), new TransferException(Reason.NOTHING_TO_DO, why));
    }

    @Override
    public void refused(String path, IOException reason) {
        TransferException why = StorageErrors.map(reason, "reading", named(path));
        notListed(NotTransferred.failed(path, why), why);
    }

    private void notListed(NotTransferred one, TransferException why) {
        notListed.add(one);
        missing.add(one, why);
    }

    /** The name that was sent is the destination's where data are pushed. */
    private String named(String path) {
        String own = tree.named(path);
        return own.isEmpty() ? settings.name() : own;
    }
}
