package org.waybill.client.workflow.kept;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.client.workflow.AdviceFacts;
import org.waybill.client.workflow.SampleFacts;
import org.waybill.client.workflow.Workflow;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The guard of the build: no version forecasts or chooses worse than the committed figures by more than 1 %. That it can
 * fail is shown with made-up facts, whose outcomes a seed draws.
 */
class CorpusTest {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final Path CORPUS = Path.of(System.getProperty("waybill.root"), "lab", "corpus");
    private static final long SEED = 4_711;
    private static final String ROW =
            "%d\tPLAIN\tup by cubic\t1000000\t%s\t%d\t%b\t1.0\t2.0\tTEST\t%s\t%d\t5000\t9.5\t0.1\tcold%n";

    private static final List<KeptAdvice> ADVICES = new ArrayList<>();

    @TempDir
    private Path directory;

    /** Sixteen advices with two forecasts or more, and outcomes of all options about their forecasts. */
    @BeforeAll
    static void advise() throws Exception {
        Random random = new Random(SEED);
        for (long seed = 0; ADVICES.size() < 16; seed++) {
            AdviceFacts facts = SampleFacts.of(seed);
            KeptAdvice kept = KeptAdvice.of(facts, facts.judge().advice());
            List<Workflow> known = carriedOut(kept).stream()
                    .filter(option -> option.estimate().isKnown())
                    .toList();
            if (known.size() < 2 || known.getFirst().rank() != 1) {
                continue;
            }
            for (Workflow option : carriedOut(kept)) {
                Double p50 = option.estimate().secondsP50();
                double seconds = Math.max(.1, p50 == null ? 30 : p50) * Math.exp(.3 * random.nextGaussian());
                kept = kept.with(new AdviceOutcome(option.id(), seconds, 1_000_000, Instant.EPOCH));
            }
            ADVICES.add(kept);
        }
    }

    private static List<Workflow> carriedOut(KeptAdvice kept) throws Exception {
        return kept.replay("x").advice().workflows().stream()
                .filter(option -> option.movable() && option.circuit() == null)
                .toList();
    }

    /** How an advice is spoilt. */
    private interface Change {
        void of(ObjectNode kept);
    }

    private static final Change NONE = kept -> {};

    @BeforeEach
    void start() throws Exception {
        write(NONE);
        CorpusFigures.of(Corpus.read(directory), "2026-11-27", "").write(directory);
    }

    private void write(Change change) throws Exception {
        List<Corpus.Line> lines = new ArrayList<>();
        for (int i = 0; i < ADVICES.size(); i++) {
            ObjectNode kept = (ObjectNode) JSON.readTree(ADVICES.get(i).text());
            change.of(kept);
            lines.add(new Corpus.Line(SEED, i, "PLAIN", "made up", List.of(), kept));
        }
        Corpus.write(directory, SEED, lines);
    }

    /** What is worse than the committed figures; these are of the very same files. */
    private List<String> worse() throws Exception {
        return CorpusFigures.of(Corpus.read(directory), "now", "").worseThan(CorpusFigures.read(directory));
    }

    @Test
    void thisVersionIsNoWorseThanTheCommittedFiguresOfTheLabsCorpus() throws Exception {
        Corpus corpus = Corpus.read(CORPUS);
        CorpusFigures committed = CorpusFigures.read(CORPUS);
        assertThat(committed.files())
                .as("files of lab/corpus; 'lab/bench/corpus-table commit' commits the figures of others")
                .isEqualTo(corpus.hashes());
        assertThat(CorpusFigures.of(corpus, "now", "").worseThan(committed))
                .as("worse than lab/corpus/figures.json by more than 1 %; see lab/corpus/README.md")
                .isEmpty();
        assertThat(Corpus.bytes(CORPUS)).isLessThanOrEqualTo(Corpus.MOST_BYTES);
    }

    @Test
    void theSameJudgementIsNoWorseAndHalfOfTheAdvicesIsHeldBack() throws Exception {
        assertThat(worse()).isEmpty();
        CorpusFigures figures = CorpusFigures.read(directory);
        assertThat(figures.tuning().advices()).isEqualTo(8);
        assertThat(figures.heldBack().advices()).isEqualTo(8);
        assertThat(figures.heldBack().choices()).isEqualTo(8);
        assertThat(figures.tuning().forecasts()).isGreaterThan(16);
        assertThat(figures.tuning().meanLogError()).as("mean of |.3 N|").isBetween(.1, .4);
        assertThat(figures.tuning().timesTheBest()).isGreaterThan(1);
    }

    /** A planner that no longer uses test transfers. */
    @Test
    void aJudgementThatLeavesEvidenceOutIsWorse() throws Exception {
        write(kept -> {
            for (JsonNode source : kept.path("facts").path("sources")) {
                ((ObjectNode) source.path("answers")).putObject("lines");
            }
        });
        assertThat(worse()).isNotEmpty().allMatch(one -> one.contains("committed"));
    }

    private static void times(ObjectNode kept, double factor, boolean first) {
        String id = kept.path("advice").path("workflows").path(0).path("id").asString();
        for (JsonNode outcome : kept.path("outcomes")) {
            if (outcome.path("option").asString().equals(id) == first) {
                ((ObjectNode) outcome)
                        .put("seconds", factor * outcome.path("seconds").asDouble());
            }
        }
    }

    @Test
    void aChoiceThatTakesMoreThanOnePercentLongerIsWorse() throws Exception {
        write(kept -> times(kept, .5, false));
        assertThat(worse())
                .anyMatch(one -> one.startsWith("half held back: time of the first option over the best one's: "))
                .anyMatch(one -> one.startsWith("tuning half: mean |ln(P50 / outcome)|: "));
    }

    @Test
    void lessThanOnePercentIsWithinTheGuard() throws Exception {
        CorpusFigures.Half half = CorpusFigures.read(directory).tuning();
        Corpus corpus = Corpus.read(directory);
        for (double factor : new double[] {.995, .985}) {
            CorpusFigures.Half better = new CorpusFigures.Half(
                    half.advices(),
                    half.forecasts(),
                    half.medianError(),
                    half.meanLogError() * factor,
                    half.choices(),
                    half.timesTheBest(),
                    half.misses());
            List<String> found = CorpusFigures.of(corpus, "now", "")
                    .worseThan(new CorpusFigures(
                            "before",
                            "",
                            new TreeMap<>(),
                            better,
                            CorpusFigures.read(directory).heldBack()));
            assertThat(found).hasSize(factor > .99 ? 0 : 1);
        }
    }

    @Test
    void anOptionThatIsNoLongerListedOrHasNoOutcomeIsAMiss() throws Exception {
        write(kept -> ((ObjectNode) kept.path("outcomes").path(0)).put("option", "gone"));
        assertThat(worse())
                .anyMatch(one -> one.contains("unknown forecasts and failures"))
                .anyMatch(one -> one.contains("the first option of "));
    }

    @Test
    void figuresThatAreWorseAreCommittedOnlyWithAReason() throws Exception {
        CorpusFigures before = CorpusFigures.read(directory);
        write(kept -> times(kept, .5, false));
        assertThat(CorpusTable.commit(directory, "2026-12-01", "")).isNotEmpty();
        assertThat(CorpusFigures.read(directory)).isEqualTo(before);
        assertThat(CorpusTable.commit(directory, "2026-12-01", "the outcomes were of an idle machine"))
                .isNotEmpty();
        assertThat(CorpusFigures.read(directory).reason()).isEqualTo("the outcomes were of an idle machine");
        assertThat(CorpusTable.commit(directory, "2026-12-02", "")).isEmpty();
        assertThat(CorpusTable.show(directory))
                .contains("| tuning half, 2026-12-02 | 8 | ")
                .containsPattern("\\d topology \\d+ of seed 4711 \\(PLAIN, made up\\): ");
    }

    /** As the lab's bench leaves them. */
    @Test
    void rowsOfTheBenchBecomeLinesWithoutNamesOfTheMachine() throws Exception {
        Path rows = directory.resolve("rows.tsv");
        Path kept = Files.createDirectory(directory.resolve("rows.tsv.advice"));
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 6; i++) {
            List<Workflow> options = carriedOut(ADVICES.get(i));
            for (Workflow option : options) {
                boolean last = option.equals(options.getLast());
                text.append(String.format(
                        ROW, i, option.id(), option.rank(), true, last ? "NaN" : "1.5 1.6", last ? 124 : 0));
            }
            text.append(String.format(ROW, i, "xrdcp", 9, false, "", 0));
            text.append(String.format(ROW, i, options.getFirst().id(), 1, true, "1.5", 0)
                    .replace("cold", "AFTER_1"));
            Files.writeString(kept.resolve(i + ".json"), ADVICES.get(i).text().replace("/data/", "/tmp/junit-1/data/"));
        }
        Files.writeString(rows, text);

        assertThat(CorpusTable.add(directory, rows, 7)).contains("6 advices in ", "7.jsonl.gz, 3 of them held back");
        Corpus corpus = Corpus.read(directory);
        List<Corpus.Line> lines = corpus.files().get("7.jsonl.gz");
        assertThat(lines).hasSize(6).allSatisfy(line -> {
            assertThat(line.failed()).hasSize(1);
            assertThat(line.judge().options()).isNotEmpty();
            assertThat(line.kept().toString()).doesNotContain("/tmp/", "\"title\"");
            assertThat(line.advice().replay("x").differences()).isEmpty();
        });
        assertThat(lines.toString()).contains("/lab/data/");
        assertThat(CorpusTable.commit(directory, "2026-12-01", ""))
                .as("others stay as they were")
                .isEmpty();
        assertThat(CorpusFigures.read(directory).files()).containsOnlyKeys("4711.jsonl.gz", "7.jsonl.gz");

        Files.writeString(kept.resolve("3.json"), "{\"workflows\": []}");
        assertThatThrownBy(() -> CorpusTable.add(directory, rows, 8)).hasMessageContaining("3.json has no facts");
        Files.writeString(kept.resolve("3.json"), ADVICES.get(3).text().replace("/data/", "/home/ana/"));
        assertThatThrownBy(() -> CorpusTable.add(directory, rows, 8))
                .hasMessageContaining("private directories of this machine");
    }
}
