package org.waybill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.waybill.client.remote.SharedService;

/** Every command of the user guide's examples is run, here or by the test that is named here. */
class UserGuideTest {
    private static final Path ROOT = Path.of(System.getProperty("waybill.root", "../.."));
    private static final Pattern COMMENT = Pattern.compile("\\s{2,}#.*| > .*");
    /** What needs more than servers of files, or half a minute, and the tests of those commands. */
    private static final Map<String, String> ELSEWHERE = Map.of(
            "doctor",
            "DoctorInLabTest",
            "node",
            "node/NodePeersCommandTest",
            "service",
            "OneHomeManyCommandsTest",
            "pair",
            "node/NodePeersCommandTest",
            "trust",
            "account/TrustAtTerminalTest",
            "storage",
            "storage/StorageCommandTest",
            "find",
            "HistoryAndFindTest",
            "history",
            "HistoryAndFindTest",
            "account",
            "account/AccountCommandTest",
            "distribute",
            "move/DistributeCommandTest");
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

    static List<String> commands() throws IOException {
        List<String> commands = new ArrayList<>();
        boolean example = false;
        for (String line : Files.readAllLines(ROOT.resolve("docs/user-guide.md"))) {
            example ^= line.startsWith("```");
            int at = line.indexOf("waybill ");
            if (example && at >= 0 && (at == 0 || line.startsWith("$ ") || line.contains("$(waybill"))) {
                commands.add(COMMENT.matcher(line.substring(at + "waybill ".length()))
                        .replaceAll("")
                        .strip());
            }
        }
        return commands;
    }

    @Test
    void allAreFoundAndWhatIsRunElsewhereIs() throws IOException {
        assertThat(commands()).hasSizeGreaterThan(40);
        for (Map.Entry<String, String> one : ELSEWHERE.entrySet()) {
            Path test = ROOT.resolve("advisor-client/cli/src/test/java/org/waybill/cli/" + one.getValue() + ".java");
            assertThat(Files.readString(test)).as(one.getValue()).contains("\"" + one.getKey() + "\"");
        }
    }

    @ParameterizedTest
    @MethodSource("commands")
    void does(String command) throws Exception {
        if (ELSEWHERE.containsKey(command.split(" ")[0])) {
            return;
        }
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
