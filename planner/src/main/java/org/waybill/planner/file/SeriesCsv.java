package org.waybill.planner.file;

import java.io.IOException;
import java.io.Reader;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Series as CSV: {@code time,value}, the time in ISO-8601 or seconds since 1970. */
public final class SeriesCsv {
    private SeriesCsv() {}

    /** One value of a series. */
    public record Sample(long epochMillis, double value) {}

    /** Reads a series; it is put in order of time, rows out of order are reported. */
    public static Parsed<List<Sample>> read(Reader text, String file) throws IOException {
        List<Sample> samples = new ArrayList<>();
        CsvRows rows = new CsvRows(file);
        rows.read(text, List.of("time", "timestamp"), row -> {
            row.expect(2, "a row is time,value");
            Sample sample = new Sample(Times.epochMillis(row.fields().getFirst(), "time"), row.number(1, "value"));
            if (!samples.isEmpty() && sample.epochMillis() < samples.getLast().epochMillis()) {
                rows.problem(row.line(), "the time is before that of the previous row; rows are sorted");
            }
            samples.add(sample);
        });
        samples.sort(Comparator.comparingLong(Sample::epochMillis));
        if (samples.isEmpty()) {
            rows.problem(0, "no usable value; a row is time,value");
        }
        return new Parsed<>(List.copyOf(samples), rows.problems());
    }

    /** The values alone. */
    public static double[] values(List<Sample> samples) {
        return samples.stream().mapToDouble(Sample::value).toArray();
    }
}
