package org.waybill.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.waybill.api.ServiceException;
import org.waybill.api.task.ServiceReason;
import org.waybill.api.task.TaskState;
import org.waybill.api.task.WorkerState;
import org.waybill.cli.command.Terminal;
import org.waybill.client.doctor.DoctorCode;
import org.waybill.client.task.Task;
import org.waybill.client.workflow.explanation.ReasonCode;
import org.waybill.engine.Reason;
import org.waybill.engine.cause.RateCause;
import org.waybill.engine.testserver.Packages;
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
    void aLineIsDividedAsAtAShell() {
        assertThat(Cli.words("copy  -n 'a b' \"c \\\" d\" e\\ f '' %s/in/ 'x %s' 50%%", "g h", 7))
                .containsExactly("copy", "-n", "a b", "c \" d", "e f", "", "g h/in/", "x 7", "50%");
        assertThatThrownBy(() -> Cli.words("copy %s", "a", "b")).hasMessageContaining("too many values");
        assertThatThrownBy(() -> Cli.words("copy 'a")).hasMessageContaining("a quote is open");
    }

    @ParameterizedTest
    @ValueSource(strings = {"129", "131", "137", "141", "143"})
    void explainsWhatShellsReportOfSignals(String code) {
        assertThat(cli.run("explain", code).out()).contains("SIG");
    }

    @ParameterizedTest
    @CsvSource({"1, 20", "12, 20", "54, 54", "0, 100", "'', 100", "80, 80"})
    void runsOnATerminalOfAnyWidth(String window, int columns) throws Exception {
        System.setProperty("waybill.columns", window);
        try {
            assertThat(Terminal.ofProcess().columns()).isEqualTo(columns);
        } finally {
            System.clearProperty("waybill.columns");
        }
        cli.columns(columns);
        assertThat(cli.run("copy", "--help").out()).contains("Examples:");
        assertThat(cli.run("ls", Files.createDirectory(directory.resolve("d")).toString())
                        .code())
                .isZero();
    }

    @Test
    void printsItsVersion() {
        Cli.Result result = cli.run("--version");

        assertThat(result.code()).isZero();
        assertThat(result.out()).matches("waybill \\S+ \\(Java \\S+\\)\\R");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''|missing command: try",
                "frobnicate|unknown command 'frobnicate'",
                "rsync -a run7 host:/data|unknown command 'rsync': did you mean 'copy'?",
                "--josn|unknown option '--josn'",
                "cp a b|unknown command 'cp': did you mean 'copy'?",
                "mv a b|unknown command 'mv': did you mean 'rename', or 'copy --delete-source'?",
                "version|unknown command 'version': did you mean '--version'?",
                "sha256sum a|unknown command 'sha256sum': did you mean 'hash'?",
                "histroy show|did you mean 'history'?",
                "history shwo|did you mean 'show'?",
                "explain --wrong|unknown option '--wrong' (see",
                "copy --stream 4 a b|unknown option '--stream': did you mean '--streams'?",
                "copy --inplace a b|unknown option '--inplace': a file is written beside the destination and renamed",
                "sync -e ssh a b|unknown option '-e': host:path is copied by SSH: -P PORT and -i KEY, or ~/.ssh/config",
                "sync --checksum a b|unknown option '--checksum': 'sync --compare=checksum' and 'check"
                        + " --compare=checksum' compare contents (see",
                "copy -o ProxyJump=jump small/ me:/x|ProxyJump is an option of ssh, and -o is --owner",
                "sync -o stricthostkeychecking=no a me:/x|write it into ~/.ssh/config",
                "copy -u ana:secret http://h/f .|-u is --update, and takes no user: write --update before a path by"
                        + " SSH, or the user in the URL",
                "copy -H Authorization:Bearer http://h/f .|headers cannot be given, and -H is --hard-links",
                "copy -rlptgoD a b|unknown option '-goD': -a, -r, -p, -t and -l are accepted",
                "copy -C a b|unknown option '-C': data are sent uncompressed",
                "copy --vfs-cache-mode full a b|unknown option '--vfs-cache-mode': Waybill mounts nothing",
                "copy --config f a b|unknown option '--config': the variable RCLONE_CONFIG names",
                "sync --delete-after a b|unknown option '--delete-after': 'sync --delete' deletes last",
                "copy --no-such-thing a b|unknown option '--no-such-thing' (see",
                "ls --checksum a|unknown option '--checksum' (see",
                "copy --delete a b|use 'waybill sync --delete SRC DST'",
                "ls -P x a|invalid -P 'x': expected 1-65535",
                "move --dryrun=1 a b|unknown option '--dryrun': did you mean '--dry-run'?",
                "advise a b c|unexpected argument 'c': expected SRC DST",
                "pair|missing HOST:PORT: expected waybill pair HOST:PORT (see",
                "copy|missing SRC and DST: expected waybill copy SRC... DST (see",
                "sync a|missing DST: expected waybill sync SRC... DST (see",
                "advise a|missing DST: expected waybill advise SRC DST (see",
                "distribute a|missing DST: expected waybill distribute SRC DST... (see",
                "copy a b --exclude|missing value of --exclude: expected --exclude PATTERN (see",
                "copy a b --streams|missing value of --streams: expected --streams N (see",
                "plan split --input f|missing --from: expected --from",
                "account|add, list or remove",
                "storage|look, get, put, done, release or clean",
                "plan|widest-path, split, tree, forecast, reservation or queue",
                "history|import, show, accuracy, accounts or delete",
                "node --listen a:b:c|HOST:PORT",
                "history show --limit x|invalid --limit 'x': expected a whole number (see",
                "completion tcsh|invalid SHELL 'tcsh': expected bash, zsh or fish (see",
                "history import csv f|invalid FORMAT 'csv': expected gridftp-log, fts or perfsonar (see",
                "plan split --input f --from a --to b --relays 9|invalid --relays '9': expected 1-3"
            })
    void badUsageGetsOneLineAndExitCodeTwo(String line, String said) {
        Cli.Result result = cli.run(line.isEmpty() ? new String[0] : line.split(" "));

        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err()).startsWith("waybill: ").contains(said).doesNotContain("secret");
        assertThat(result.err().lines()).hasSize(1);
        assertThat(result.out()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "explain NO_SUCH --json",
                "pair --json",
                "account add x@y --json",
                "history show --service ftp://x --json"
            })
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
        assertThat(result.err()).contains("is not UTF-8: rename the file");
    }

    @ParameterizedTest
    @MethodSource("commands")
    void everyCommandExplainsItselfAndKnowsTheGlobalOptions(List<String> path) {
        List<String> arguments = new ArrayList<>(path);
        arguments.add("--help");
        Cli.Result result = cli.run(arguments.toArray(String[]::new));

        assertThat(result.code()).isZero();
        assertThat(result.out()).contains("Usage: waybill " + String.join(" ", path));
        assertThat(result.out().lines())
                .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(100));
        assertThat(result.out()).contains("--help");
        boolean leaf = !result.out().contains("COMMAND");
        if (leaf) {
            assertThat(result.out()).contains("--json", "--quiet", "--service");
        }
    }

    /** picocli warns of a per cent sign that stands alone, on the process's standard error. */
    @ParameterizedTest
    @MethodSource("commands")
    void everyTextOfHelpIsAFormat(List<String> path) {
        PrintStream before = System.err;
        ByteArrayOutputStream warnings = new ByteArrayOutputStream();
        System.setErr(new PrintStream(warnings, true, StandardCharsets.UTF_8));
        try {
            CommandLine command = Waybill.commandLine(Terminal.ofProcess());
            for (String name : path) {
                command = command.getSubcommands().get(name);
            }
            assertThat(command.getUsageMessage()).isNotBlank();
        } finally {
            System.setErr(before);
        }
        assertThat(warnings.toString(StandardCharsets.UTF_8)).doesNotContain("picocli");
    }

    @Test
    void commandsBearTheNamesThatTheyAreFoundBy() {
        assertThat(Waybill.commandLine(Terminal.ofProcess()).getSubcommands())
                .hasSizeGreaterThan(20)
                .allSatisfy((name, command) -> assertThat(command.getCommand()
                                .getClass()
                                .getAnnotation(CommandLine.Command.class)
                                .name())
                        .isEqualTo(Root.FORMER_NAMES.getOrDefault(name, name)));
    }

    @Test
    void aFormerNameOfACommandIsAnotherNameOfIt() {
        Root.FORMER_NAMES.forEach(
                (former, name) -> assertThat(cli.run(former, "--help").out())
                        .isEqualTo(cli.run(name, "--help").out())
                        .startsWith("Copy data"));
    }

    static Stream<List<String>> commands() {
        CommandLine root = Waybill.commandLine(Terminal.ofProcess());
        return below(root, List.of());
    }

    private static Stream<List<String>> below(CommandLine command, List<String> path) {
        return command.getSubcommands().keySet().stream()
                .filter(name -> !Root.FORMER_NAMES.containsKey(name))
                .flatMap(name -> {
                    List<String> here =
                            Stream.concat(path.stream(), Stream.of(name)).toList();
                    return Stream.concat(
                            Stream.of(here), below(command.getSubcommands().get(name), here));
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
        assertThat(cli.run("explain", Integer.toString(reason.exitCode())).out())
                .contains(reason.name() + ": ");
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
        assertThat(Path.of(System.getProperty("waybill.root"), "docs", "codes", code.name() + ".md"))
                .isRegularFile();
    }

    @ParameterizedTest
    @EnumSource(ReasonCode.class)
    void everyReasonCodeIsExplained(ReasonCode code) {
        assertThat(cli.run("explain", code.name().toLowerCase(Locale.ROOT)).out())
                .contains(code.explanation());
    }

    /** States and reasons of tasks and workers, and what a service refuses. A flag of a worker is shown as its state. */
    static Stream<String> statesAndRefusals() {
        Stream<Enum<?>> codes = Stream.of(
                        Task.State.values(), TaskState.values(), ServiceReason.values(), ServiceException.Code.values())
                .flatMap(Stream::of);
        return Stream.concat(
                        codes.map(Enum::name),
                        Stream.of(WorkerState.class.getRecordComponents())
                                .filter(component -> component.getType() == boolean.class)
                                .map(component -> component.getName().toUpperCase(Locale.ROOT)))
                .distinct();
    }

    @ParameterizedTest
    @MethodSource("statesAndRefusals")
    void whatATaskAWorkerOrAServiceSaysIsExplained(String code) {
        assertThat(cli.run("explain", code).out()).hasSizeGreaterThan(20);
    }

    @Test
    void thisMachineIsLookedAtUnderItsOtherNamesToo() {
        Cli.Result result = cli.run("probe", "host", "127.0.0.1", "--json");
        assertThat(result.code()).isZero();
        assertThat(result.out()).as("over SSH where a log-in works").containsPattern("\"basis\" : \"(local|ssh)\"");
    }

    @Test
    void aDirectoryThatDoesNotExistHasNoDiskToShow() {
        Cli.Result result = cli.run("probe", "host", "/no/such/directory");
        assertThat(result.code()).isEqualTo(3);
        assertThat(result.err()).isEqualToIgnoringNewLines("waybill: no such file or directory: /no/such/directory");
        assertThat(result.out()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"bash", "zsh"})
    void completionIsValidShell(String shell) throws Exception {
        Process check = new ProcessBuilder("bash", "-n", completion(shell))
                .redirectErrorStream(true)
                .start();
        assertThat(new String(check.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .isEmpty();
        assertThat(check.waitFor()).isZero();
    }

    @Test
    void bashCompletesCommandsAndOptions() throws Exception {
        String ask = """
            . "$1"
            COMP_WORDS=(waybill acc); COMP_CWORD=1; _complete_waybill; echo "${COMPREPLY[*]}"
            COMP_WORDS=(waybill account add --pass); COMP_CWORD=3; _complete_waybill; echo "${COMPREPLY[*]}"
            """;
        assertThat(said("bash", "-c", ask, "bash", completion("bash"))).containsExactly("account", "--password-file");
    }

    /** Keys are typed into a shell of its own, as people do: Tab, and Ctrl-U before the next line. */
    @Test
    void zshCompletesCommandsAndOptions() throws Exception {
        Packages.require("zsh", "zsh");
        String type = """
            zmodload zsh/zpty
            zpty -b shell zsh -f -i
            zpty -w shell "PROMPT=ready; . $1"
            zpty -r shell out '*ready*ready*'
            zpty -w -n shell $'waybill acc\\t'
            zpty -r shell out '*account*' && print account
            zpty -w -n shell $'\\x15waybill account add --pass\\t'
            zpty -r shell out '*--password-file*' && print -- --password-file
            zpty -d shell
            """;
        assertThat(said("timeout", "60", "zsh", "-f", "-c", type, "zsh", completion("zsh")))
                .containsExactly("account", "--password-file");
    }

    @Test
    void fishCompletesCommandsAndOptions() throws Exception {
        Packages.require("fish", "fish");
        String ask = """
            source $argv[1]
            for line in 'waybill acc' 'waybill account add --pass' 'waybill probe pa' 'waybill probe path pa'
                complete -C $line | string split -f 1 \\t
            end
            """;
        assertThat(said("timeout", "60", "fish", "-c", ask, completion("fish")))
                .containsExactly("account", "--password-file", "path");
    }

    private String completion(String shell) throws Exception {
        return Files.writeString(
                        directory.resolve("completion"),
                        cli.run("completion", shell).out(),
                        StandardCharsets.UTF_8)
                .toString();
    }

    private List<String> said(String... line) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(line)
                .directory(directory.toFile())
                .redirectError(directory.resolve("errors").toFile());
        builder.environment().put("HOME", directory.toString()); // no user's own settings
        Process process = builder.start();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .toList();
    }

    @Test
    void fishGetsEveryCommand() {
        String script = cli.run("completion", "fish").out();

        commands()
                .filter(path -> path.size() == 1)
                .forEach(path -> assertThat(script).contains(" -a " + path.getFirst() + " "));
    }
}
