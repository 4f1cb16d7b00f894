package org.waybill.cli.move;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.waybill.cli.Cli;
import org.waybill.engine.testserver.SshServer;

/** Names that a terminal, a shell or an option parser could take for something else. */
class OddNamesTest extends SyncCase {
    private static final List<String> NAMES =
            List.of("-rf", "--delete", "a\nb", "it's \"q\" \\ `x` $(y)", "\u202etxt.exe", "\u001b[2J", "*", "~");
    /** What no output for a person may contain. */
    private static final Pattern UNSAFE = Pattern.compile("[\\p{Cntrl}\u202e&&[^\n]]");

    private static void assertSafe(Cli.Result result) {
        assertThat(result.out() + result.err()).doesNotContainPattern(UNSAFE);
    }

    @Test
    void checkNamesEachOnOneLineAndSyncCopiesAndDeletesThemAsTheyAre() throws Exception {
        cli.runLine("sync %s/ %s", from, to);
        for (String name : NAMES) {
            write(from.resolve("odd").resolve(name), name);
        }

        Cli.Result check = cli.runLine("check %s/ %s", from, to);
        assertThat(check.code()).isEqualTo(11);
        assertSafe(check);
        assertThat(check.out().lines())
                .filteredOn(line -> line.startsWith("+ odd/"))
                .contains("+ odd/a\\nb", "+ odd/\\u202etxt.exe", "+ odd/\\u001b[2J", "+ odd/-rf");
        Cli.Result copied = cli.runLine("sync %s/ %s", from, to);
        assertThat(copied.code()).as(copied.err()).isZero();
        assertSafe(copied);
        assertThat(names(to)).isEqualTo(names(from));
        for (String name : NAMES) {
            assertThat(to.resolve("odd").resolve(name)).hasContent(name);
        }
        assertThat(cli.runLine("check %s/ %s", from, to).code()).isZero();

        for (String name : NAMES) {
            Files.delete(from.resolve("odd").resolve(name));
        }
        String delete = "sync --delete --max-delete 50 %s/ %s";
        Cli.Result plan = cli.runLine(delete + " -n", from, to);
        assertSafe(plan);
        assertThat(plan.out()).contains("would delete: odd/a\\nb\n", "would delete: odd/--delete\n");
        Cli.Result deleted = cli.runLine(delete, from, to);
        assertThat(deleted.code()).as(deleted.err()).isZero();
        assertSafe(deleted);
        assertThat(names(to)).isEqualTo(names(from));
    }

    @Test
    void mkdirMakesThemAndDoesNotTakeThemForOptions() throws Exception {
        Path here = Files.createDirectory(directory.resolve("here"));
        for (String name : NAMES) {
            Cli.Result made = cli.run("mkdir", "--", here + "/" + name);
            assertThat(made.code()).as(made.err()).isZero();
            assertSafe(made);
            Cli.Result again = cli.run("mkdir", here + "/" + name);
            assertThat(again.code()).as(again.err()).isNotZero();
            assertThat(again.err()).startsWith("waybill: ").hasLineCount(1);
            assertSafe(again);
        }
        try (Stream<Path> made = Files.list(here)) {
            assertThat(made.map(path -> path.getFileName().toString())).containsExactlyInAnyOrderElementsOf(NAMES);
        }
    }

    @Test
    void aRemoteHasAPlainNameAndMayHaveAnOddPath() throws Exception {
        for (String name : NAMES) {
            Cli.Result refused = cli.run("remote", "add", "--", name, "sftp://dtn.example.org/data");
            assertThat(refused.code()).as(refused.out()).isEqualTo(2);
            assertThat(refused.err()).startsWith("waybill: ").hasLineCount(1);
            assertSafe(refused);
        }
        try (SshServer server = SshServer.start(directory)) {
            login(server);
            for (String name : List.of("it's \"q\" $(y)", "\u202etxt.exe", "-rf")) {
                Path there = Files.createDirectories(directory.resolve("there").resolve(name));
                write(there.resolve("x"), name);
                Cli.Result added = cli.run("remote", "add", "--replace", "odd", "127.0.0.1:" + there + "/");
                assertThat(added.code()).as(added.err()).isZero();
                assertSafe(added);
                assertSafe(cli.run("remote", "list"));
                String at = new URI("sftp", null, "127.0.0.1", server.port(), there + "/", null, null).toASCIIString();
                added = cli.run("remote", "add", "--replace", "odd", at);
                assertThat(added.code()).as(added.err()).isZero();
                Cli.Result read = cli.run("cat", "odd:x");
                assertThat(read.code()).as(read.err()).isZero();
                assertThat(read.out()).isEqualTo(name);
            }
        }
    }
}
