package org.waybill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.waybill.client.doctor.DoctorCode;
import org.waybill.client.workflow.ReasonCode;
import org.waybill.engine.Reason;
import org.waybill.engine.rightsizing.RateCause;
import picocli.CommandLine;

class CommandLineTest {
    @TempDir
    private Path directory;

    private Cli cli;

    @BeforeEach
    void start() {
        cli = new Cli(directory);
    }

    @Test
    void printsItsVersion() {
        Cli.Result result = cli.run("--version");

        assertThat(result.code()).isZero();
        assertThat(result.out()).matches("waybill \\S+ \\(Java \\S+\\)\\R");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "''|name a command",
        "frobnicate|Unmatched argument",
        "explain --wrong|Unknown option",
        "pair dtn|Missing required parameter",
        "account|add, list or remove",
        "storage|look, get, put, done or release",
        "plan|widest-path, split, tree, forecast, reservation or queue",
        "history|import or show",
        "node --listen a:b:c|is no HOST:PORT",
        "history show --limit x|--limit",
        "completion tcsh|tcsh"})
    void badUsageGetsOneLineAndExitCodeTwo(String line, String said) {
        Cli.Result result = cli.run(line.isEmpty() ? new String[0] : line.split(" "));

        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err()).startsWith("waybill: ").contains(said);
        assertThat(result.err().lines()).hasSize(1);
        assertThat(result.out()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"explain NO_SUCH --json", "pair dtn --json", "account add x@y --json",
        "history show --service ftp://x --json"})
    void withJsonAFailureIsOneDocumentToo(String line) {
        Cli.Result result = cli.run(line.split(" "));

        assertThat(result.code()).isEqualTo(2);
        assertThat(result.json().get("status").asString()).isEqualTo("BAD_INPUT");
        assertThat(result.json().get("exitCode").asInt()).isEqualTo(2);
        assertThat(result.json().get("message").asString()).isNotEmpty();
        assertThat(result.err().lines()).hasSize(1);
    }

    @Test
    void anArgumentThatIsNotUtf8IsRefused() {
        Cli.Result result = cli.run("explain", "caf\uFFFD");

        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err()).contains("not valid UTF-8");
    }

    @ParameterizedTest
    @MethodSource("commands")
    void everyCommandExplainsItselfAndKnowsTheGlobalOptions(List<String> path) {
        List<String> arguments = new ArrayList<>(path);
        arguments.add("--help");
        Cli.Result result = cli.run(arguments.toArray(String[]::new));

        assertThat(result.code()).isZero();
        assertThat(result.out()).contains("Usage: waybill " + String.join(" ", path));
        assertThat(result.out().lines()).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(100));
        assertThat(result.out()).contains("--help");
        boolean leaf = !result.out().contains("COMMAND");
        if (leaf) {
            assertThat(result.out()).contains("--json", "--quiet", "--service");
        }
    }

    static Stream<List<String>> commands() {
        CommandLine root = Waybill.commandLine(Terminal.ofProcess());
        return below(root, List.of());
    }

    private static Stream<List<String>> below(CommandLine command, List<String> path) {
        return command.getSubcommands().entrySet().stream().flatMap(entry -> {
            List<String> here = Stream.concat(path.stream(), Stream.of(entry.getKey())).toList();
            return Stream.concat(Stream.of(here), below(entry.getValue(), here));
        });
    }

    @ParameterizedTest
    @EnumSource(Reason.class)
    void everyEndOfACommandIsExplainedWithItsExitCode(Reason reason) {
        assertThat(cli.run("explain", reason.name()).out()).contains("(exit " + reason.exitCode() + ")");
    }

    @ParameterizedTest
    @EnumSource(Reason.class)
    void everyExitCodeIsExplainedByItsNumber(Reason reason) {
        assertThat(cli.run("explain", Integer.toString(reason.exitCode())).out()).contains(reason.name() + ": ");
    }

    @ParameterizedTest
    @EnumSource(RateCause.Code.class)
    void everyCauseOfARateIsExplained(RateCause.Code code) {
        assertThat(cli.run("explain", code.name()).out()).hasSizeGreaterThan(20);
    }

    @ParameterizedTest
    @EnumSource(DoctorCode.class)
    void everyFindingOfTheDoctorIsExplainedAndHasItsPage(DoctorCode code) {
        assertThat(cli.run("explain", code.name()).out()).contains("docs/codes/" + code.name() + ".md");
        assertThat(Path.of(System.getProperty("waybill.root"), "docs", "codes", code.name() + ".md")).isRegularFile();
    }

    @ParameterizedTest
    @EnumSource(ReasonCode.class)
    void everyReasonCodeIsExplained(ReasonCode code) {
        assertThat(cli.run("explain", code.name().toLowerCase(java.util.Locale.ROOT)).out())
                .contains(code.explanation());
    }

    @Test
    void thisMachineIsLookedAtUnderItsOtherNamesToo() {
        Cli.Result result = cli.run("probe", "host", "127.0.0.1", "--json");
        assertThat(result.code()).isZero();
        assertThat(result.out()).as("over SSH where a log-in works").containsPattern("\"basis\" : \"(local|ssh)\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"bash", "zsh"})
    void completionIsValidShell(String shell) throws Exception {
        Path script = directory.resolve("completion");
        Files.writeString(script, cli.run("completion", shell).out(), StandardCharsets.UTF_8);

        Process check = new ProcessBuilder("bash", "-n", script.toString()).redirectErrorStream(true).start();
        assertThat(new String(check.getInputStream().readAllBytes(), StandardCharsets.UTF_8)).isEmpty();
        assertThat(check.waitFor()).isZero();
    }

    @Test
    void bashCompletesCommandsAndOptions() throws Exception {
        Path script = directory.resolve("completion");
        Files.writeString(script, cli.run("completion", "bash").out(), StandardCharsets.UTF_8);
        String ask = """
                . "$1"
                COMP_WORDS=(waybill acc); COMP_CWORD=1; _complete_waybill; echo "${COMPREPLY[*]}"
                COMP_WORDS=(waybill account add --pass); COMP_CWORD=3; _complete_waybill; echo "${COMPREPLY[*]}"
                """;

        Process bash = new ProcessBuilder("bash", "-c", ask, "bash", script.toString()).start();
        assertThat(new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8).lines())
                .containsExactly("account", "--password-file");
    }

    @Test
    void fishGetsEveryCommand() {
        String script = cli.run("completion", "fish").out();

        commands().filter(path -> path.size() == 1).forEach(path ->
                assertThat(script).contains(" -a " + path.getFirst() + " "));
    }
}
