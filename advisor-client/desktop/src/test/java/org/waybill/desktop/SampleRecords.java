package org.waybill.desktop;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.waybill.api.PairHistory;
import org.waybill.api.StorageClass;
import org.waybill.api.TransferOutcome;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.workflow.Workflow;
import org.waybill.desktop.endpoint.DatasetSearch;
import org.waybill.desktop.endpoint.FileActions;
import org.waybill.desktop.workflow.CircuitQuotes;
import org.waybill.engine.TransferReport;
import org.waybill.engine.mover.store.Entry;

/** What was copied in the world of {@link SampleAssistant}, and what lists there show. */
final class SampleRecords {
    private SampleRecords() {}

    static TransferReport report(Workflow option) {
        return new TransferReport(
                SampleAssistant.BYTES,
                SampleAssistant.FILES,
                664,
                "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b8" + "22cd15d6c15b0f00a08",
                TransferReport.Compared.SOURCE,
                option.transport(),
                option.via(),
                4,
                1_200_000,
                0,
                new TransferReport.Cause(
                        "WINDOW",
                        "the receiver's window held the sender back 61 % of the time; 'waybill doctor' shows the"
                                + " setting"),
                List.of(),
                0,
                List.of(),
                TransferReport.Unsent.NONE);
    }

    static FileActions.Listing list(Endpoint directory) {
        List<Entry> entries = new ArrayList<>();
        entries.add(entry("run-2417", Entry.Kind.DIRECTORY, -1, 2));
        entries.add(entry("run-2418", Entry.Kind.DIRECTORY, -1, 1));
        entries.add(entry("calibration.h5", Entry.Kind.FILE, 8_400_000_000L, 90));
        entries.add(entry("README.txt", Entry.Kind.FILE, 4_120, 400));
        entries.add(entry("latest", Entry.Kind.LINK, -1, 1));
        entries.add(entry(".snapshots", Entry.Kind.DIRECTORY, -1, 3));
        return new FileActions.Listing(directory, entries);
    }

    private static Entry entry(String name, Entry.Kind kind, long bytes, int hoursAgo) {
        return new Entry(
                "/data/" + name, kind, bytes, SampleAssistant.NOW.minus(Duration.ofHours(hoursAgo)), -1, null, true);
    }

    static PairHistory history(String sourceHost, String destinationHost) {
        List<TransferOutcome> past = new ArrayList<>();
        for (int i = 0; i < 14; i++) {
            boolean sftp = i % 4 == 3;
            long bytes = 120_000_000_000L + i * 9_000_000_000L;
            double seconds = bytes * 8 / (sftp ? 0.62e9 : 5.2e9) * (0.9 + i % 5 * 0.06);
            past.add(new TransferOutcome(
                    "h" + i,
                    "lab.example.edu",
                    SampleAssistant.ARCHIVE,
                    sftp ? "sftp" : "tcp",
                    "",
                    4,
                    StorageClass.DISK,
                    bytes,
                    300 + i,
                    SampleAssistant.NOW.minus(Duration.ofHours(9 + 31L * i)),
                    seconds,
                    0,
                    0,
                    i == 5 ? "CONNECTION_LOST" : "OK",
                    null,
                    seconds * 0.94,
                    seconds * 1.2,
                    i == 5 ? "CONNECTION_LOST" : "WINDOW"));
        }
        return new PairHistory(sourceHost, destinationHost, past, List.of(), 12, 9.0, 92.0, null, null);
    }

    static DatasetSearch datasets() {
        return query -> query.contains("nothing")
                ? List.of()
                : List.of(
                        new DatasetSearch.Replica(
                                "cmip6.hist.tas",
                                "tas_day_1950-1959.nc",
                                "esg1.example.org",
                                3_400_000_000L,
                                "https://esg1.example.org/thredds/tas_day_1950-1959.nc"),
                        new DatasetSearch.Replica(
                                "cmip6.hist.tas",
                                "tas_day_1950-1959.nc",
                                "esg2.example.net",
                                3_400_000_000L,
                                "gsiftp://esg2.example.net/tas_day_1950-1959.nc"));
    }

    static CircuitQuotes circuits() {
        return (request, bytes, from) -> List.of(
                new CircuitQuotes.CircuitQuote(
                        CircuitQuotes.Aim.EARLIEST_FINISH,
                        "built-in calendar",
                        from.plusSeconds(600),
                        from.plusSeconds(600 + 1_100),
                        3e9,
                        List.of("lab", "kansas-city", "west")),
                new CircuitQuotes.CircuitQuote(
                        CircuitQuotes.Aim.SHORTEST_DURATION,
                        "built-in calendar",
                        from.plusSeconds(5_400),
                        from.plusSeconds(5_400 + 330),
                        10e9,
                        List.of("lab", "denver", "west")));
    }
}
