package org.waybill.planner.file;

import java.io.IOException;
import java.io.Reader;
import java.util.ArrayList;
import java.util.List;

/** Queues as CSV: {@code arrivalsPerSecond,servicesPerSecond,receivers,bufferPackets}, rates in packets per second. */
public final class QueueCsv {
    private QueueCsv() {}

    /** One queue as the file gives it; what cannot be is refused when it is planned. */
    public record Queue(double arrivalsPerSecond, double servicesPerSecond, int receivers, int bufferPackets) {}

    /** Reads all queues. */
    public static Parsed<List<Queue>> read(Reader text, String file) throws IOException {
        List<Queue> queues = new ArrayList<>();
        CsvRows rows = new CsvRows(file);
        rows.read(text, List.of("arrivalspersecond"), row -> {
            row.expect(4, "a queue is arrivalsPerSecond,servicesPerSecond,receivers,bufferPackets");
            queues.add(new Queue(
                    row.number(0, "arrivalsPerSecond"),
                    row.number(1, "servicesPerSecond"),
                    whole(row, 2, "receivers"),
                    whole(row, 3, "bufferPackets")));
        });
        if (queues.isEmpty()) {
            rows.problem(0, "no usable queue; a row is arrivalsPerSecond,servicesPerSecond,receivers,bufferPackets");
        }
        return new Parsed<>(List.copyOf(queues), rows.problems());
    }

    private static int whole(CsvRows.Row row, int column, String what) throws CsvRows.BadRow {
        double number = row.number(column, what);
        if (number != Math.rint(number) || number < 1 || number > Integer.MAX_VALUE) {
            throw new CsvRows.BadRow(
                    "the " + what + " '" + row.fields().get(column) + "' is not a whole number above 0");
        }
        return (int) number;
    }
}
