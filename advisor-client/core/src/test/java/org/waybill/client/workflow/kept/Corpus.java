package org.waybill.client.workflow.kept;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.waybill.client.workflow.Workflow;
import org.waybill.engine.Sha256;
import org.waybill.engine.TransferException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;

/**
 * Advices about random topologies of the lab, each with the outcome of every option: files {@code SEED.jsonl.gz} of one
 * advice a line.
 *
 * @param files the lines of each, by its name
 * @param hashes of their contents
 */
record Corpus(SortedMap<String, List<Line>> files, SortedMap<String, String> hashes) {
    /** What the files may take together. */
    static final long MOST_BYTES = 20_000_000;

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final String SUFFIX = ".jsonl.gz";
    /** What the service calls its predictor where it has no history. */
    private static final String OF_MEASUREMENTS = "asker's measurements";

    /**
     * One advice.
     *
     * @param seed that the topologies were drawn from
     * @param topology its number
     * @param kind of the topology, {@code PLAIN}, {@code LOSS}, ...
     * @param told what was drawn
     * @param failed options that were carried out and failed
     * @param kept the advice with its facts and outcomes, as a home keeps it; without sentences
     */
    record Line(long seed, int topology, String kind, String told, List<String> failed, JsonNode kept) {
        String name() {
            return "topology " + topology + " of seed " + seed;
        }

        /** Whether it is for judging alone: forecasts and ranking are not tuned on it. Every other topology is. */
        boolean isHeldBack() {
            return Math.floorMod(seed + topology, 2) == 1;
        }

        KeptAdvice advice() throws TransferException {
            return KeptAdvice.parse(kept.toString(), name());
        }

        /**
         * What this Waybill makes of it. What the service of that time made of the same measurements is left out, since it
         * would stand in the place of what is made of them now.
         */
        Replayed judge() throws TransferException {
            JsonNode mine = kept.deepCopy();
            for (JsonNode source : mine.at("/facts/sources")) {
                JsonNode forecasts = source.at("/answers/forecasts");
                if (forecasts
                        .valueStream()
                        .allMatch(one -> one.path("predictor").asString("").startsWith(OF_MEASUREMENTS))) {
                    ((ArrayNode) forecasts).removeAll();
                }
            }
            KeptAdvice advice = KeptAdvice.parse(mine.toString(), name());
            return new Replayed(
                    advice.replay(name()).advice().workflows().stream()
                            .filter(option -> option.movable() && option.circuit() == null)
                            .toList(),
                    advice.outcomes());
        }
    }

    /**
     * An advice that was judged again.
     *
     * @param options that can be carried out, as this Waybill ranks and forecasts them
     */
    record Replayed(List<Workflow> options, List<AdviceOutcome> outcomes) {
        /** Seconds of each run of an option, in the order of the runs. */
        List<Double> seconds(Workflow option) {
            return outcomes.stream()
                    .filter(one -> one.option().equals(option.id()))
                    .map(AdviceOutcome::seconds)
                    .toList();
        }
    }

    /** All files of a directory. */
    static Corpus read(Path directory) throws IOException {
        SortedMap<String, List<Line>> files = new TreeMap<>();
        SortedMap<String, String> hashes = new TreeMap<>();
        try (Stream<Path> found = Files.list(directory)) {
            for (Path file : found.filter(one -> one.getFileName().toString().endsWith(SUFFIX))
                    .toList()) {
                String name = file.getFileName().toString();
                files.put(name, lines(file));
                hashes.put(name, Sha256.hex(Sha256.of(Files.readAllBytes(file))));
            }
        }
        return new Corpus(files, hashes);
    }

    private static List<Line> lines(Path file) throws IOException {
        List<Line> lines = new ArrayList<>();
        try (BufferedReader in = new BufferedReader(
                new InputStreamReader(new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                lines.add(JSON.readValue(line, Line.class));
            }
        }
        return lines;
    }

    /** Writes the lines of one seed; the same lines give the same bytes. */
    static Path write(Path directory, long seed, List<Line> lines) throws IOException {
        Path file = directory.resolve(seed + SUFFIX);
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            for (Line line : lines) {
                out.write((JSON.writeValueAsString(line) + "\n").getBytes(StandardCharsets.UTF_8));
            }
        }
        return file;
    }

    /** The lines of one half. */
    List<Line> lines(boolean heldBack) {
        return files.values().stream()
                .flatMap(List::stream)
                .filter(line -> line.isHeldBack() == heldBack)
                .toList();
    }

    /** The same without files that are not named. */
    Corpus of(SortedMap<String, String> known) {
        SortedMap<String, List<Line>> some = new TreeMap<>(files);
        SortedMap<String, String> theirs = new TreeMap<>(hashes);
        some.keySet().retainAll(known.keySet());
        theirs.keySet().retainAll(known.keySet());
        return new Corpus(some, theirs);
    }

    static long bytes(Path directory) throws IOException {
        long all = 0;
        try (Stream<Path> found = Files.list(directory)) {
            for (Path file : found.toList()) {
                all += Files.size(file);
            }
        }
        return all;
    }
}
