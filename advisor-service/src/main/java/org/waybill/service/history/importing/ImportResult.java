package org.waybill.service.history.importing;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.waybill.api.Measurement;
import org.waybill.api.TransferOutcome;

/** Collects what is good in a text, and says of the rest, line by line, why it was left out. */
public final class ImportResult {
    private static final int MOST_PROBLEMS_TOLD = 100;
    private static final int LONGEST_QUOTE = 80;

    private final String file;
    private final Instant now;
    private final List<TransferOutcome> transfers = new ArrayList<>();
    private final List<Measurement> measurements = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();
    private int problemCount;

    ImportResult(String file, Instant now) {
        this.file = file;
        this.now = now;
    }

    void add(long line, TransferOutcome transfer) {
        if (isBelieved(line, transfer.startedAt())) {
            transfers.add(transfer);
        }
    }

    void add(long line, Measurement measurement) {
        if (isBelieved(line, measurement.measuredAt())) {
            measurements.add(measurement);
        }
    }

    private boolean isBelieved(long line, Instant time) {
        Optional<String> doubt = RecordValidator.doubt(time, now);
        doubt.ifPresent(what -> problem(line, what + ": left out"));
        return doubt.isEmpty();
    }

    void problem(long line, String what) {
        problemCount++;
        if (problems.size() < MOST_PROBLEMS_TOLD) {
            problems.add(file + ":" + line + ": " + what);
        }
    }

    /** Foreign text for a message: on one line, and not too long. */
    static String quoted(String text) {
        String clean = text.replaceAll("[\\p{Cntrl}\\x80-\\x9f]", "?");
        return "'" + (clean.length() > LONGEST_QUOTE ? clean.substring(0, LONGEST_QUOTE) + "..." : clean) + "'";
    }

    public List<TransferOutcome> transfers() {
        return transfers;
    }

    public List<Measurement> measurements() {
        return measurements;
    }

    /** The first hundred. */
    public List<String> problems() {
        return problems;
    }

    public int problemCount() {
        return problemCount;
    }
}
