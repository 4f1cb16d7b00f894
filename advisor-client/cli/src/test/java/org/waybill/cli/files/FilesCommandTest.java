package org.waybill.cli.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.waybill.cli.Cli;
import org.waybill.cli.Typed;
import org.waybill.engine.testserver.WebServer;
import tools.jackson.databind.JsonNode;

/** {@code ls}, {@code du}, {@code cat}, {@code hash}, {@code mkdir}, {@code rename} and {@code rm} at every end. */
class FilesCommandTest extends FilesCase {
    private static final String ONE_SHA256 = "7692c3ad3540bb803c020b3aee66cd8887123234ea0c6e7143c0add73ff431ed";

    /** Of a directory that has one, nginx lists nothing. */
    private static final Set<Kind> LISTS_NO_BROKEN_LINKS = EnumSet.of(Kind.GSIFTP, Kind.DAV, Kind.DAVS, Kind.S3);

    @ParameterizedTest
    @EnumSource
    void filesAreLookedAtAndTidiedUp(Kind kind) throws Exception {
        start(kind);
        String a = base + "a";
        done("mkdir", "-p", a + "/b");
        done("mkdir", "-p", a + "/b");
        refused(2, "already exists", "mkdir", a);
        refused(3, "-p creates it", "mkdir", base + "no/such");
        Files.writeString(root.resolve("a/1 one.txt"), "one");
        Files.writeString(root.resolve("a/b/two"), "twotwo");

        assertThat(done("ls", a).lines()).containsExactly("1 one.txt", "b/");
        assertThat(done("ls", "-R", a + "/").lines()).containsExactly("1 one.txt", "b/", "b/two");
        assertThat(done("ls", "-l", a).lines())
                .first()
                .asString()
                .matches("-(rw-r--r--|\\?{9}) 3 (\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d|\\? {15}) 1 one.txt");
        assertThat(done("ls", "-ld", a).lines())
                .singleElement()
                .asString()
                .startsWith("d")
                .endsWith(a + "/");
        assertThat(done("ls", "-S", a).lines()).containsExactly("1 one.txt", "b/");
        assertThat(done("ls", "-lSr", a).lines()).last().asString().endsWith("1 one.txt");
        assertThat(done("ls", "-lrt", a).lines()).hasSize(2);
        assertThat(done("ls", "-rS", a + "/b/two", a + "/1 one.txt", a + "/b").lines())
                .as("files before directories, in one order")
                .containsExactly(a + "/1 one.txt", a + "/b/two", "", a + "/b:", "two");
        refused(3, "no such file", "ls", a + "/nothing");
        JsonNode listed = cli.run("ls", "--json", "-R", a).json();
        assertThat(listed.at("/entries/2/path").asString()).endsWith("/a/b/two");
        assertThat(listed.at("/entries/2/bytes").asLong()).isEqualTo(6);

        assertThat(done("du", a).lines().map(line -> line.split("  +")).toList())
                .satisfiesExactly(
                        line -> assertThat(line).containsExactly("6", "1 file", a + "/b"),
                        line -> assertThat(line).containsExactly("9", "2 files", a));
        assertThat(done("du", "-sh", a)).startsWith("9 B");
        assertThat(done("cat", a + "/b/two", a + "/1 one.txt")).isEqualTo("twotwoone");
        refused(2, "is a directory", "cat", a);
        assertThat(done("hash", a + "/1 one.txt")).startsWith(ONE_SHA256 + "  ").endsWith("1 one.txt\n");
        assertThat(done("hash", "--algorithm", "MD5", a + "/1 one.txt")).startsWith("f97c5d29941bfb1b2fdab0874906ab82");
        refused(2, "is a directory", "hash", a);
        check(done("hash", "-R", a));

        refused(2, "--force", "rename", a + "/1 one.txt", a + "/b/two");
        refused(3, "", "rename", a + "/nothing", a + "/something");
        done("rename", "-f", a + "/1 one.txt", a + "/b/two");
        assertThat(root.resolve("a/b/two")).hasContent("one");
        done("rename", a + "/b/two", a + "/");
        done("rename", a + "/b", base + "c");
        assertThat(root.resolve("c")).isEmptyDirectory();

        done("rm", a + "/two");
        refused(3, "no such file", "rm", a + "/two");
        done("rm", "-f", a + "/two");
        refused(2, "-r", "rm", a);
        Path outside =
                Files.writeString(Files.createDirectory(root.resolve("outside")).resolve("kept"), "kept");
        boolean links = kind != Kind.S3; // what its server makes of them is no object
        if (links) {
            Files.createSymbolicLink(root.resolve("a/link"), Path.of("../outside"));
            Files.createSymbolicLink(root.resolve("linked"), Path.of("outside"));
        }
        if (!LISTS_NO_BROKEN_LINKS.contains(kind)) {
            Files.createSymbolicLink(root.resolve("a/broken"), Path.of("nothing"));
        }
        Files.writeString(root.resolve("a/file"), "x");
        done("rm", "-rn", a);
        assertThat(root.resolve("a/file")).exists();
        done("rm", "-r", a, base + "c");
        if (links) {
            done("rm", "-r", "--yes", base + "linked");
        }
        assertThat(root.toFile().list()).containsExactly("outside");
        assertThat(outside).hasContent("kept");
    }

    @Test
    void whatAServerDoesNotListIsNamedAndStays() throws Exception {
        start(Kind.GSIFTP);
        done("mkdir", base + "a");
        Files.createSymbolicLink(root.resolve("a/broken"), Path.of("nothing"));
        refused(6, "not listed, such as a broken link", "rm", "-r", "--yes", base + "a");
    }

    @ParameterizedTest
    @EnumSource(names = {"LOCAL", "SFTP", "NODE", "FTP", "GSIFTP", "DAV"})
    void wildcardsAreExpandedAtTheFarEnd(Kind kind) throws Exception {
        start(kind);
        for (String name : List.of("run1", "run2")) {
            done("mkdir", base + name);
            for (String file : List.of("a.tmp", "b.tmp", "c.h5", ".hidden.tmp")) {
                Files.writeString(root.resolve(name).resolve(file), name + file);
            }
        }
        if (kind != Kind.NODE) {
            touch("run\\xff"); // a file; a node does not tell what it is
        }
        assertThat(done("ls", base + "run*/*.tmp").lines())
                .containsExactly(base + "run1/a.tmp", base + "run1/b.tmp", base + "run2/a.tmp", base + "run2/b.tmp");
        assertThat(done("cat", base + "*/[c]*h5")).isEqualTo("run1c.h5run2c.h5");
        String one = kind == Kind.DAV ? "%3F" : "?";
        assertThat(done("cat", base + "run" + one + "/c.h5")).isEqualTo("run1c.h5run2c.h5");
        done("rm", base + "run*/*.tmp");
        assertThat(root.resolve("run1").toFile().list()).containsExactlyInAnyOrder("c.h5", ".hidden.tmp");
        refused(3, "nothing matches", "rm", "-f", base + "run*/*.tmp");
        Files.writeString(root.resolve("run1/*"), "a name");
        done("rm", base + "run1/*");
        assertThat(root.resolve("run1/c.h5")).exists();
    }

    /** In bytes that a shell writes. */
    private void touch(String name) throws Exception {
        Process shell = new ProcessBuilder("bash", "-c", "touch $'" + name + "'")
                .directory(root.toFile())
                .start();
        assertThat(shell.waitFor()).isZero();
    }

    @Test
    void aLinkToAnEmptyDirectoryGoesByItself() throws Exception {
        start(Kind.DAV);
        Files.createDirectories(root.resolve("a/real"));
        Files.createDirectory(root.resolve("empty"));
        Files.createSymbolicLink(root.resolve("a/link"), Path.of("../empty"));
        Path here = Files.createDirectory(directory.resolve("here"));
        Files.writeString(here.resolve("file"), "one");
        Files.writeString(root.resolve("a/file"), "one");
        done("sync", "--delete", "--max-delete", "9", "--compare", "size", here + "/", base + "a");
        assertThat(root.resolve("a").toFile().list()).containsExactly("file");
        assertThat(root.resolve("empty")).exists();
    }

    @Test
    void aDirectoryIsAskedForAtATerminal() throws Exception {
        start(Kind.LOCAL);
        Files.writeString(Files.createDirectory(root.resolve("d")).resolve("file"), "1234");
        Typed.Result no = Typed.run(directory, List.of("remove it", "n"), "rm", "-r", base + "d");
        assertThat(no.code()).as(no.seen()).isEqualTo(12);
        assertThat(no.seen()).contains("d: 1 file, 1 directory, 4 B").contains("the answer was not yes");
        assertThat(root.resolve("d/file")).exists();
        Typed.Result yes = Typed.run(directory, List.of("remove it", "yes"), "rm", "-r", base + "d");
        assertThat(yes.code()).as(yes.seen()).isZero();
        assertThat(root).isEmptyDirectory();
    }

    private void check(String sums) throws Exception {
        Process check = new ProcessBuilder("sha256sum", "--strict", "-c")
                .directory(root.resolve("a").toFile())
                .redirectErrorStream(true)
                .start();
        check.getOutputStream().write(sums.getBytes(StandardCharsets.UTF_8));
        check.getOutputStream().close();
        String said = new String(check.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(check.waitFor()).as(said).isZero();
        assertThat(said.lines()).hasSize(2);
    }

    @ParameterizedTest
    @EnumSource(names = {"LOCAL", "SFTP", "NODE"})
    @Tag("attack")
    void namesAreShownOnOneLineAndNeverOptions(Kind kind) throws Exception {
        start(kind);
        List<String> names = List.of("-rf", "a\nb", "it's \"q\"\\", "\u202etxt.exe", "\u001b[2J");
        for (String name : names) {
            Files.writeString(root.resolve(name), name);
        }
        touch("caf\\xe9");

        List<String> lines = done("ls", base).lines().toList();
        assertThat(lines).hasSize(6).contains("-rf", "a\\nb", "\\u202etxt.exe", "\\u001b[2J");
        assertThat(cli.run("ls", "--json", base).json().get("entries").findValuesAsString("path"))
                .anyMatch(path -> path.endsWith("/a\nb"));
        assertThat(cli.run("ls", "--json", base).json().get("entries").findValuesAsString("kind"))
                .contains("UNNAMEABLE");
        for (String command : List.of("ls", "du", "cat", "hash", "rm -f", "rm -rf")) {
            refused(2, "the name is not UTF-8: rename it", Cli.words(command + " %s", base + "caf*"));
        }
        for (String name : names) {
            assertThat(done("cat", base + name)).isEqualTo(name);
            done("rename", base + name, base + name + "2");
            done("rm", "--", base + name + "2");
        }
        Files.createSymbolicLink(root.resolve("link"), root.resolve("nothing"));
        Cli.Result sums = cli.runLine("hash -R %s", base);
        assertThat(sums.code()).as("a list of checksums that is not complete").isEqualTo(2);
        assertThat(sums.err().lines().toList())
                .hasSize(2)
                .first()
                .asString()
                .endsWith("the name is not UTF-8: rename it");
        assertThat(sums.err()).contains("left out: " + base + "link").doesNotContain("1 entry");
        JsonNode document = cli.runLine("hash -R --json %s", base).json();
        assertThat(document.at("/failed/0/reason").asString()).isEqualTo("BAD_INPUT");
        assertThat(document.at("/leftOut/0/path").asString()).isEqualTo(base + "link");
    }

    @Test
    void aChecksumOfAnOddNameIsWhatSha256sumReads() throws Exception {
        start(Kind.SFTP);
        Files.writeString(Files.createDirectory(root.resolve("a")).resolve("a\n\\b"), "one");
        Files.writeString(root.resolve("a/-c"), "one");
        assertThat(done("hash", base + "a/a\n\\b")).isEqualTo("\\" + ONE_SHA256 + "  a\\n\\\\b\n");
        check(done("hash", "-R", base + "a"));
    }

    @ParameterizedTest
    @Tag("attack")
    @ValueSource(strings = {"/", "/../", "~", ".", "user", "user/..", "//", "/tmp/../"})
    void whatNobodyMeansToRemoveIsNot(String path) throws Exception {
        Files.writeString(Files.createDirectories(directory.resolve("user")).resolve("kept"), "kept");
        String named = path.startsWith("user")
                ? directory.resolve(path).toString()
                : path.equals("~") ? directory.resolve("user").toString() : path;
        Cli.Result result = cli.run("rm", "-rf", "--yes", named);
        assertThat(result.code()).as(result.err()).isEqualTo(12);
        assertThat(result.err().lines()).singleElement().asString().contains("refusing to remove it");
        assertThat(directory.resolve("user/kept")).hasContent("kept");
    }

    @ParameterizedTest
    @EnumSource(names = "LOCAL", mode = EnumSource.Mode.EXCLUDE)
    @Tag("attack")
    void theRootOfAServerStaysAndWhatIsNamedBesideItToo(Kind kind) throws Exception {
        start(kind);
        Files.writeString(root.resolve("kept"), "kept");
        String host = base.substring(0, base.indexOf('/', base.indexOf("://") + 3));
        refused(12, "refusing to remove it", "rm", "-r", "--yes", base + "kept", host + "/");
        assertThat(root.resolve("kept")).hasContent("kept");
    }

    @Test
    void oneThatFailsIsNamedAndTheOthersAreDone() throws Exception {
        start(Kind.LOCAL);
        Files.writeString(root.resolve("one"), "one");
        Files.writeString(root.resolve("two"), "two");
        Cli.Result cat = cli.run("cat", base + "one", base + "none", base + "two");
        assertThat(cat.code()).isEqualTo(3);
        assertThat(cat.out()).isEqualTo("onetwo");
        assertThat(cat.err().lines()).singleElement().asString().contains("none");
        Cli.Result rm = cli.run("rm", "--json", base + "none", base + "one");
        assertThat(rm.code()).isEqualTo(3);
        assertThat(rm.json().get("status").asString()).isEqualTo("NOT_FOUND");
        assertThat(rm.json().get("files").asInt()).isEqualTo(1);
        assertThat(rm.json().at("/failed/0/path").asString()).isEqualTo(base + "none");
        refused(2, "no document", "cat", "--json", base + "two");
    }

    @Test
    void badUsageIsOneLine() throws Exception {
        start(Kind.LOCAL);
        refused(2, "cannot be listed or read", "ls", "-");
        refused(2, "invalid --algorithm 'rot13'", "hash", "--algorithm", "rot13", base);
        refused(2, "same server", "rename", base + "x", "sftp://127.0.0.1/x");
        refused(2, "invalid scheme", "ls", "gopher://host/x".toLowerCase(Locale.ROOT));
    }

    @Test
    void aPlainWebServerReadsAndSaysWhatItCannot() throws Exception {
        WebServer web = WebServer.start(directory, root, WebServer.Option.READ_ONLY);
        started(web, "http://127.0.0.1:" + web.port() + "/");
        Files.writeString(root.resolve("one"), "one");
        assertThat(done("cat", base + "one")).isEqualTo("one");
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        assertThat(cli.runInto(out, "copy", base + "one", "-").code()).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("one");
        assertThat(done("hash", base + "one")).isEqualTo(ONE_SHA256 + "  one\n");
        assertThat(done("ls", "-l", base + "one")).contains(" 3 ");
        refused(2, "cannot list directories", "ls", base);
        refused(2, "has no directories", "mkdir", base + "d");
        refused(2, "cannot rename", "rename", base + "one", base + "two");
        refused(6, "", "rm", base + "one");
        refused(3, "no such file", "cat", base + "none");
    }
}
