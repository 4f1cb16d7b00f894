package org.waybill.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The documents hang together. */
class DocumentsTest {
    private static final Path ROOT = Path.of(System.getProperty("waybill.root", "../.."));
    private static final Pattern LINK = Pattern.compile("\\]\\(([^):#]+)(#[^)]*)?\\)");

    /** A test class in backticks, perhaps with a method whose name may be cut short by three dots. */
    private static final Pattern TEST = Pattern.compile("`([A-Z]\\w*Test)(?:\\.(\\w+)(?:\\.\\.\\.)?)?`");

    private static List<Path> files(String directory, String name) throws IOException {
        try (Stream<Path> all = Files.list(ROOT.resolve(directory))) {
            return all.filter(file -> file.getFileName().toString().matches(name)).sorted().toList();
        }
    }

    @Test
    void everyDecisionHasANumberOfItsOwnAndItsLineInTheIndex() throws IOException {
        List<Path> decisions = files("docs/decisions", "\\d{4}-.*\\.md");
        String index = Files.readString(ROOT.resolve("docs/decisions/README.md"));
        assertThat(decisions).extracting(file -> file.getFileName().toString().substring(0, 4)).doesNotHaveDuplicates();
        for (Path decision : decisions) {
            String name = decision.getFileName().toString();
            String number = name.substring(0, 4);
            String title = Files.readAllLines(decision).getFirst();
            assertThat(title).as(name).startsWith("# " + number + ": ");
            assertThat(index).contains("* [" + number + "](" + name + ") " + title.substring(8) + "\n");
        }
    }

    @Test
    void everyLinkLeadsToAFile() throws IOException {
        for (String directory : List.of("", "docs", "docs/codes", "docs/decisions", "docs/security", "lab")) {
            for (Path document : files(directory, ".*\\.md")) {
                Matcher link = LINK.matcher(Files.readString(document));
                while (link.find()) {
                    assertThat(document.resolveSibling(link.group(1))).as(document + ": " + link.group()).exists();
                }
            }
        }
    }

    @Test
    void everyTestThatADocumentNamesIsThere() throws IOException {
        Map<String, String> sources = new HashMap<>();
        try (Stream<Path> all = Files.walk(ROOT)) {
            for (Path file : all.filter(path -> path.toString().matches(".*/test/java/.*Test\\.java")).toList()) {
                sources.put(file.getFileName().toString().replace(".java", ""), Files.readString(file));
            }
        }
        for (String directory : List.of("docs", "docs/security")) {
            for (Path document : files(directory, ".*\\.md")) {
                Matcher named = TEST.matcher(Files.readString(document));
                while (named.find()) {
                    String source = sources.get(named.group(1));
                    assertThat(source).as(document + " names " + named.group()).isNotNull();
                    if (named.group(2) != null) {
                        assertThat(source).as(document + " names " + named.group()).contains("void " + named.group(2));
                    }
                }
            }
        }
    }
}
