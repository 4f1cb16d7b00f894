package org.waybill.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The documents hang together. */
class DocumentsTest {
    private static final Path ROOT = Path.of(System.getProperty("waybill.root", "../.."));
    private static final Pattern LINK = Pattern.compile("\\]\\(([^):#]+)(#[^)]*)?\\)");

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
        for (String directory : List.of("", "docs", "docs/codes", "docs/decisions", "lab")) {
            for (Path document : files(directory, ".*\\.md")) {
                Matcher link = LINK.matcher(Files.readString(document));
                while (link.find()) {
                    assertThat(document.resolveSibling(link.group(1))).as(document + ": " + link.group()).exists();
                }
            }
        }
    }
}
