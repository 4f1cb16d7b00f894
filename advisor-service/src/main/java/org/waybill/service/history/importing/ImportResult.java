package org.waybill.service.history.importing;

import java.util.ArrayList;
import java.util.List;
import org.waybill.api.Measurement;
import org.waybill.api.TransferOutcome;

/** Collects what is good in a text, and says of the rest, line by line, why it was left out. */
public final class ImportResult {
    private static final int MOST_PROBLEMS_TOLD = 100;
    private static final int LONGEST_QUOTE = 80;

    private final String file;
    private final List<TransferOutcome> transfers = new ArrayList<>();
    private final List<Measurement> measurements = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();
    private int problemCount;

    ImportResult(String file) {
        this.file = file;
    }

    void add(TransferOutcome transfer) {
        transfers.add(transfer);
    }

    void add(Measurement measurement) {
        measurements.add(measurement);
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
