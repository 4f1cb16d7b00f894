package org.waybill.desktop.activity;

import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.waybill.client.activity.JournalEntry;
import org.waybill.client.execution.TransferResult;
import org.waybill.client.workflow.Advisor;
import org.waybill.client.workflow.Workflow;
import org.waybill.client.workflow.option.AdviceRequest;
import org.waybill.client.workflow.option.Candidate;
import org.waybill.client.workflow.script.CopyWords;
import org.waybill.desktop.AdvisorFacade;
import org.waybill.desktop.Background;
import org.waybill.desktop.ErrorMessages;
import org.waybill.desktop.activity.TransferViewModel.Share;
import org.waybill.desktop.activity.TransferViewModel.State;
import org.waybill.engine.NotTransferred;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferListener.Progress;
import org.waybill.engine.TransferReport.PathShare;

/**
 * Runs one transfer and keeps the journal of it. To pause is to stop with the state kept, to resume is to copy again:
 * the ledger knows what has arrived. A new limit is put in force the same way, since a running session keeps its terms.
 */
public final class TransferRunner {
    private static final System.Logger LOG = System.getLogger(TransferRunner.class.getName());
    private static final long JOURNAL_EVERY_MILLIS = 5_000;
    /** What reads or writes where nothing answers may not hear that it is to stop. */
    private static final long PATIENCE_SECONDS = 30;

    private final AdvisorFacade assistant;
    private final Background background;
    private final InstantSource clock;
    private final TransferViewModel model;
    private @Nullable Job job;
    private final Background.Slot work;
    /** Held while data are sent: what was stopped may take a moment to end. */
    private final Semaphore sending = new Semaphore(1);

    private volatile @Nullable JournalEntry entry;
    /** As the transfer began. */
    private @Nullable JournalEntry begun;

    private @Nullable Progress reached;
    private @Nullable JournalEntry written;
    /** Of the run that counts: a late report of an earlier run is not taken for its. */
    private @Nullable Listener listener;

    public TransferRunner(
            AdvisorFacade assistant, Background background, InstantSource clock, TransferViewModel model) {
        this.assistant = assistant;
        this.background = background;
        this.clock = clock;
        this.model = model;
        this.work = background.slot();
    }

    /** What is copied, and by which option. */
    record Job(AdviceRequest request, Advisor.AdviceResult adviceResult, int index) {
        Workflow workflow() {
            return adviceResult.advice().workflows().get(index);
        }

        Candidate candidate() {
            return adviceResult.candidates().get(index);
        }
    }

    /**
     * Starts a transfer by a workflow.
     *
     * @param id of the journal's entry: of a transfer that is resumed, its own
     * @param waits whether it starts only when it is resumed
     */
    public void start(String id, AdviceRequest request, Advisor.AdviceResult adviceResult, int index, boolean waits) {
        Job started = new Job(request, adviceResult, index);
        Workflow option = started.workflow();
        job = started;
        reached = null;
        JournalEntry now = JournalEntry.started(
                id,
                Selection.text(request),
                request.destination().format(),
                option.title(),
                option.transport(),
                clock.instant(),
                option.estimate().secondsP50(),
                option.estimate().secondsP90());
        begun = now;
        model.start(now.source(), now.destination(), option.title(), option.estimate());
        keep(now);
        if (waits) {
            model.waiting();
            keepAt(JournalEntry.State.PAUSED);
        } else {
            go(started);
        }
    }

    private void go(Job what) {
        long rate = Math.max(0, model.limitBitsPerSecond());
        Listener hears = new Listener();
        listener = hears;
        work.run(
                () -> {
                    sending.acquire();
                    try {
                        return assistant.move(what.request(), what.adviceResult(), what.index(), rate, hears);
                    } finally {
                        sending.release();
                    }
                },
                this::ended,
                this::failed);
    }

    /** Stops for now; everything that has arrived is kept. */
    public void pause() {
        if (model.state().get() == State.RUNNING) {
            interrupt();
            model.paused();
            keepAt(JournalEntry.State.PAUSED);
        }
    }

    /** Resumes after a pause, a stop or a failure, or starts what waits for its turn. */
    public void resume() {
        Job what = job;
        State now = model.state().get();
        if (now.canResume() && what != null) {
            if (!now.isUnderWay()) {
                entry = begun; // without the end that it had
            }
            model.resumed(now == State.WAITING ? "started" : "resumed");
            keepAt(JournalEntry.State.RUNNING);
            go(what);
        }
    }

    /** Whether it is the one of a journal's entry. */
    boolean isOf(String id) {
        JournalEntry now = entry;
        return now != null && now.id().equals(id);
    }

    void pauseOrResume() {
        if (model.state().get() == State.RUNNING) {
            pause();
        } else {
            resume();
        }
    }

    /** Puts the typed limit in force, at once if the transfer runs; whether it is a limit. */
    public boolean applyLimit() {
        long rate = model.limitBitsPerSecond();
        Job what = job;
        if (rate < 0) {
            model.message.set("Invalid limit: enter Mbit/s, for example 500, or clear it for no limit.");
            return false;
        }
        model.message.set("");
        if (model.state().get() == State.RUNNING && what != null) {
            interrupt();
            model.resumed(
                    rate == 0
                            ? "limit removed"
                            : "limited to " + model.limit.get().strip() + " Mbit/s");
            go(what);
        }
        return true;
    }

    /** Stops; partial data is kept, so that the transfer can be resumed another day. */
    public void stop() {
        stop(() -> {});
    }

    /** Stops, and then does something else, when the journal has it that it was stopped; at once if nothing runs. */
    public void stop(Runnable then) {
        JournalEntry now = entry;
        if (now == null || !model.state().get().isUnderWay()) {
            then.run();
            return;
        }
        interrupt();
        model.stopped();
        keep(
                at(now, now.state())
                        .ended(
                                JournalEntry.State.STOPPED,
                                clock.instant(),
                                null,
                                null,
                                "",
                                "You stopped it. Partial data is kept"),
                then);
    }

    /** Whether a task can go on with it. */
    boolean canGoOn() {
        Job what = job;
        return what != null && CopyWords.canName(what.workflow(), what.candidate());
    }

    /**
     * Stops here, and submits the same as a task of the same id; what was paused stays paused, here and there.
     *
     * @param then hears why it goes on here all the same, in its turn; empty when it goes on as a task
     */
    void handOver(Consumer<String> then) {
        Job what = Objects.requireNonNull(job);
        JournalEntry now = Objects.requireNonNull(entry);
        boolean paused = model.state().get() == State.PAUSED;
        long rate = Math.max(0, model.limitBitsPerSecond());
        interrupt();
        model.stopped();
        JournalEntry here = at(now, JournalEntry.State.PAUSED); // interrupted, if this process is killed meanwhile
        keep(
                here,
                () -> background.run(
                        () -> {
                            awaitItsEnd();
                            return assistant.tasks().submit(now.id(), what, rate, paused);
                        },
                        done -> {
                            job = null; // it must not go on here, too
                            model.message.set("It goes on in the background: Activity lists it.");
                            keep(
                                    here.ended(JournalEntry.State.BACKGROUND, clock.instant(), null, null, "", ""),
                                    () -> then.accept(""));
                        },
                        e -> {
                            if (paused) {
                                model.paused();
                            } else {
                                model.waiting();
                            }
                            then.accept(ErrorMessages.text(e));
                        }));
    }

    /** Two that write the same file would disturb each other. */
    private void awaitItsEnd() throws TransferException, InterruptedException {
        if (!sending.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            throw new TransferException(Reason.TARGET_BUSY, "it does not stop here within " + PATIENCE_SECONDS + " s");
        }
        sending.release();
    }

    private void interrupt() {
        listener = null;
        work.cancel();
    }

    private void ended(TransferResult result) {
        double seconds = model.movingSeconds();
        model.done(result);
        model.missing(result.report().notTransferred());
        if (result.report().paths().size() > 1) {
            model.shares(shares(result.report().paths()));
        }
        JournalEntry now = entry;
        if (now != null) {
            entry = now.at(
                    JournalEntry.State.DONE,
                    result.report().bytes(),
                    result.report().bytes());
        }
        end(
                JournalEntry.State.DONE,
                seconds,
                result.report().sha256(),
                result.report().cause().code(),
                result.report().cause().text());
    }

    private static List<Share> shares(List<PathShare> paths) {
        long total = Math.max(1, paths.stream().mapToLong(PathShare::bytes).sum());
        return paths.stream()
                .map(path -> new Share(
                        path.via().isEmpty() ? "direct" : String.join(" \u2192 ", path.via()),
                        (double) path.bytes() / total))
                .toList();
    }

    private void failed(Exception e) {
        model.failed(ErrorMessages.text(e));
        model.missing(e instanceof TransferException known ? known.notTransferred() : List.of());
        end(
                JournalEntry.State.FAILED,
                null,
                null,
                e instanceof TransferException known ? known.reason().name() : Reason.INTERNAL.name(),
                ErrorMessages.text(e));
    }

    private void end(
            JournalEntry.State how, @Nullable Double seconds, @Nullable String sha256, String code, String text) {
        JournalEntry now = entry;
        if (now != null) {
            keep(now.ended(how, clock.instant(), seconds, sha256, code, text));
        }
    }

    private void keepAt(JournalEntry.State state) {
        JournalEntry now = entry;
        if (now != null) {
            keep(at(now, state));
        }
    }

    /** With how far it is by now. */
    private JournalEntry at(JournalEntry now, JournalEntry.State state) {
        Progress far = reached;
        return far == null
                ? now.at(state, now.bytesDone(), now.totalBytes())
                : now.at(state, far.bytesDone(), far.totalBytes());
    }

    private void keep(JournalEntry now) {
        keep(now, () -> {});
    }

    private void keep(JournalEntry now, Runnable then) {
        entry = now;
        background.run(
                () -> {
                    write(now);
                    return true;
                },
                done -> then.run(),
                e -> {
                    LOG.log(System.Logger.Level.WARNING, "cannot write the transfer log: " + e.getMessage());
                    then.run();
                });
    }

    private synchronized void write(JournalEntry now) throws IOException {
        if (now.equals(entry) && !now.equals(written)) { // a late progress must not cover the end
            assistant.journal().put(now);
            written = now;
        }
    }

    /** Writes what is not in the journal yet, before the threads that would do it are ended. */
    public void flush() {
        JournalEntry now = entry;
        try {
            if (now != null) {
                write(now);
            }
        } catch (IOException e) {
            LOG.log(System.Logger.Level.WARNING, "cannot write the transfer log: " + e.getMessage());
        }
    }

    /** Passes on what the engine reports, the latest only: a window draws no faster than a person looks. */
    private final class Listener implements TransferListener {
        private final AtomicReference<@Nullable Progress> latest = new AtomicReference<>();
        private volatile long journalMillis = clock.millis();

        @Override
        public void onProgress(Progress progress) {
            if (latest.getAndSet(progress) == null) {
                background.onUi(this::pass);
            }
        }

        private void pass() {
            Progress progress = latest.getAndSet(null);
            if (progress == null || this != listener) {
                return;
            }
            model.progress(progress);
            reached = progress;
            JournalEntry now = entry;
            long millis = clock.millis();
            // absolute: after the clock was set back the journal is kept as before
            if (now != null
                    && model.state().get() == State.RUNNING
                    && Math.abs(millis - journalMillis) >= JOURNAL_EVERY_MILLIS) {
                journalMillis = millis;
                keep(now.at(JournalEntry.State.RUNNING, progress.bytesDone(), progress.totalBytes()));
            }
        }

        @Override
        public void onEvent(String code, String text) {
            if (NotTransferred.isSaidBy(code)) {
                return; // the end names all of them
            }
            background.onUi(() -> {
                if (this == listener) {
                    model.event(text);
                }
            });
        }
    }
}
