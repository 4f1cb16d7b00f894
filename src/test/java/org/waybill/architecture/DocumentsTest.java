package org.waybill.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The documents hang together. */
class DocumentsTest {
    private static final Path ROOT = Path.of(System.getProperty("waybill.root", "../.."));
    private static final String DECISION = "\\d{4}-.*\\.md";
    private static final Pattern STATUS =
            Pattern.compile("(?m)^\\* Status: (accepted|superseded by \\[\\d{4}\\]\\(\\d{4}-.*\\.md\\))$");
    private static final Pattern DATE = Pattern.compile("(?m)^\\* Date: \\d{4}-\\d{2}-\\d{2}$");
    private static final Pattern ANY_HEADING = Pattern.compile("(?m)^#+ (.+)$");
    private static final Pattern HEADING = Pattern.compile("(?m)^## (.+)$");

    /** How code and documents name a record; a comment may break the line in between. */
    private static final Pattern CITED = Pattern.compile("decisions?(?:[\\s*]+records?)?[\\s*]+(\\d{4})\\b");
    /** A type of the same package. */
    private static final Pattern TYPE = Pattern.compile("\\{@link (\\w+)\\}");

    private static final Pattern LINK = Pattern.compile("\\]\\(([^):#]*)(#[^)]*)?\\)");

    /** A test class in backticks, perhaps with a method whose name may be cut short by three dots. */
    private static final Pattern TEST = Pattern.compile("`([A-Z]\\w*Test)(?:\\.(\\w+)(?:\\.\\.\\.)?)?`");

    private static List<Path> files(String directory, String name) throws IOException {
        try (Stream<Path> all = Files.list(ROOT.resolve(directory))) {
            return all.filter(file -> file.getFileName().toString().matches(name))
                    .sorted()
                    .toList();
        }
    }

    /** Files of the checkout whose path in it matches, without what was built. */
    private static List<Path> sources(String path) throws IOException {
        try (Stream<Path> all = Files.walk(ROOT)) {
            return all.filter(file -> ROOT.relativize(file).toString().matches(path))
                    .filter(file -> !ROOT.relativize(file).toString().matches("(.*/)?(target|\\.[^/]*)/.*"))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void everyDecisionHasANumberOfItsOwnAndItsLineInTheIndex() throws IOException {
        List<Path> decisions = files("docs/decisions", DECISION);
        String index = Files.readString(ROOT.resolve("docs/decisions/README.md"));
        assertThat(decisions)
                .extracting(file -> file.getFileName().toString().substring(0, 4))
                .doesNotHaveDuplicates();
        for (Path decision : decisions) {
            String name = decision.getFileName().toString();
            String number = name.substring(0, 4);
            String title = Files.readAllLines(decision).getFirst();
            assertThat(title).as(name).startsWith("# " + number + ": ");
            assertThat(index).contains("* [" + number + "](" + name + ") " + title.substring(8) + "\n");
        }
    }

    @Test
    void everyDecisionHasAStatusADateAndTheSectionsInOrder() throws IOException {
        for (Path decision : files("docs/decisions", DECISION)) {
            String text = Files.readString(decision);
            assertThat(text).as(decision.toString()).containsPattern(STATUS).containsPattern(DATE);
            List<String> sections = HEADING.matcher(text)
                    .results()
                    .map(heading -> heading.group(1))
                    .filter(heading -> !heading.equals("Measured"))
                    .toList();
            assertThat(sections)
                    .as(decision.toString())
                    .containsExactly("Context", "Options", "Decision", "Consequences");
        }
    }

    @Test
    void everyAcceptedDecisionIsCitedByTheCodeAndEveryCitedOneIsThere() throws IOException {
        Set<String> recorded = new TreeSet<>();
        Set<String> accepted = new TreeSet<>();
        for (Path decision : files("docs/decisions", DECISION)) {
            String number = decision.getFileName().toString().substring(0, 4);
            recorded.add(number);
            if (Files.readString(decision).contains("\n* Status: accepted\n")) {
                accepted.add(number);
            }
        }
        Set<String> cited = new TreeSet<>(citedIn(ROOT.resolve("pom.xml")));
        for (Path file : sources(".*/src/main/java/.*\\.java")) {
            cited.addAll(citedIn(file));
        }
        assertThat(cited).containsAll(accepted);
        for (Path document : files("docs", ".*\\.md")) {
            cited.addAll(citedIn(document));
        }
        cited.addAll(citedIn(ROOT.resolve("waybill")));
        assertThat(recorded).containsAll(cited);
    }

    @Test
    void everyPackageInfoSaysWhereToStartAndLinksToTypesThatAreThere() throws IOException {
        for (Path file : sources(".*/src/main/java/.*/package-info\\.java")) {
            String text = Files.readString(file);
            assertThat(text).as(file.toString()).containsPattern("^/\\*\\*[\\s*]+Start at\\b[^.:]*\\{@link ");
            Matcher type = TYPE.matcher(text);
            while (type.find()) {
                assertThat(file.resolveSibling(type.group(1) + ".java"))
                        .as(file + ": " + type.group())
                        .exists();
            }
        }
    }

    /** What a link may name behind {@code #}: the headings as GitHub writes them, or nothing. */
    private static Set<String> headings(Path document) throws IOException {
        Set<String> headings = new TreeSet<>(Set.of(""));
        if (document.toString().endsWith(".md")) {
            ANY_HEADING
                    .matcher(Files.readString(document))
                    .results()
                    .forEach(heading -> headings.add(heading.group(1)
                            .toLowerCase(Locale.ROOT)
                            .replaceAll("[^a-z0-9 _-]", "")
                            .replace(' ', '-')));
        }
        return headings;
    }

    private static List<String> citedIn(Path file) throws IOException {
        return CITED.matcher(Files.readString(file))
                .results()
                .map(found -> found.group(1))
                .toList();
    }

    @Test
    void everyLinkLeadsToAFileAndItsHeading() throws IOException {
        for (Path document : sources(".*\\.md")) {
            Matcher link = LINK.matcher(Files.readString(document));
            while (link.find()) {
                Path leadsTo = link.group(1).isEmpty() ? document : document.resolveSibling(link.group(1));
                assertThat(leadsTo).as(document + ": " + link.group()).exists();
                assertThat(headings(leadsTo))
                        .as(document + ": " + link.group())
                        .contains(link.group(2) == null ? "" : link.group(2).substring(1));
            }
        }
    }

    @Test
    void everyTestThatADocumentNamesIsThere() throws IOException {
        Map<String, String> sources = new HashMap<>();
        for (Path file : sources(".*/java/.*Test\\.java")) {
            String name = file.getFileName().toString().replace(".java", "");
            sources.merge(name, Files.readString(file), String::concat); // two modules may each have one of that name
        }
        for (String directory : List.of("docs", "docs/security")) {
            for (Path document : files(directory, ".*\\.md")) {
                Matcher named = TEST.matcher(Files.readString(document));
                while (named.find()) {
                    String source = sources.get(named.group(1));
                    assertThat(source).as(document + " names " + named.group()).isNotNull();
                    if (named.group(2) != null) {
                        assertThat(source)
                                .as(document + " names " + named.group())
                                .containsPattern("(void|enum) " + named.group(2));
                    }
                }
            }
        }
    }
}
