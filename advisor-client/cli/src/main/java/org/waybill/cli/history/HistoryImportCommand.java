package org.waybill.cli.history;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.waybill.api.HistoryFormat;
import org.waybill.api.HistoryImport;
import org.waybill.api.HistoryImportReport;
import org.waybill.cli.command.CommandFailure;
import org.waybill.cli.command.Invalid;
import org.waybill.cli.command.PrintableText;
import org.waybill.cli.command.Session;
import org.waybill.cli.command.WaybillCommand;
import org.waybill.client.HumanUnits;
import org.waybill.engine.Reason;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code waybill history import FORMAT FILE}. */
@Command(
        name = "import",
        header = "Import transfer and measurement logs of other tools.",
        description = "Imports each valid record once, however often the file is imported, and reports each "
                + "invalid line with its number. GridFTP logs name the remote host by address only: its name "
                + "is taken from the host with that address in the catalogue.",
        footer = {
            "waybill history import gridftp-log /var/log/gridftp-transfer.log",
            "waybill history import gridftp-log --follow /var/log/gridftp-transfer.log",
            "waybill history import fts messages.json",
            "waybill history import perfsonar --from a.example.org --to b.example.org throughput.json"
        })
final class HistoryImportCommand extends WaybillCommand {
    /** Less than a call may hold, since characters grow on the way. */
    private static final int MOST_BYTES = 3 << 20;

    private static final long LOOK_AGAIN_MILLIS = 1_000;

    @Parameters(
            index = "0",
            paramLabel = "FORMAT",
            converter = Format.class,
            description = "Format of the file: gridftp-log, fts or perfsonar.")
    private HistoryFormat format = HistoryFormat.GRIDFTP_LOG;

    @Parameters(index = "1", paramLabel = "FILE", description = "The file to import.")
    private Path file = Path.of("");

    @Option(names = "--follow", description = "Keep reading as the file grows, until interrupted (as tail -F).")
    private boolean follow;

    @Option(names = "--from", paramLabel = "A", description = "Source host of perfSONAR samples that do not name it.")
    private String from = "";

    @Option(
            names = "--to",
            paramLabel = "B",
            description = "Destination host of perfSONAR samples that do not name it.")
    private String to = "";

    /** {@code gridftp-log} for {@code GRIDFTP_LOG}. */
    static final class Format implements ITypeConverter<HistoryFormat> {
        @Override
        public HistoryFormat convert(String text) {
            return Invalid.choice(HistoryFormat.class, "FORMAT", text);
        }
    }

    /** The answer. */
    record Imported(String file, int transfers, int measurements, int added, int problems) {}

    @Override
    protected int run(Session session) throws IOException, InterruptedException {
        if (!Files.isReadable(file) || Files.isDirectory(file)) {
            throw new CommandFailure(Reason.NOT_FOUND, "file not found or not readable: " + file);
        }
        if (!follow && format != HistoryFormat.GRIDFTP_LOG) {
            return answer(session, whole(session));
        }
        LineChunks chunks = new LineChunks(file, MOST_BYTES);
        Imported sum = new Imported(file.toString(), 0, 0, 0, 0);
        while (true) {
            Optional<LineChunks.Chunk> chunk = next(chunks);
            if (chunk.isPresent()) {
                sum = add(session, chunk.get().firstLine(), chunk.get().text(), sum);
            } else if (follow) {
                Thread.sleep(LOOK_AGAIN_MILLIS);
            } else {
                return answer(session, sum);
            }
        }
    }

    private Optional<LineChunks.Chunk> next(LineChunks chunks) throws IOException {
        try {
            return chunks.next(!follow);
        } catch (NoSuchFileException e) {
            if (follow) {
                return Optional.empty(); // between two files of a rotation
            }
            throw e;
        }
    }

    /** A document may span lines, so that it is sent whole; one record a line may be sent in parts. */
    private Imported whole(Session session) throws IOException {
        Imported sum = new Imported(file.toString(), 0, 0, 0, 0);
        List<LineChunks.Chunk> parts = new ArrayList<>();
        LineChunks chunks = new LineChunks(file, MOST_BYTES);
        for (Optional<LineChunks.Chunk> part = chunks.next(true); part.isPresent(); part = chunks.next(true)) {
            parts.add(part.get());
        }
        if (parts.isEmpty()) {
            return add(session, 1, "", sum);
        }
        if (parts.size() > 1 && !parts.stream().allMatch(HistoryImportCommand::startsWithRecord)) {
            throw new CommandFailure(
                    Reason.LIMIT,
                    file + " is a single document larger than " + HumanUnits.binarySize(MOST_BYTES)
                            + ": split it, or write one record per line");
        }
        for (LineChunks.Chunk part : parts) {
            sum = add(session, part.firstLine(), part.text(), sum);
        }
        return sum;
    }

    private static boolean startsWithRecord(LineChunks.Chunk part) {
        String first = part.text().lines().findFirst().orElse("").strip();
        return first.startsWith("{") && first.endsWith("}");
    }

    private Imported add(Session session, long firstLine, String text, Imported sum) {
        HistoryImportReport report =
                session.advisor().importHistory(new HistoryImport(format, file.toString(), firstLine, text, from, to));
        for (String problem : report.problems()) {
            session.terminal().say(PrintableText.of(problem));
        }
        if (report.problemCount() > report.problems().size()) {
            session.note("and " + (report.problemCount() - report.problems().size()) + " more problems");
        }
        if (follow && report.added() > 0) {
            session.note("imported " + HumanUnits.counted(report.added(), "new record"));
        }
        return new Imported(
                sum.file(),
                sum.transfers() + report.transfers(),
                sum.measurements() + report.measurements(),
                sum.added() + report.added(),
                sum.problems() + report.problemCount());
    }

    private static int answer(Session session, Imported sum) {
        return session.answer(
                sum,
                out -> out.println("read " + HumanUnits.counted(sum.transfers(), "transfer") + " and "
                        + HumanUnits.counted(sum.measurements(), "measurement") + ", " + sum.added()
                        + " of them new; skipped "
                        + HumanUnits.counted(sum.problems(), "invalid line")));
    }
}
