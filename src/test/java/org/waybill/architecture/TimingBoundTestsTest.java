package org.waybill.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Tests tagged {@code alone} run in a JVM of their own, where a module asks for one; elsewhere they would not run. */
class TimingBoundTestsTest {
    /** All others of the build are over when these begin, or will be soon, though two are built at once. */
    private static final Set<String> LAST = Set.of("advisor-client/core", "advisor-client/cli", "src/test");

    private static final Pattern TAGGED = Pattern.compile("^( *)@Tag\\(\"alone\"\\)", Pattern.MULTILINE);

    @Test
    void theModulesThatHaveAnyAskForTheirJvmAndNoOthersDo() throws IOException {
        Set<Path> having = new TreeSet<>();
        for (Path test : Sources.matching("(.*/)?src/test/java/.*\\.java")) {
            if (TAGGED.matcher(Files.readString(test)).find()) {
                having.add(pomOf(test));
            }
        }
        Set<Path> asking = new TreeSet<>();
        for (Path pom : Sources.matching("(.*/)?pom\\.xml")) {
            if (Files.readString(pom).contains("<waybill.test.alone>test</waybill.test.alone>")) {
                asking.add(pom);
            }
        }
        assertThat(asking).isNotEmpty().isEqualTo(having);
        assertThat(asking.stream()
                        .map(pom -> Sources.ROOT.relativize(pom.getParent()).toString()))
                .isSubsetOf(LAST);
    }

    /** Both runs of a class would write the same report, of which the second is left. */
    @Test
    void theTagIsThatOfAWholeClass() throws IOException {
        for (Path test : Sources.matching("(.*/)?src/test/java/.*\\.java")) {
            assertThat(TAGGED.matcher(Files.readString(test)).results().map(match -> match.group(1)))
                    .as(test.toString())
                    .allMatch(String::isEmpty);
        }
    }

    private static Path pomOf(Path test) {
        Path directory = test.getParent();
        while (!Files.exists(directory.resolve("pom.xml"))) {
            directory = directory.getParent();
        }
        return directory.resolve("pom.xml");
    }
}
