package org.waybill.planner.file;

import java.io.IOException;
import java.io.Reader;
import java.util.ArrayList;
import java.util.List;
import org.waybill.planner.routing.SplitChoice;

/**
 * How transfers went that were split, as CSV: {@code from,to,via,predictedPercent,actualPercent}, oldest first, the
 * relays with {@code >} between them, improvements over the direct path in percent: {@code lbl,fnal,sacr>denv,80,65}.
 */
public final class OutcomesCsv {
    private OutcomesCsv() {}

    /** One transfer between two nodes. */
    public record Transfer(String from, String to, SplitChoice.Outcome outcome) {}

    /** Reads all transfers. */
    public static Parsed<List<Transfer>> read(Reader text, String file) throws IOException {
        List<Transfer> transfers = new ArrayList<>();
        CsvRows rows = new CsvRows(file);
        rows.read(text, List.of("from"), row -> {
            row.expect(5, "a transfer is from,to,via,predictedPercent,actualPercent with > between relays");
            transfers.add(new Transfer(
                    row.name(0, "from"),
                    row.name(1, "to"),
                    new SplitChoice.Outcome(
                            row.names(2, "via"),
                            percent(row, 3, "predictedPercent"),
                            percent(row, 4, "actualPercent"))));
        });
        return new Parsed<>(List.copyOf(transfers), rows.problems());
    }

    private static double percent(CsvRows.Row row, int column, String what) throws CsvRows.BadRow {
        double percent = row.number(column, what);
        if (percent <= -100) {
            throw new CsvRows.BadRow("the " + what + " is " + row.fields().get(column) + "; expected more than -100");
        }
        return percent;
    }
}
