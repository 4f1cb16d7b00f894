package org.waybill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.waybill.client.remote.SharedService;

/** Every command of the user guide is run, here or by the test that {@link GuideCommands} names. */
class UserGuideTest {
    private static final Path ROOT = Path.of(System.getProperty("waybill.root", "../.."));
    /** Those that are to fail, or report a difference. */
    private static final Map<String, Integer> CODES =
            Map.of("copy --filter-from rules", 2, "check ", 11, "copy --strict -X", 15, "copy -n --strict -H", 15);

    private static final String ALIAS = "archive.example.org";

    @TempDir
    private static Path directory;

    private static DocumentedPlaces places;
    private static SharedService service;

    @BeforeAll
    static void start() throws Exception {
        places = new DocumentedPlaces(directory);
        service = places.cli.service();
    }

    @AfterAll
    static void stop() {
        service.close();
        places.close();
    }

    static Set<String> commands(boolean here) throws IOException {
        Set<String> commands = GuideCommands.all(ROOT);
        commands.removeIf(command -> GuideCommands.elsewhere(command).isEmpty() != here);
        return commands;
    }

    static Set<String> runHere() throws IOException {
        return commands(true);
    }

    static Set<String> runElsewhere() throws IOException {
        return commands(false);
    }

    @Test
    void allAreFound() throws IOException {
        assertThat(runHere()).hasSizeGreaterThan(35);
        assertThat(runElsewhere()).hasSizeGreaterThan(45);
        assertThat(GuideCommands.unused(runElsewhere())).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("runElsewhere")
    void isRunByTheTestThatIsNamed(String command) throws IOException {
        String method = GuideCommands.elsewhere(command).orElseThrow();
        String body = GuideCommands.body(ROOT, method);
        assertThat(GuideCommands.words(command))
                .as(method)
                .allSatisfy(word -> assertThat(body).containsPattern(word));
    }

    @ParameterizedTest
    @MethodSource("runHere")
    void does(String command) throws Exception {
        places.prepare(false);
        Files.writeString(places.here.resolve("rules"), "+ a.h5\nremove everything\n");
        for (Path file :
                List.of(places.here.resolve("a.h5"), places.here.resolve("b.h5"), places.there.resolve("run9.h5"))) {
            Files.writeString(file, "content");
        }
        Files.delete(places.there.resolve("run7/gone.h5")); // one of four would be more than sync deletes unasked
        if (command.contains("store:")) {
            places.cli.run("remote", "add", "--replace", "store", "sftp://" + ALIAS + places.there);
        }
        Cli.Result result = places.waybill(command.replace("user@", "")
                .replaceAll("\\bSRC\\b", "run7")
                .replaceAll("\\bDST\\b", "there")
                .replaceAll("(?<!waybill://)dtn\\.example\\.org", ALIAS)
                .replace(ALIAS + ":/archive/", ALIAS + ":/data/")
                .replace(ALIAS + "/archive/", ALIAS + "/data/"));
        int code = CODES.entrySet().stream()
                .filter(one -> command.startsWith(one.getKey()))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(0);
        assertThat(result.code()).as(result.err() + result.out()).isEqualTo(code);
    }
}
