package org.waybill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.waybill.engine.testserver.Packages;

/** The shell script at the root, in a tree of its own whose java prints what it is given. */
@Timeout(60)
class LauncherTest {
    @TempDir
    private Path directory;

    private final Map<String, String> environment = new HashMap<>();
    private Path root;

    @BeforeEach
    void layOut() throws IOException {
        root = Files.createDirectories(directory.resolve("a place with spaces"));
        Path launcher = Path.of(System.getProperty("waybill.root", "../.."), "waybill");
        Files.copy(launcher, root.resolve("waybill"), StandardCopyOption.COPY_ATTRIBUTES);
        Path target = Files.createDirectories(root.resolve("advisor-client/cli/target"));
        Files.writeString(target.resolve("client-cli.jar"), "");
        environment.put("PATH", "/usr/bin:/bin");
        environment.put("HOME", directory.resolve("user").toString());
        environment.put("WAYBILL_AOT", "off");
        environment.put("LC_ALL", "C.UTF-8");
    }

    @Test
    void startsFromAnywhereThroughLinksAndPassesArgumentsOn() throws Exception {
        environment.put("JAVA_HOME", jdk("25.0.3", "named").toString());
        Path link = Files.createSymbolicLink(directory.resolve("link"), Path.of("a place with spaces/waybill"));
        Path far = Files.createSymbolicLink(
                Files.createDirectory(directory.resolve("bin")).resolve("wb"), link);

        Result result = run(List.of(far.toString(), "move", "two words", "$(x)", "*"));

        assertThat(result.code()).isZero();
        assertThat(result.out().lines().toList())
                .contains(
                        "named",
                        "move",
                        "two words",
                        "$(x)",
                        "*",
                        root.toRealPath()
                                .resolve("advisor-client/cli/target/client-cli.jar")
                                .toString());
    }

    @Test
    void passesOverAJdkThatIsTooOldAndFindsOneOfTheUsers() throws Exception {
        environment.put("JAVA_HOME", jdk("17.0.15", "old").toString());
        Path sdk = directory.resolve("user/.sdkman/candidates/java/26-open");
        Files.createDirectories(sdk.getParent());
        Files.move(jdk("26", "sdkman"), sdk);

        Result result = run(List.of(root.resolve("waybill").toString(), "--version"));

        // a JDK 25 of the machine itself comes before the user's, if there is one; it then finds the jar to be empty
        assertThat(result.code()).isNotEqualTo(7);
        assertThat(result.out()).doesNotContain("old");
        assertThat(result.out() + result.err()).containsAnyOf("sdkman", "client-cli.jar", "org.waybill.cli.Main");
    }

    @Test
    void theExitCodeIsTheCommands() throws Exception {
        Path jdk = jdk("25", "x");
        Files.writeString(jdk.resolve("bin/java"), "#!/bin/sh\nexit 14\n");
        environment.put("JAVA_HOME", jdk.toString());

        assertThat(run(List.of(root.resolve("waybill").toString())).code()).isEqualTo(14);
    }

    @Test
    void withoutMavenOneLineSaysWhatToInstall() throws Exception {
        Files.delete(root.resolve("advisor-client/cli/target/client-cli.jar"));
        environment.put("JAVA_HOME", jdk("25", "x").toString());
        environment.put("PATH", coreutilsOnly().toString());

        Result result = run(List.of("/bin/sh", root.resolve("waybill").toString()));

        assertThat(result.code()).isEqualTo(7);
        assertThat(result.err().lines()).hasSize(1);
        assertThat(result.err()).contains("Maven").contains("apt install maven");
    }

    @Test
    void withoutAJdkOneLineSaysWhatToInstall() throws Exception {
        Packages.requireRoot("the machine's JDKs are hidden by a mount");
        environment.put("PATH", coreutilsOnly().toString());

        Result result = run(List.of(
                "/usr/bin/unshare",
                "--mount",
                "/bin/sh",
                "-c",
                "/bin/mount -t tmpfs none /usr/lib/jvm && exec \"$0\" \"$@\"",
                "/bin/sh",
                root.resolve("waybill").toString(),
                "--version"));

        assertThat(result.code()).as(result.err()).isEqualTo(7);
        assertThat(result.err().lines()).hasSize(1);
        assertThat(result.err()).contains("JDK 25", "temurin-25-jdk", "sdk install java", "https://adoptium.net");
    }

    @Test
    void nodesGetTheirSmallHeap() throws Exception {
        environment.put("JAVA_HOME", jdk("25", "x").toString());

        assertThat(run(List.of(root.resolve("waybill").toString(), "node")).out())
                .contains("-Xmx256m");
    }

    /** As ssh passes the user's locale on to a machine that has only a few. */
    @Test
    void aLocaleThatTheMachineLacksDoesNotMakeNamesAscii() throws Exception {
        Path jdk = jdk("25", "x");
        Files.writeString(jdk.resolve("bin/java"), "#!/bin/sh\necho \"LC_ALL=${LC_ALL:-}\"\n");
        environment.put("JAVA_HOME", jdk.toString());
        List<Map<String, String>> missing = List.of(
                Map.of("LC_ALL", "xx_XX.UTF-8"),
                Map.of("LANG", "xx_XX.utf8"),
                Map.of("LANG", "C.UTF-8", "LC_TIME", "xx_XX.UTF-8"),
                Map.of("LC_ALL", "C"),
                Map.of());
        for (Map<String, String> locale : missing) {
            assertThat(javaUnder(locale)).as("%s", locale).isEqualTo("LC_ALL=C.UTF-8\n");
        }
        assertThat(javaUnder(Map.of("LANG", "C.UTF-8")))
                .as("what is there stays")
                .isEqualTo("LC_ALL=\n");
    }

    /** Java would open a file of its own in place of a standard stream that is closed. */
    @Test
    void noFileTakesThePlaceOfAStandardStreamThatIsClosed() throws Exception {
        Path jdk = jdk("25", "x");
        Path seen = directory.resolve("seen");
        Files.writeString(
                jdk.resolve("bin/java"),
                "#!/bin/sh\n"
                        + "streams=$(readlink /proc/$$/fd/0 /proc/$$/fd/1 /proc/$$/fd/2)\n"
                        + "{ echo \"$streams\"; echo \"$*\" | grep -o 'waybill.terminals=[^ ]*'; } > '" + seen + "'\n");
        environment.put("JAVA_HOME", jdk.toString());

        run(List.of(
                "/bin/sh",
                "-c",
                "exec \"$0\" move - x <&- >&- 2>&-",
                root.resolve("waybill").toString()));

        assertThat(seen).hasContent("/dev/null\n/dev/full\n/dev/null\nwaybill.terminals=,no-stdin,no-stdout\n");
    }

    @Test
    void aDirectoryThatIsGoneIsSaidInOneLine() throws Exception {
        environment.put("JAVA_HOME", jdk("25", "x").toString());
        for (String shell : List.of("dash", "bash", "busybox sh")) {
            Result result = run(List.of(
                    "/bin/sh",
                    "-c",
                    "mkdir -p \"$1\" && cd \"$1\" && rmdir \"$1\" && exec " + shell + " \"$0\" --version",
                    root.resolve("waybill").toString(),
                    directory.resolve("gone").toString()));

            assertThat(result.code()).as(shell).isEqualTo(2);
            assertThat(result.err())
                    .as(shell)
                    .contains("the current directory no longer exists")
                    .doesNotContain("Exception");
        }
    }

    @Test
    void tooFewOpenFilesAreSaidInOneLineAndASoftLimitIsRaised() throws Exception {
        environment.put("JAVA_HOME", jdk("25", "x").toString());
        for (String shell : List.of("dash", "bash", "busybox sh")) {
            Result few = run(List.of(
                    "/bin/sh",
                    "-c",
                    "ulimit -n 64; exec " + shell + " \"$0\" --version",
                    root.resolve("waybill").toString()));
            assertThat(few.code()).as(shell).isEqualTo(8);
            assertThat(few.out()).as(shell).isEmpty();
            assertThat(few.err())
                    .as(shell)
                    .contains("only 64 files, but needs 256")
                    .hasLineCount(1);
            Result raised = run(List.of(
                    "/bin/sh",
                    "-c",
                    "ulimit -S -n 64; exec " + shell + " \"$0\" --version",
                    root.resolve("waybill").toString()));
            assertThat(raised.code()).as(shell + raised.err()).isZero();
        }
    }

    private String javaUnder(Map<String, String> locale) throws Exception {
        environment.keySet().removeIf(name -> name.startsWith("LC_"));
        environment.remove("LANG");
        environment.putAll(locale);
        return run(List.of(root.resolve("waybill").toString(), "node")).out();
    }

    @Test
    void theDesktopIsAnotherProgramAndItsHelpIsNot() throws Exception {
        environment.put("JAVA_HOME", jdk("25", "x").toString());
        environment.put("DISPLAY", ":99");
        Path target = Files.createDirectories(root.resolve("advisor-client/desktop/target"));
        Files.writeString(target.resolve("client-desktop.jar"), "");
        String launcher = root.resolve("waybill").toString();

        List<String> words = run(List.of(launcher, "desktop", "--theme", "dark", "node"))
                .out()
                .lines()
                .toList();
        assertThat(words)
                .contains(
                        "org.waybill.desktop.Main",
                        "--theme",
                        "dark",
                        "node",
                        root.toRealPath()
                                .resolve("advisor-client/desktop/target/client-desktop.jar")
                                .toString())
                .doesNotContain("desktop", "-Xmx256m", "org.waybill.cli.Main");
        assertThat(run(List.of(launcher, "desktop", "--help")).out().lines().toList())
                .contains("org.waybill.cli.Main", "desktop", "--help");
    }

    @Test
    void theDesktopIsBuiltTogetherWithTheProgramThatGoesOnInTheBackground() throws Exception {
        environment.put("JAVA_HOME", jdk("25", "x").toString());
        environment.put("DISPLAY", ":99");
        Files.createFile(Files.createDirectories(root.resolve("advisor-client/desktop/target"))
                .resolve("client-desktop.jar"));
        Path cli = root.resolve("advisor-client/cli/target/client-cli.jar");
        Files.delete(cli);
        Path maven = Files.writeString(
                Files.createDirectory(directory.resolve("maven")).resolve("mvn"),
                "#!/bin/sh\necho \"$*\" > '" + directory + "/built'\n: > '" + cli + "'\n");
        assertThat(maven.toFile().setExecutable(true)).isTrue();
        environment.put("PATH", maven.getParent() + ":/usr/bin:/bin");

        Result result = run(List.of(root.resolve("waybill").toString(), "desktop"));

        assertThat(result.out()).as(result.err()).contains("org.waybill.desktop.Main");
        assertThat(directory.resolve("built"))
                .content()
                .contains("-pl advisor-client/desktop,advisor-client/cli -am package");
    }

    @ParameterizedTest
    @ValueSource(ints = {40, 80, 200})
    void theProgramIsToldHowWideTheTerminalIs(int columns) throws Exception {
        environment.put("JAVA_HOME", jdk("25", "x").toString());
        String inTerminal = """
            import fcntl, os, struct, subprocess, sys, termios
            _, terminal = os.openpty()
            fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, int(sys.argv[1]), 0, 0))
            sys.exit(subprocess.run(sys.argv[2:], stdin=subprocess.DEVNULL, stderr=terminal).returncode)
            """;

        Result result = run(List.of(
                "/usr/bin/python3",
                "-c",
                inTerminal,
                String.valueOf(columns),
                root.resolve("waybill").toString(),
                "copy",
                "a",
                "b"));

        assertThat(result.out().lines()).as(result.err()).contains("-Dwaybill.columns=" + columns);
    }

    @Test
    void withoutADisplayOneLineSaysSo() throws Exception {
        environment.put("JAVA_HOME", jdk("25", "x").toString());

        Result result = run(List.of(root.resolve("waybill").toString(), "desktop"));

        assertThat(result.code()).isEqualTo(7);
        assertThat(result.err().lines()).hasSize(1);
        assertThat(result.err()).contains("DISPLAY").contains("waybill copy");
        assertThat(result.out()).isEmpty();
    }

    @Test
    void theStartUpCacheIsMadeInTheBackgroundOnceTheCommandHasAnswered() throws Exception {
        environment.put("JAVA_HOME", trainable(2).toString());
        environment.remove("WAYBILL_AOT");
        List<String> version = List.of(root.resolve("waybill").toString(), "--version");

        Result first = run(version);
        assertThat(first.out()).contains("--version").doesNotContain("AOTCache");
        assertThat(first.err().lines()).hasSize(1);
        assertThat(first.err()).contains("in the background");
        assertThat(cache()).doesNotExist();
        Result meanwhile = run(version);
        assertThat(meanwhile.out()).contains("--version").doesNotContain("AOTCache");
        assertThat(meanwhile.err()).contains("is being created");
        awaitTrainer();
        Result later = run(version);
        assertThat(later.out()).contains("-XX:AOTCache=" + cache().toRealPath());
        assertThat(later.err()).isEmpty();
        assertThat(Files.readAllLines(directory.resolve("trainings"))).hasSize(1);
    }

    @Test
    void beforeAMeasurementTheStartUpCacheIsWaitedFor() throws Exception {
        environment.put("JAVA_HOME", trainable(1).toString());
        environment.put("WAYBILL_AOT", "now");

        Result first = run(List.of(root.resolve("waybill").toString(), "--version"));

        assertThat(first.out()).contains("-XX:AOTCache=" + cache().toRealPath());
        assertThat(first.err()).contains("creating the start-up cache");
        assertThat(Files.getPosixFilePermissions(cache()))
                .as("whom the umask lets read, it serves")
                .contains(PosixFilePermission.OTHERS_READ);
    }

    @Test
    void aReleaseRunsOnItsOwnJavaAndItsCachesAreTheUsersWhereNobodyMayWrite() throws Exception {
        Path release = directory.resolve("a release");
        Files.createDirectories(release.resolve("app"));
        Files.createDirectories(release.resolve("bin"));
        Files.copy(root.resolve("waybill"), release.resolve("bin/waybill"), StandardCopyOption.COPY_ATTRIBUTES);
        Files.move(trainable(0), release.resolve("runtime"));
        Files.writeString(release.resolve("app/version"), "1.2\n");
        Files.writeString(release.resolve("app/client-cli.jar"), "");
        Files.delete(release.resolve("runtime/bin/javac"));
        environment.put("JAVA_HOME", jdk("26", "another").toString());
        environment.put("WAYBILL_AOT", "now");
        List<String> version = List.of(release.resolve("bin/waybill").toString(), "--version");

        Result readOnly = run(version);
        Files.createDirectory(release.resolve("cache"));
        Result writable = run(version);

        assertThat(readOnly.out())
                .contains("-XX:AOTCache=" + directory.resolve("user/.cache/waybill/1.2/waybill-quick-25.aot"));
        assertThat(writable.out())
                .contains("-XX:AOTCache=" + release.toRealPath().resolve("cache/waybill-quick-25.aot"));
    }

    private Path cache() {
        return root.resolve("advisor-client/cli/target/waybill-quick-25.aot");
    }

    private void awaitTrainer() throws InterruptedException {
        while (Files.exists(root.resolve("advisor-client/cli/target/waybill-quick-25.aot.trainer"))) {
            Thread.sleep(50);
        }
    }

    /** A JDK whose java takes so long to make a cache, and keeps count. */
    private Path trainable(int seconds) throws IOException {
        Path jdk = jdk("25", "x");
        Files.writeString(jdk.resolve("bin/java"), """
            #!/bin/sh
            for word; do
                case $word in
                    -XX:AOTCacheOutput=*)
                        echo once >> '%s'
                        sleep %d
                        umask 077 # as the JVM
                        echo cache > "${word#*=}"
                        exit ;;
                esac
            done
            for word; do echo "$word"; done
            """.formatted(directory.resolve("trainings"), seconds));
        return jdk;
    }

    @Test
    void itIsPlainPosixShell() throws Exception {
        for (String shell : List.of("dash", "bash")) {
            if (Files.isExecutable(Path.of("/bin", shell))) {
                assertThat(run(List.of(
                                        "/bin/" + shell,
                                        "-n",
                                        root.resolve("waybill").toString()))
                                .code())
                        .isZero();
            }
        }
    }

    private Path coreutilsOnly() throws IOException {
        Path bin = Files.createDirectories(directory.resolve("coreutils"));
        for (String tool : List.of("readlink", "mkdir", "touch", "find", "head", "flock", "sh", "dirname", "uname")) {
            Path program = Stream.of("/usr/bin/", "/bin/")
                    .map(place -> Path.of(place + tool))
                    .filter(Files::isExecutable)
                    .findFirst()
                    .orElseThrow();
            Files.createSymbolicLink(bin.resolve(tool), program);
        }
        return bin;
    }

    private Path jdk(String version, String name) throws IOException {
        Path home = Files.createDirectories(directory.resolve("jdk " + name));
        Path bin = Files.createDirectories(home.resolve("bin"));
        Files.writeString(home.resolve("release"), "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"" + version + "\"\n");
        for (String program : List.of("java", "javac")) {
            Path file = Files.writeString(
                    bin.resolve(program), "#!/bin/sh\necho " + name + "\nfor word; do echo \"$word\"; done\n");
            assertThat(file.toFile().setExecutable(true)).isTrue();
        }
        return home;
    }

    private Result run(List<String> line) throws IOException, InterruptedException {
        Path out = Files.createTempFile(directory, "out", "");
        Path err = Files.createTempFile(directory, "err", "");
        ProcessBuilder builder =
                new ProcessBuilder(line).redirectOutput(out.toFile()).redirectError(err.toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        int code = builder.start().waitFor();
        return new Result(
                code, Files.readString(out, StandardCharsets.UTF_8), Files.readString(err, StandardCharsets.UTF_8));
    }

    private record Result(int code, String out, String err) {}
}
