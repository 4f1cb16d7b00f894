package org.waybill.desktop.activity;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.LongSupplier;
import javafx.beans.property.DoubleProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.SimpleDoubleProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import org.jspecify.annotations.Nullable;
import org.waybill.client.HumanUnits;
import org.waybill.client.endpoint.Shown;
import org.waybill.client.estimate.Estimate;
import org.waybill.client.estimate.EtaBand;
import org.waybill.client.estimate.RatePoint;
import org.waybill.client.estimate.RateSeries;
import org.waybill.client.execution.TransferResult;
import org.waybill.desktop.Background;
import org.waybill.desktop.ErrorMessages;
import org.waybill.desktop.workflow.OptionLabels;
import org.waybill.engine.NotTransferred;
import org.waybill.engine.TransferListener.Phase;
import org.waybill.engine.TransferListener.Progress;
import org.waybill.platform.PrivateFiles;

/**
 * A transfer under way: how far, how fast, until when; and afterwards forecast against outcome. Used on the UI thread.
 */
public final class TransferViewModel {
    private static final int MOST_NAMED = 1000;

    private final Background background;
    private final LongSupplier nanoTime;
    private final ObjectProperty<State> state = new SimpleObjectProperty<>(State.IDLE);
    public final StringProperty headline = new SimpleStringProperty("");
    public final StringProperty details = new SimpleStringProperty("");
    /** The file being copied, afterwards the checksum. */
    public final StringProperty file = new SimpleStringProperty("");

    public final StringProperty eta = new SimpleStringProperty("");
    /** What bounded the rate; empty while unknown. */
    public final StringProperty cause = new SimpleStringProperty("");
    /** Forecast against outcome; empty before the end. */
    public final StringProperty verdict = new SimpleStringProperty("");
    /** What was saved or went wrong besides. */
    public final StringProperty message = new SimpleStringProperty("");
    /** The rate limit as typed, in Mbit/s; empty for none. */
    public final StringProperty limit = new SimpleStringProperty("");
    /** 0..1, or -1 while the size is unknown. */
    public final DoubleProperty fraction = new SimpleDoubleProperty(-1);

    public final ObjectProperty<Picture> picture = new SimpleObjectProperty<>(Picture.EMPTY);
    /** Empty when there is one path. */
    public final ObservableList<Share> shares = FXCollections.observableArrayList();

    public final ObservableList<String> events = FXCollections.observableArrayList();
    private RateSeries series = new RateSeries();
    private Estimate forecast = Estimate.UNKNOWN;
    private @Nullable TransferSummary summary;
    private String source = "";
    private String destination = "";
    private String option = "";
    /** How much has been copied, in words; empty before the first progress. */
    private String amount = "";

    private long startedNs;
    private long pausedNs;
    private long pausesNs;

    public TransferViewModel(Background background, LongSupplier nanoTime) {
        this.background = background;
        this.nanoTime = nanoTime;
    }

    /** The state of a transfer. */
    public enum State {
        IDLE(""),
        /** For its turn. */
        WAITING("Waiting"),
        RUNNING("Copying"),
        PAUSED("Paused"),
        DONE("Copied"),
        FAILED("Not copied"),
        STOPPED("Stopped");

        private final String title;

        State(String title) {
            this.title = title;
        }

        public String title() {
            return title;
        }

        public boolean isUnderWay() {
            return this == WAITING || this == RUNNING || this == PAUSED;
        }

        /** Whether it stands and can run from here. */
        public boolean canResume() {
            return this == WAITING || this == PAUSED || this == STOPPED || this == FAILED;
        }
    }

    /**
     * What the chart shows.
     *
     * @param forecastBitsPerSecond 0 if there was none
     * @param elapsedSeconds pauses included
     * @param end when it will end from now, null while unknown
     */
    public record Picture(
            List<RatePoint> points,
            double forecastBitsPerSecond,
            double elapsedSeconds,
            @Nullable EtaBand end) {
        static final Picture EMPTY = new Picture(List.of(), 0, 0, null);
    }

    /** How much of the data went by one of several paths. */
    public record Share(String path, double fraction) {}

    /** Begins. */
    public void start(String from, String to, String how, Estimate expected) {
        source = from;
        destination = to;
        option = how;
        amount = "";
        forecast = expected;
        series = new RateSeries();
        startedNs = nanoTime.getAsLong();
        pausesNs = 0;
        headline.set("Copying with " + how);
        details.set("Connecting");
        file.set("");
        cause.set("");
        verdict.set("");
        message.set("");
        summary = null;
        fraction.set(-1);
        shares.clear();
        events.clear();
        series.start(0, 0);
        eta.set(
                expected.secondsP50() == null
                        ? ""
                        : "Forecast: " + HumanUnits.roughBand(expected.secondsP50(), expected.secondsP90()));
        picture.set(picture(0, -1));
        state.set(State.RUNNING);
    }

    private double elapsed() {
        return (nanoTime.getAsLong() - startedNs) / 1e9;
    }

    /** Time spent copying. */
    double movingSeconds() {
        long now = state.get() == State.RUNNING ? nanoTime.getAsLong() : pausedNs;
        return (now - startedNs - pausesNs) / 1e9;
    }

    /** A moment of the transfer. */
    public void progress(Progress progress) {
        if (state.get() != State.RUNNING) {
            return;
        }
        double seconds = elapsed();
        boolean sized = progress.totalBytes() > 0;
        fraction.set(sized ? Math.min(1, (double) progress.bytesDone() / progress.totalBytes()) : -1);
        if (progress.phase() == Phase.MOVING && series.add(seconds, progress.bytesDone())) {
            picture.set(picture(seconds, sized ? progress.totalBytes() - progress.bytesDone() : -1));
        }
        amount = HumanUnits.decimalSize(progress.bytesDone())
                + (sized ? " of " + HumanUnits.decimalSize(progress.totalBytes()) : "");
        List<RatePoint> points = picture.get().points();
        String rate = points.isEmpty() ? "" : "   \u00b7   " + HumanUnits.rate(recent(points));
        String files = progress.totalFiles() > 1
                ? "   \u00b7   file " + Math.min(progress.filesDone() + 1, progress.totalFiles()) + " of "
                        + progress.totalFiles()
                : "";
        details.set(doing(progress.phase()) + amount + rate + files);
        file.set(progress.name());
        EtaBand end = picture.get().end();
        eta.set(
                progress.phase() == Phase.MOVING
                        ? end == null ? "" : end.text()
                        : progress.phase() == Phase.CONNECTING ? eta.get() : "");
    }

    private static double recent(List<RatePoint> points) {
        return points.subList(Math.max(0, points.size() - 6), points.size()).stream()
                .mapToDouble(RatePoint::bitsPerSecond)
                .average()
                .orElse(0);
    }

    private static String doing(Phase phase) {
        return switch (phase) {
            case CONNECTING -> "Connecting   ";
            case LISTING -> "Listing   ";
            case MOVING -> "";
            case VERIFYING -> "Verifying   ";
            case FINISHING -> "Finishing   ";
        };
    }

    private Picture picture(double seconds, long bytesLeft) {
        Double expected = forecast.goodputBitsPerSecond();
        return new Picture(
                series.points(),
                expected == null ? 0 : expected,
                seconds,
                EtaBand.at(movingSeconds(), bytesLeft, series.points(), forecast.secondsP50(), forecast.secondsP90()));
    }

    /** Something worth a line. */
    public void event(String text) {
        events.add(String.format(Locale.ROOT, "%6.1f s   %s", elapsed(), text));
    }

    /** How much went over which of several paths so far. */
    public void shares(List<Share> now) {
        shares.setAll(now);
    }

    /** The user paused the transfer. */
    public void paused() {
        stand("Paused", amount, "Partial data is kept");
        event("paused");
        state.set(State.PAUSED);
    }

    /** It is not its turn yet. */
    public void waiting() {
        stand("Waiting", "Starts when one of " + Transfers.AT_ONCE + " other transfers ends", eta.get());
        state.set(State.WAITING);
    }

    /** What does not run has no expected end. */
    private void stand(String title, String what, String remark) {
        if (state.get() == State.RUNNING) {
            pausedNs = nanoTime.getAsLong();
        }
        headline.set(title);
        details.set(what);
        eta.set(remark);
        Picture last = picture.get();
        picture.set(new Picture(last.points(), last.forecastBitsPerSecond(), last.elapsedSeconds(), null));
    }

    /** The transfer continues after a pause, or with another limit. */
    public void resumed(String why) {
        if (state.get() != State.RUNNING) {
            pausesNs += nanoTime.getAsLong() - pausedNs;
        }
        state.set(State.RUNNING);
        headline.set("Copying with " + option);
        eta.set("");
        message.set("");
        event(why);
    }

    public void done(TransferResult result) {
        TransferSummary proof = new TransferSummary(source, destination, option, result, movingSeconds());
        summary = proof;
        fraction.set(1);
        Picture last = picture.get();
        picture.set(new Picture(last.points(), last.forecastBitsPerSecond(), last.elapsedSeconds(), null));
        headline.set(
                switch (result.report().compared()) {
                    case SOURCE -> "Copied and verified";
                    case ARRIVED -> "Copied; verified against received data only (the source has no checksum)";
                    case NOTHING -> "Copied, not verified";
                });
        details.set(HumanUnits.decimalSize(result.report().bytes()) + " in "
                + HumanUnits.roughTime(proof.movingSeconds()) + " at "
                + HumanUnits.rate(result.report().bytes() * 8 / Math.max(1e-3, proof.movingSeconds())));
        file.set(
                result.report().sha256() == null
                        ? ""
                        : "SHA-256 " + result.report().sha256());
        eta.set("");
        cause.set(
                result.report().cause().code().equals("UNKNOWN")
                        ? ""
                        : "Limited by: " + result.report().cause().text());
        verdict.set(proof.verdict());
        state.set(State.DONE);
    }

    public void failed(String why) {
        stand(
                "Not copied",
                OptionLabels.sentence(why) + (why.endsWith(".") ? " " : ". ")
                        + "Partial data is kept: Try again resumes.",
                "");
        state.set(State.FAILED);
    }

    /** What is not at the destination: how many, and by name as far as a person reads. */
    public void missing(List<NotTransferred> missing) {
        if (missing.isEmpty()) {
            return;
        }
        long failed = missing.stream().filter(NotTransferred::isFailure).count();
        message.set(
                failed == 0
                        ? missing.size() + " left out: see the log"
                        : failed + (failed == 1 ? " file was" : " files were") + " not copied: see the log");
        missing.stream()
                .limit(MOST_NAMED)
                .forEach(one -> event((one.isFailure() ? "not copied: " : "left out: ") + Shown.of(one.path()) + ": "
                        + Shown.of(one.text())));
        if (missing.size() > MOST_NAMED) {
            event("and " + (missing.size() - MOST_NAMED) + " more");
        }
    }

    public void stopped() {
        stand("Stopped", (amount.isEmpty() ? "" : amount + ". ") + "Partial data is kept: Resume continues.", "");
        state.set(State.STOPPED);
    }

    boolean isBetween(String from, String to) {
        return source.equals(from) && destination.equals(to);
    }

    /** Source and destination in a line. */
    public String ends() {
        return Selection.shown(source) + "  \u2192  " + Shown.of(destination);
    }

    /** As the journal has it. */
    String source() {
        return source;
    }

    public String destination() {
        return destination;
    }

    /** Writes the report. */
    public void saveReport(Path target) {
        TransferSummary proof = summary;
        if (proof != null) {
            background.run(
                    () -> {
                        PrivateFiles.replace(target, proof.text());
                        return target;
                    },
                    saved -> message.set("Saved as " + saved),
                    e -> message.set(ErrorMessages.text(e)));
        }
    }

    /** The limit that was typed in bit/s; 0 for none, negative if it is not a rate. */
    public long limitBitsPerSecond() {
        String text = limit.get().strip().replace(',', '.');
        if (text.isEmpty()) {
            return 0;
        }
        try {
            double megabits = Double.parseDouble(text);
            return megabits > 0 && megabits <= 1e6 ? Math.round(megabits * 1e6) : -1;
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    public ReadOnlyObjectProperty<State> state() {
        return state;
    }
}
