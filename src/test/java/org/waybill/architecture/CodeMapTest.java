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
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * What leads a newcomer through the code leads somewhere: docs/architecture.md, the protocols, and the README of each
 * module. Checked in their code spans are types and members, also within longer ones ({@code new Type(Other.NAME)}),
 * constants, {@code `member` of `Type`}, and the words of a line that is to be added to a type.
 */
class CodeMapTest {
    private static final Path ROOT = Path.of(System.getProperty("waybill.root", "../.."))
            .toAbsolutePath()
            .normalize();
    private static final Path TEMPLATES = ROOT.resolve("advisor-service/src/main/resources/templates");
    private static final Set<String> SKIPPED = Set.of("target", ".git", ".jt", "docs");
    private static final int MOST_LINES = 40;
    /** {@code [`Type.member`]}, whose file a definition on a line of its own names. */
    private static final Pattern REFERENCE = Pattern.compile("(?m)\\[`([^`\\]]+)`\\](?!\\(|: \\S+$)");

    private static final Pattern DEFINITION = Pattern.compile("(?m)^\\[`([^`]+)`\\]: (\\S+)$");
    private static final Pattern SPAN = Pattern.compile("`([^`]+)`");
    private static final Pattern QUOTED = Pattern.compile("\"[^\"]*\"|'[^']*'");
    /** Not an annotation, nor a part of a path or of another word. */
    private static final Pattern TYPE = Pattern.compile("(?<![\\w@./-])([A-Z][A-Z]?[a-z]\\w*)(?:\\.(\\w+))?");
    /** The same with its package. */
    private static final Pattern PACKAGED =
            Pattern.compile("(?<![\\w./-])(?:[a-z]+\\.)+([A-Z][A-Z]?[a-z]\\w*)(?:\\.(\\w+))?");

    private static final Pattern WORD = Pattern.compile("[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|[a-z]+[A-Z]\\w*");
    private static final Pattern IDENTIFIER = Pattern.compile("\\w+");
    private static final Pattern DECLARED = Pattern.compile("\\b(?:class|record|enum|interface) ([A-Z]\\w*)");
    /** {@code `one`, `two` and `three` of [`Type`]}. */
    private static final Pattern MEMBERS =
            Pattern.compile("((?:`\\w+`(?:, |\\s(?:and|or)\\s))*`\\w+`)\\s(?:of|in)\\s\\[?`([A-Z]\\w+)`");
    /** {@code [`Type`]: `call(words)`} and {@code `call(words)` in [`Type`]}. */
    private static final Pattern CODE = Pattern.compile("\\[`([A-Z]\\w+)(?:\\.\\w+)?`\\]:\\s`([^`]*\\([^`]*)`"
            + "|`([^`]*\\([^`]*)`\\s(?:of|in)\\s\\[`([A-Z]\\w+)");

    private static final Pattern VARIABLE = Pattern.compile("(?<![\\w@])(?!name\\b)[a-z]\\w*");
    /** What the reader replaces by a name of his own. */
    private static final Pattern PLACEHOLDER = Pattern.compile("NAME|Name\\w*");
    /** A type of JUnit, and an algorithm. */
    private static final Set<String> FOREIGN = Set.of("Arguments", "Ed25519");

    private static final List<String> JAVA = List.of("java.lang.", "java.util.");
    /** A path without a word in capitals, which is a placeholder for what the reader chooses. */
    private static final Pattern PATH = Pattern.compile("`([a-z][a-z0-9._-]*(?:/(?![A-Z]{2,}\\b)[\\w.-]+)+)`");

    private static final List<String> WITHOUT_POM = List.of("lab");

    /** The texts that declare a type of this name. */
    private static final Map<String, List<String>> TYPES = new HashMap<>();

    /** Those that have a file of their own; the documents of the protocols name others too, such as messages. */
    private static final Set<String> FILES = new HashSet<>();

    private static final Set<String> IDENTIFIERS = new HashSet<>();
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
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                String name = file.getFileName().toString();
                if (name.endsWith(".java") || name.endsWith(".py")) {
                    String text = Files.readString(file);
                    matches(IDENTIFIER, text).forEach(one -> IDENTIFIERS.add(one.group()));
                    for (MatchResult type : matches(DECLARED, text)) {
                        TYPES.computeIfAbsent(type.group(1), _ -> new ArrayList<>())
                                .add(text);
                        if (name.equals(type.group(1) + ".java") || name.endsWith(".py")) {
                            FILES.add(type.group(1));
                        }
                    }
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
                .allSatisfy(test -> assertThat(TYPES).containsKey(test));
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
                assertMember(List.of(Files.readString(file)), name.length > 1 ? name[1] : name[0], one.getKey());
            }
        }
    }

    private static List<Path> guides() {
        List<Path> guides =
                new ArrayList<>(List.of(ROOT.resolve("docs/architecture.md"), ROOT.resolve("CONTRIBUTING.md")));
        MODULES.forEach(module -> guides.add(module.resolve("README.md")));
        return guides;
    }

    private static List<Path> guidesAndProtocols() {
        List<Path> all = guides();
        all.add(ROOT.resolve("docs/engine-protocol.md"));
        all.add(ROOT.resolve("docs/udp-protocol.md"));
        return all;
    }

    @Test
    void everyNameOfTheCodeThatAGuideNamesIsThere() throws IOException {
        for (Path guide : guidesAndProtocols()) {
            for (MatchResult span : matches(SPAN, withoutFences(guide))) {
                String code = QUOTED.matcher(span.group(1)).replaceAll("");
                if (!code.contains("<")) { // not a template's
                    boolean protocol = guide.toString().endsWith("-protocol.md");
                    matches(TYPE, code).forEach(type -> assertType(type, protocol, guide + ": " + span.group()));
                    matches(PACKAGED, code).forEach(type -> assertType(type, protocol, guide + ": " + span.group()));
                }
                if (WORD.matcher(code).matches()) {
                    assertThat(IDENTIFIERS.contains(code))
                            .as(guide + ": " + code)
                            .isTrue();
                }
            }
        }
    }

    private static void assertType(MatchResult type, boolean nestedToo, String where) {
        String name = type.group(1);
        if (PLACEHOLDER.matcher(name).matches() || FOREIGN.contains(name) || isOfJava(name)) {
            return;
        }
        assertThat(TYPES.containsKey(name) && (nestedToo || FILES.contains(name)))
                .as(where + ": " + name)
                .isTrue();
        String member = type.group(2);
        if (member != null && !PLACEHOLDER.matcher(member).matches()) {
            assertMember(TYPES.get(name), member, where);
        }
    }

    private static boolean isOfJava(String name) {
        return JAVA.stream().anyMatch(where -> {
            try {
                return Class.forName(where + name, false, null) != null;
            } catch (ClassNotFoundException _) {
                return false;
            }
        });
    }

    @Test
    void everyMemberThatAGuideCallsATypesIsItsOwn() throws IOException {
        for (Path guide : guidesAndProtocols()) {
            for (MatchResult found : matches(MEMBERS, withoutFences(guide))) {
                List<String> sources = TYPES.get(found.group(2));
                if (sources != null) {
                    matches(SPAN, found.group(1)).stream()
                            .map(member -> member.group(1))
                            .filter(member -> !PLACEHOLDER.matcher(member).matches())
                            .forEach(member -> assertMember(sources, member, guide + ": " + found.group()));
                }
            }
        }
    }

    @Test
    void everyWordOfALineToAddIsOneOfTheClassThatGetsIt() throws IOException {
        List<MatchResult> lines = matches(CODE, withoutFences(ROOT.resolve("docs/architecture.md")));
        assertThat(lines).hasSizeGreaterThan(10);
        for (MatchResult line : lines) {
            String type = line.group(1) == null ? line.group(4) : line.group(1);
            String code = line.group(2) == null ? line.group(3) : line.group(2);
            matches(VARIABLE, QUOTED.matcher(code).replaceAll(""))
                    .forEach(word -> assertMember(TYPES.get(type), word.group(), line.group() + ": " + word.group()));
        }
    }

    private static String withoutFences(Path guide) throws IOException {
        return Files.readString(guide).replaceAll("(?ms)^```.*?^```", "");
    }

    private static List<MatchResult> matches(Pattern pattern, String text) {
        return pattern.matcher(text).results().toList();
    }

    @Test
    void everyPathThatAGuideNamesIsThere() throws IOException {
        for (Path guide : guides()) {
            PATH.matcher(Files.readString(guide))
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

    @Test
    void everyModuleOfTheEngineIsInTheTablesOfModules() throws IOException {
        Path engine = ROOT.resolve("transfer-engine");
        String map = Files.readString(ROOT.resolve("docs/architecture.md"));
        String readme = Files.readString(engine.resolve("README.md"));
        for (Path module : MODULES) {
            if (module.getParent().equals(engine)) {
                String name = module.getFileName().toString();
                assertThat(map).contains("\n| `" + name + "` | ");
                assertThat(readme).contains("\n| [" + name + "](" + name + "/README.md) | ");
            }
        }
    }

    private static void assertMember(List<String> sources, String member, String name) {
        Pattern word = Pattern.compile("\\b" + member + "\\b");
        assertThat(sources.stream().anyMatch(source -> word.matcher(source).find()))
                .as(name)
                .isTrue();
    }
}
