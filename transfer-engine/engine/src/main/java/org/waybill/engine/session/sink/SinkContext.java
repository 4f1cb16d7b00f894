package org.waybill.engine.session.sink;

import java.io.IOException;
import org.waybill.engine.CopyRules;
import org.waybill.engine.ErrorText;
import org.waybill.engine.PeerLimits;
import org.waybill.engine.session.Missing;
import org.waybill.engine.session.SessionOutcome;
import org.waybill.engine.session.SessionScope;
import org.waybill.engine.session.SessionSettings;
import org.waybill.engine.session.SessionTask;
import org.waybill.engine.session.SingleThreadWorker;
import org.waybill.engine.storage.TargetTree;

/** What the parts of a sink's session share. */
final class SinkContext {
    final TargetTree tree;
    final SessionSettings settings;
    final boolean verify;
    final SessionOutcome outcome;
    final SessionScope scope;
    final SinkFiles.Source source;
    final CutThroughListener arrival;
    final ContentSync sync;
    final SingleThreadWorker examiner;
    final OpenPartialFiles parts;
    final TargetLease hold;
    final SinkNames names;
    final SinkProgress tally = new SinkProgress();
    final SinkMeter meter = new SinkMeter();
    final PeerLimits limits = PeerLimits.tree();
    final Missing missing;
    final FailedEntries losses;
    final ListedFiles files = new ListedFiles();
    final ListedLinks links = new ListedLinks(this);
    final ListedHardLinks hardLinks;
    final ListedAttributes attributes;

    /**
     * For one session.
     *
     * @param examiner the thread that checks what is there; what it is given here must not wait
     * @param placeFree what it does when a place for a large file is free again
     */
    SinkContext(
            TargetTree tree,
            SessionSettings settings,
            SessionOutcome outcome,
            SessionScope scope,
            SinkFiles.Source source,
            CutThroughListener arrival,
            ContentSync sync,
            SingleThreadWorker examiner,
            SessionTask placeFree) {
        this.tree = tree;
        this.settings = settings;
        this.verify = settings.verify();
        this.hardLinks = new ListedHardLinks(this);
        this.attributes = new ListedAttributes(this);
        this.outcome = outcome;
        this.scope = scope;
        this.source = source;
        this.arrival = arrival;
        this.sync = sync;
        this.examiner = examiner;
        this.parts = new OpenPartialFiles(tree, settings.owner(), () -> examiner.submit(placeFree));
        this.hold = new TargetLease(tree, settings.owner());
        this.names = new SinkNames(tree, settings.name());
        this.missing = new Missing(settings.listener());
        this.losses = new FailedEntries(missing, source, limits, arrival.needsAll());
        if (settings.rules().keeps(CopyRules.Extra.HOLES)) {
            tree.makeHoles();
        }
    }

    /** What happens to our own files at the end changes nothing for the user's. */
    void cannotClose(IOException e) {
        settings.event("CLOSE", ErrorText.of(e));
    }
}
