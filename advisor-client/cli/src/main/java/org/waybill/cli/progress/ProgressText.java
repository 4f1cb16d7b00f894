package org.waybill.cli.progress;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.waybill.cli.command.DisplayWidth;
import org.waybill.cli.command.PrintableText;
import org.waybill.cli.command.Terminal;
import org.waybill.client.HumanUnits;
import org.waybill.engine.TransferListener.Phase;
import org.waybill.engine.TransferListener.Progress;

/** A transfer's progress in words. */
public final class ProgressText {
    private static final int BAR = 24;
    /** Narrower windows have no bar, so that rate and time left are seen; still narrower ones no sizes either. */
    private static final int COLUMNS_WITH_BAR = 104;

    private static final int COLUMNS_WITH_SIZES = 76;

    private ProgressText() {}

    /**
     * How fast it goes.
     *
     * @param secondsLeft null while unknown
     */
    public record Pace(double bitsPerSecond, @Nullable Double secondsLeft) {}

    /**
     * Some lines that replace each other on a terminal; none is wider than {@code columns}.
     *
     * @param sources how many of several sources are done; empty for one
     */
    public static List<String> block(
            Progress now, String sources, Pace pace, double elapsedSeconds, int columns, Terminal.Style style) {
        List<String> lines = new ArrayList<>();
        if (!sources.isEmpty()) {
            lines.add("Sources:      " + sources);
        }
        lines.add(
                columns < COLUMNS_WITH_SIZES && now.totalBytes() >= 0
                        ? pace(now, pace)
                        : "Transferred:  " + (columns < COLUMNS_WITH_BAR ? "" : bar(now) + " ") + amounts(now, pace));
        if (now.totalFiles() > 1) {
            lines.add("Files:        " + now.filesDone() + " / " + now.totalFiles());
        }
        lines.add("Elapsed:      " + HumanUnits.time(elapsedSeconds));
        lines.add(" * " + doing(now.phase()) + (now.name().isEmpty() ? "" : " " + PrintableText.of(now.name())));
        List<String> cut = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            String line = DisplayWidth.cut(lines.get(i), columns);
            cut.add(i == lines.size() - 1 ? style.dim(line) : line);
        }
        return cut;
    }

    /** The same in one line, for a log. */
    public static String line(Progress now, Pace pace) {
        return doing(now.phase()) + ": " + amounts(now, pace)
                + (now.totalFiles() > 1 ? ", file " + now.filesDone() + " / " + now.totalFiles() : "");
    }

    private static String amounts(Progress now, Pace pace) {
        if (now.totalBytes() < 0) {
            return HumanUnits.binarySize(now.bytesDone()) + ", " + HumanUnits.rate(pace.bitsPerSecond());
        }
        return HumanUnits.binarySize(now.bytesDone()) + " / " + HumanUnits.binarySize(now.totalBytes()) + ", "
                + pace(now, pace);
    }

    private static String pace(Progress now, Pace pace) {
        String done = percent(now) + ", " + HumanUnits.rate(pace.bitsPerSecond());
        long left = now.totalBytes() - now.bytesDone();
        if (now.phase() != Phase.MOVING || left <= 0) {
            return done;
        }
        Double seconds = pace.secondsLeft();
        return done + ", ETA " + (seconds == null ? "-" : HumanUnits.time(seconds));
    }

    private static String percent(Progress now) {
        // 100 % is said when it is all there, not before
        double percent = now.totalBytes() == 0 ? 100 : Math.floor(now.bytesDone() * 100.0 / now.totalBytes());
        return String.format(Locale.ROOT, "%.0f %%", Math.min(100, percent));
    }

    private static String bar(Progress now) {
        double share = now.totalBytes() > 0 ? Math.min(1, (double) now.bytesDone() / now.totalBytes()) : 0;
        int filled = (int) Math.floor(share * BAR);
        return "[" + "#".repeat(filled) + ".".repeat(BAR - filled) + "]";
    }

    private static String doing(Phase phase) {
        return switch (phase) {
            case CONNECTING -> "connecting";
            case LISTING -> "listing";
            case MOVING -> "copying";
            case VERIFYING -> "verifying";
            case FINISHING -> "finishing";
        };
    }
}
