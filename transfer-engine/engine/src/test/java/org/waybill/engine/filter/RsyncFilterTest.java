package org.waybill.engine.filter;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.testserver.Packages;

/** What our filters copy is what rsync copies by the same rules. */
class RsyncFilterTest {
    private static final Path RECORDED = Path.of("src/test/resources/org/waybill/engine/filter/rsync-3.5-cases.txt");
    private static final int CASES = 200;
    private static final List<String> NAMES =
            List.of("a", "ab", "b.h5", "run1", "run22", "x.tmp", "a*b", "[x]", "with space", "-dash");
    private static final List<String> PIECES = List.of(
            "a",
            "ab",
            "*.h5",
            "run?",
            "run*",
            "run[0-9]",
            "[!a]*",
            "*",
            "**",
            "?",
            "x.tmp",
            "a\\*b",
            "\\[x\\]",
            "[x]",
            "*space",
            "-dash",
            "[[:alpha:]]*",
            "*b",
            "run1",
            "[^r]*",
            "[a-]*",
            "**1",
            "ru**1",
            "[]a]",
            "b.h5",
            "***",
            "a*b",
            "[[]x]");

    /** A directory ends in a slash; parents come before children. */
    private static List<String> tree() {
        List<String> entries = new ArrayList<>();
        Random random = new Random(271);
        for (String top : NAMES) {
            entries.add(top.equals("b.h5") || top.equals("x.tmp") ? top : top + "/");
        }
        for (int i = 0; i < entries.size() && entries.size() < 120; i++) {
            String above = entries.get(i);
            if (above.endsWith("/") && above.chars().filter(c -> c == '/').count() < 5) {
                for (String name : NAMES) {
                    if (random.nextInt(3) == 0) {
                        entries.add(above + name + (random.nextBoolean() ? "/" : ""));
                    }
                }
            }
        }
        return entries;
    }

    private static List<String> rules(Random random) {
        List<String> rules = new ArrayList<>();
        for (int i = random.nextInt(4); i >= 0; i--) {
            StringBuilder pattern = new StringBuilder(random.nextInt(3) == 0 ? "/" : "");
            for (int piece = random.nextInt(3); piece >= 0; piece--) {
                pattern.append(PIECES.get(random.nextInt(PIECES.size()))).append(piece > 0 ? "/" : "");
            }
            rules.add((random.nextInt(3) == 0 ? "+ " : "- ") + pattern + (random.nextInt(4) == 0 ? "/" : ""));
        }
        if (random.nextInt(4) == 0) {
            rules.add(random.nextBoolean() ? "- *" : "+ */");
            rules.add("- *");
        }
        return rules;
    }

    private static List<String> copiedByUs(List<String> rules) throws BadFilterException {
        List<FilterRule> parsed = new ArrayList<>();
        for (String rule : rules) {
            FilterRule.add(parsed, rule, FilterRule.Kind.RULE);
        }
        EntryFilter filter = new EntryFilter(parsed, 0, Long.MAX_VALUE, null, null, null);
        return tree().stream()
                .filter(entry -> {
                    String path = entry.endsWith("/") ? entry.substring(0, entry.length() - 1) : entry;
                    return filter.reaches(path) && filter.acceptsName(path, entry.endsWith("/"));
                })
                .sorted()
                .toList();
    }

    private static List<String> copiedByRsync(String rsync, Path source, List<String> rules)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(rsync, "-r", "-n", "--out-format=%n"));
        rules.forEach(rule -> command.add("--filter=" + rule));
        command.add(source + "/");
        command.add(source.resolveSibling("nothing there") + "/");
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(() -> "rsync by " + rules).isZero();
        return said.lines()
                .filter(line -> !line.equals("./") && !line.startsWith("created directory"))
                .sorted()
                .toList();
    }

    private static void makeTree(Path root) throws IOException {
        for (String entry : tree()) {
            Path path = root.resolve(entry);
            if (entry.endsWith("/")) {
                Files.createDirectories(path);
            } else {
                Files.createDirectories(path.getParent());
                Files.createFile(path);
            }
        }
    }

    @Test
    void copiesWhatRsyncCopiesByRulesThatNobodyHasSeen(@TempDir Path directory) throws Exception {
        String rsync = Packages.require("rsync", "rsync").toString();
        Path source = Files.createDirectory(directory.resolve("source"));
        makeTree(source);
        long seed = Long.getLong("waybill.test.seed", System.nanoTime());
        System.out.println("rsync filters: -Dwaybill.test.seed=" + seed);
        Random random = new Random(seed);
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < CASES; i++) {
            List<String> rules = rules(random);
            List<String> wanted = copiedByRsync(rsync, source, rules);
            lines.add(String.join("\t", rules) + "\t=>\t" + numbers(wanted));
            assertThat(copiedByUs(rules))
                    .as(() -> "seed " + seed + ", by " + rules)
                    .isEqualTo(wanted);
        }
        if (Boolean.getBoolean("waybill.test.record")) {
            Files.createDirectories(RECORDED.getParent());
            Files.write(RECORDED, lines);
        }
    }

    /** Recorded with rsync 3.5.0 by the test above and {@code -Dwaybill.test.record=true}. */
    @Test
    void copiesWhatRsyncCopiedWhenItWasAsked() throws Exception {
        List<String> lines = Files.readAllLines(RECORDED);
        assertThat(lines).hasSize(CASES);
        for (String line : lines) {
            String[] parts = line.split("\t=>\t", -1);
            List<String> rules = List.of(parts[0].split("\t"));
            assertThat(numbers(copiedByUs(rules))).as(line).isEqualTo(parts[1]);
        }
    }

    private static String numbers(List<String> entries) {
        List<String> tree = tree();
        return IntStream.range(0, tree.size())
                .filter(i -> entries.contains(tree.get(i)))
                .mapToObj(String::valueOf)
                .collect(Collectors.joining(" "));
    }
}
