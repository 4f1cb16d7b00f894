package org.waybill.client.workflow.kept;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.waybill.client.workflow.Workflow;
import org.waybill.engine.TransferException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Adds measured advices to the corpus, shows its figures and commits them; run by {@code lab/bench/corpus-table}. */
public final class CorpusTable {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final Pattern TEMPORARY = Pattern.compile("/(?:(?:var/)?tmp/[^/\\s\"']+|advice-table-\\d+)");
    private static final Pattern PRIVATE = Pattern.compile("(?<![\\w.])/(?:var/tmp|tmp|home|root|work)\\b");
    private static final int ROW_FIELDS = 16;
    private static final int MOST_MISSES = 10;
    private static final String DONE = "0";

    /** What the options of one topology came to, of a row of {@code advice-table}. */
    private record Row(int topology, String kind, String told, String option, boolean failed) {
        /** The row of a cold forecast of an option that was carried out; null for any other. */
        static Row parse(String line) {
            String[] field = line.split("\t", -1);
            if (field.length != ROW_FIELDS || !field[15].equals("cold") || !Boolean.parseBoolean(field[6])) {
                return null;
            }
            boolean failed = !field[11].equals(DONE) || field[10].isEmpty() || field[10].contains("NaN");
            return new Row(Integer.parseInt(field[0]), field[1], field[2], field[4], failed);
        }
    }

    private CorpusTable() {}

    /** Arguments: {@code add DIRECTORY ROWS SEED}, {@code show DIRECTORY} or {@code commit DIRECTORY [REASON]}. */
    public static void main(String[] arguments) throws Exception {
        Path directory = Path.of(arguments[1]);
        try {
            switch (arguments[0]) {
                case "add" -> System.out.println(add(directory, Path.of(arguments[2]), Long.parseLong(arguments[3])));
                case "show" -> System.out.print(show(directory));
                case "commit" -> {
                    String reason = arguments.length > 2 ? arguments[2] : "";
                    List<String> worse =
                            commit(directory, LocalDate.now(ZoneOffset.UTC).toString(), reason);
                    worse.forEach(System.err::println);
                    System.exit(worse.isEmpty() || !reason.isEmpty() ? 0 : 11);
                }
                default -> throw new IllegalArgumentException(arguments[0]);
            }
        } catch (IOException | TransferException | IllegalStateException e) {
            System.err.println("corpus-table: " + e.getMessage());
            System.exit(2);
        }
    }

    /** Writes the file of one seed from all advices of its rows; an earlier file of the seed is replaced. */
    static String add(Path directory, Path rows, long seed) throws IOException, TransferException {
        SortedMap<Integer, List<Row>> topologies = new TreeMap<>();
        for (String line : Files.readAllLines(rows)) {
            Row row = Row.parse(line);
            if (row != null) {
                topologies
                        .computeIfAbsent(row.topology(), _ -> new ArrayList<>())
                        .add(row);
            }
        }
        List<Corpus.Line> lines = new ArrayList<>();
        for (Map.Entry<Integer, List<Row>> one : topologies.entrySet()) {
            Path file = Path.of(rows + ".advice").resolve(one.getKey() + ".json");
            lines.add(line(file, seed, one.getValue()));
        }
        Path written = Corpus.write(directory, seed, lines);
        long bytes = Corpus.bytes(directory);
        if (bytes > Corpus.MOST_BYTES) {
            Files.delete(written);
            throw new IllegalStateException("the corpus would take " + bytes / 1_000_000 + " MB: expected at most "
                    + Corpus.MOST_BYTES / 1_000_000 + " MB");
        }
        return lines.size() + " advices in " + written + ", "
                + lines.stream().filter(Corpus.Line::isHeldBack).count() + " of them held back; run 'commit' next";
    }

    private static Corpus.Line line(Path file, long seed, List<Row> rows) throws IOException, TransferException {
        JsonNode kept = JSON.readTree(Files.readString(file));
        if (!kept.has("facts")) {
            throw new IllegalStateException(file + " has no facts: it was measured by a version that kept none");
        }
        JsonNode neutral = neutral(kept);
        Row row = rows.getFirst();
        List<String> failed = rows.stream().filter(Row::failed).map(Row::option).toList();
        Corpus.Line line = new Corpus.Line(seed, row.topology(), row.kind(), row.told(), failed, neutral);
        int before = KeptAdvice.parse(kept.toString(), file.toString())
                .replay(file.toString())
                .differences()
                .size();
        int after = line.advice().replay(file.toString()).differences().size();
        if (before != after) {
            throw new IllegalStateException(file + " is judged otherwise with neutral names");
        }
        return line;
    }

    /** The same without sentences, and without names of the machine that it was measured on. */
    private static JsonNode neutral(JsonNode kept) {
        ObjectNode document = (ObjectNode) kept.deepCopy();
        withoutSentences(document.get("advice"));
        String machine = machine(kept.path("facts").path("sources").path(0).path("surveyed"));
        Pattern name = Pattern.compile("(?<![\\w.-])" + Pattern.quote(machine) + "(?![\\w-])");
        JsonNode renamed = renamed(document, name, machine.isEmpty());
        if (PRIVATE.matcher(renamed.toString()).find()) {
            throw new IllegalStateException("the advice names private directories of this machine");
        }
        return renamed;
    }

    /** The name of the end that is this machine; empty if none is. */
    private static String machine(JsonNode surveyed) {
        for (String end : List.of("source", "destination")) {
            if (surveyed.path("request")
                    .path(end)
                    .path("location")
                    .path("local")
                    .asBoolean(false)) {
                return surveyed.path("survey")
                        .path(end)
                        .path("facts")
                        .path("host")
                        .asString("");
            }
        }
        return "";
    }

    private static void withoutSentences(JsonNode node) {
        if (node instanceof ObjectNode object) {
            object.remove(AdviceDifference.WORDS);
        }
        node.forEach(CorpusTable::withoutSentences);
    }

    private static JsonNode renamed(JsonNode node, Pattern machine, boolean unnamed) {
        switch (node) {
            case ObjectNode object ->
                object.properties().forEach(field -> field.setValue(renamed(field.getValue(), machine, unnamed)));
            case ArrayNode array -> {
                for (int i = 0; i < array.size(); i++) {
                    array.set(i, renamed(array.get(i), machine, unnamed));
                }
            }
            case JsonNode value
            when value.isString() -> {
                String text = TEMPORARY.matcher(value.asString()).replaceAll("/lab");
                return JSON.getNodeFactory()
                        .stringNode(unnamed ? text : machine.matcher(text).replaceAll("client"));
            }
            default -> {}
        }
        return node;
    }

    /** The figures of now beside the committed ones, and the worst forecasts of the half that may be tuned on. */
    static String show(Path directory) throws IOException, TransferException {
        Corpus corpus = Corpus.read(directory);
        CorpusFigures now = CorpusFigures.of(corpus, "now", "");
        CorpusFigures committed = CorpusFigures.read(directory);
        StringBuilder table = new StringBuilder("| | advices | forecasts | median error % | mean abs ln "
                + "| regret % | misses |\n|:--" + "|--:".repeat(6) + "|\n");
        table.append(row("tuning half", now.tuning()));
        table.append(row("half held back", now.heldBack()));
        table.append(row("tuning half, " + committed.date(), committed.tuning()));
        table.append(row("half held back, " + committed.date(), committed.heldBack()));
        List<String> worst = new ArrayList<>();
        for (Corpus.Line line : corpus.lines(false)) {
            Corpus.Replayed replayed = line.judge();
            for (Workflow option : replayed.options()) {
                List<Double> seconds = replayed.seconds(option);
                Double p50 = option.estimate().secondsP50();
                if (p50 != null && !seconds.isEmpty()) {
                    worst.add(String.format(
                            Locale.ROOT,
                            "%.2f %s (%s, %s): %s forecast %.1f s by %s, took %.1f s",
                            Math.abs(Math.log(p50 / seconds.getFirst())),
                            line.name(),
                            line.kind(),
                            line.told(),
                            option.id(),
                            p50,
                            option.estimate().evidence(),
                            seconds.getFirst()));
                }
            }
        }
        worst.stream()
                .sorted(Comparator.comparingDouble(
                                (String one) -> Double.parseDouble(one.substring(0, one.indexOf(' '))))
                        .reversed())
                .limit(MOST_MISSES)
                .forEach(one -> table.append(one).append('\n'));
        return table.toString();
    }

    private static String row(String of, CorpusFigures.Half half) {
        return String.format(
                Locale.ROOT,
                "| %s | %d | %d | %.1f | %.3f | %.1f | %d |%n",
                of,
                half.advices(),
                half.forecasts(),
                100 * half.medianError(),
                half.meanLogError(),
                100 * (half.timesTheBest() - 1),
                half.misses());
    }

    /**
     * Commits the figures of now. Files that were there before must be judged no worse than before.
     *
     * @param reason why they may be; empty if they may not
     * @return what is worse
     */
    static List<String> commit(Path directory, String date, String reason) throws IOException, TransferException {
        Corpus corpus = Corpus.read(directory);
        CorpusFigures committed = CorpusFigures.read(directory);
        List<String> worse =
                CorpusFigures.of(corpus.of(committed.files()), date, "").worseThan(committed);
        if (worse.isEmpty() || !reason.isEmpty()) {
            CorpusFigures.of(corpus, date, worse.isEmpty() ? "" : reason).write(directory);
        }
        return worse;
    }
}
