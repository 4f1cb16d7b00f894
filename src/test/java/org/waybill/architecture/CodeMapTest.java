package org.waybill.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What leads a newcomer through the code leads somewhere: docs/architecture.md and the README of each module. */
class CodeMapTest {
    private static final Path ROOT = Path.of(System.getProperty("waybill.root", "../.."))
            .toAbsolutePath()
            .normalize();
    private static final Path TEMPLATES = ROOT.resolve("advisor-service/src/main/resources/templates");
    private static final Set<String> SKIPPED = Set.of("target", ".git", ".jt", "docs");
    private static final int MOST_LINES = 40;
    /** {@code [`Type.member`]} within a line, whose file a definition at a line's beginning names. */
    private static final Pattern REFERENCE = Pattern.compile("(?m)(?<!^)\\[`([^`\\]]+)`\\](?!\\()");

    private static final Pattern DEFINITION = Pattern.compile("(?m)^\\[`([^`]+)`\\]: (\\S+)$");
    private static final Pattern TYPE = Pattern.compile("`([A-Z][A-Z]?[a-z]\\w*)(?:\\.(\\w+))?`");
    /** A path without a word in capitals, which stands for what the reader chooses. */
    private static final Pattern PATH = Pattern.compile("`([a-z][a-z0-9._-]*(?:/(?![A-Z]{2,}\\b)[\\w.-]+)+)`");

    private static final List<String> WITHOUT_POM = List.of("lab");

    private static final Map<String, Path> SOURCES = new HashMap<>();
    private static final List<Path> MODULES = new ArrayList<>();

    @BeforeAll
    static void lookAround() throws IOException {
        Files.walkFileTree(ROOT, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                return SKIPPED.contains(directory.getFileName().toString()) && !directory.equals(ROOT)
                        ? FileVisitResult.SKIP_SUBTREE
                        : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                String name = file.getFileName().toString();
                if (name.endsWith(".java")) {
                    SOURCES.put(name.replace(".java", ""), file);
                } else if (name.equals("pom.xml") && !file.getParent().equals(ROOT)) {
                    MODULES.add(file.getParent());
                }
                return FileVisitResult.CONTINUE;
            }
        });
        WITHOUT_POM.forEach(name -> MODULES.add(ROOT.resolve(name)));
    }

    @Test
    void whatIsSaidToBeHadHasATest() throws IOException {
        List<String> had = Files.readString(ROOT.resolve("docs/comparison.md"))
                .lines()
                .filter(line -> line.contains("| has |") || line.contains("| partly |"))
                .toList();
        assertThat(had).hasSizeGreaterThan(30);
        assertThat(had.stream()
                        .flatMap(line ->
                                Pattern.compile("`(\\w+Test)`").matcher(line).results())
                        .map(one -> one.group(1)))
                .isNotEmpty()
                .allSatisfy(test -> assertThat(SOURCES).containsKey(test));
        assertThat(had.stream().filter(line -> line.contains("| has |")))
                .allSatisfy(line -> assertThat(line).containsPattern("Test`|tests \\|"));
    }

    @Test
    void everyNameOfTheSectionsLeadsToItsFileAndMember() throws IOException {
        Path map = ROOT.resolve("docs/architecture.md");
        String text = Files.readString(map);
        Map<String, String> defined = new TreeMap<>();
        DEFINITION.matcher(text).results().forEach(one -> defined.put(one.group(1), one.group(2)));
        Set<String> used = new TreeSet<>();
        REFERENCE.matcher(text).results().forEach(one -> used.add(one.group(1)));
        assertThat(used).hasSizeGreaterThan(80).isEqualTo(defined.keySet());
        for (Map.Entry<String, String> one : defined.entrySet()) {
            Path file = map.resolveSibling(one.getValue()).normalize();
            assertThat(file).as(one.getKey()).isRegularFile();
            if (one.getValue().endsWith(".java")) {
                String[] name = one.getKey().split("\\.");
                assertThat(file.getFileName()).hasToString(name[0] + ".java");
                assertMember(file, name.length > 1 ? name[1] : name[0], one.getKey());
            }
        }
    }

    @Test
    void everyTypeAndPathThatAGuideNamesIsThere() throws IOException {
        List<Path> guides =
                new ArrayList<>(List.of(ROOT.resolve("docs/architecture.md"), ROOT.resolve("CONTRIBUTING.md")));
        MODULES.forEach(module -> guides.add(module.resolve("README.md")));
        for (Path guide : guides) {
            String text = Files.readString(guide);
            Matcher type = TYPE.matcher(text);
            while (type.find()) {
                Path source = SOURCES.get(type.group(1));
                assertThat(source).as(guide + ": " + type.group()).isNotNull();
                assertMember(source, type.group(2) == null ? type.group(1) : type.group(2), type.group());
            }
            PATH.matcher(text)
                    .results()
                    .map(one -> one.group(1))
                    .forEach(path -> assertThat(
                                    List.of(ROOT.resolve(path), guide.resolveSibling(path), TEMPLATES.resolve(path)))
                            .as(guide + ": " + path)
                            .anyMatch(Files::exists));
        }
    }

    @Test
    void everyModuleHasAReadmeOfOneScreen() throws IOException {
        assertThat(MODULES).hasSizeGreaterThan(12);
        for (Path module : MODULES) {
            Path readme = module.resolve("README.md");
            assertThat(readme).isRegularFile();
            assertThat(Files.readAllLines(readme)).as(readme.toString()).hasSizeLessThanOrEqualTo(MOST_LINES);
        }
    }

    private static void assertMember(Path source, String member, String name) throws IOException {
        assertThat(Files.readString(source)).as(name).containsPattern("\\b" + member + "\\b");
    }
}
