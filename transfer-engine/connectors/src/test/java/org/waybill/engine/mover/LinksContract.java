package org.waybill.engine.mover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.waybill.engine.testserver.TestFiles.sameContentAs;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.waybill.engine.CopyRules;
import org.waybill.engine.CopyRules.Links;
import org.waybill.engine.Location;
import org.waybill.engine.NotTransferred;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferReport;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.testserver.Packages;

/** What every mover must do with symbolic links and with the times of directories. */
abstract class LinksContract extends ReportContract {
    private static final FileTime OLD = FileTime.from(Instant.parse("2021-06-07T08:09:10Z"));

    /** Whether links stay links. */
    protected boolean keepsLinks() {
        return false;
    }

    /** Whether the remote host has a directory that no link of a copy may lead out of. */
    protected boolean isConfined() {
        return false;
    }

    /** Whether the remote host has neither links nor pipes nor files' times of its own, whatever its disk shows. */
    protected boolean holdsFilesOnly() {
        return false;
    }

    /** Whether a link that is named as the destination at the remote host stays, and what it leads to is written. */
    protected boolean writesWhereNamedLinksLead() {
        return false;
    }

    @Test
    void aLinkThatIsNamedAsTheDestinationStaysAndWhatItLeadsToIsReplaced() throws Exception {
        file(served().resolve("new"), 20);
        byte[] content = Files.readAllBytes(served().resolve("new"));
        Path real = file(Files.createDirectory(here.resolve("real")).resolve("file"), 10);
        Path link = Files.createSymbolicLink(here.resolve("chain"), Path.of("named-link"));
        Files.createSymbolicLink(here.resolve("named-link"), Path.of("real/file"));
        get(remote("/new"), link);
        assertThat(link).isSymbolicLink();
        assertThat(real).satisfies(sameContentAs(content));
        assertThat(names(real.getParent())).containsExactly("file");

        Path nowhere = Files.createSymbolicLink(here.resolve("nowhere"), Path.of("real/none"));
        TransferException refused = failure(remote("/new"), local(nowhere));
        assertThat(refused).hasMessageContaining("leads nowhere");
        assertThat(refused.reason()).isEqualTo(Reason.BAD_INPUT);
        assertThat(nowhere).isSymbolicLink();

        // what is not named but is in the destination is no way out of it
        Path down = Files.createDirectory(here.resolve("into"));
        Files.createSymbolicLink(down.resolve("new"), file(here.resolve("other"), 5));
        get(remote("/new"), down);
        assertThat(down.resolve("new")).isRegularFile();
        assertThat(Files.isSymbolicLink(down.resolve("new"))).isFalse();
        assertThat(here.resolve("other")).hasSize(5);
    }

    @Test
    void aLinkThatIsNamedAsTheDestinationAtTheFarEndStaysToo() throws Exception {
        assumeTrue(writesWhereNamedLinksLead(), transport() + " replaces links");
        Path real = file(servedDirectory("real").resolve("file"), 10);
        Path link = Files.createSymbolicLink(served().resolve("named"), Path.of("real/file"));
        Path source = file(here.resolve("up"), 20);
        put(source, remote("/named"));
        assertThat(link).isSymbolicLink();
        assertThat(real).satisfies(sameContentAs(source));
        assertThat(names(real.getParent())).containsExactly("file");
        Mover streams = mover(credentials(), new ByteArrayInputStream(new byte[7]), new ByteArrayOutputStream());
        streams.move(TransferRequest.of(Location.STREAM, remote("/named")), new TestListener());
        assertThat(link).isSymbolicLink();
        assertThat(real).hasSize(7);
    }

    private TransferReport copy(Location source, Location target, Links links) throws Exception {
        return mover().move(TransferRequest.of(source, target).with(CopyRules.USUAL.with(links)), new TestListener());
    }

    /** A tree with a link of each kind: into it, to a directory of it, out of it, nowhere, in a circle. */
    private static Path linked(Path root, Path outside) throws IOException {
        Path tree =
                Files.createDirectories(root.resolve("sub/deep")).getParent().getParent();
        file(tree.resolve("sub/data"), 100);
        file(tree.resolve("sub/deep/more"), 200);
        Files.createSymbolicLink(tree.resolve("in"), Path.of("sub/data"));
        Files.createSymbolicLink(tree.resolve("in-directory"), Path.of("sub/deep"));
        Files.createSymbolicLink(tree.resolve("sub/up"), Path.of("../sub/./deep/../data"));
        Files.createSymbolicLink(tree.resolve("sub/loop"), Path.of(".."));
        Files.createSymbolicLink(tree.resolve("sub/self"), Path.of("self"));
        Files.createSymbolicLink(tree.resolve("sub/dangling"), Path.of("nowhere"));
        Files.createSymbolicLink(tree.resolve("absolute"), outside);
        Files.createSymbolicLink(
                tree.resolve("sub/escaping"),
                Path.of("../".repeat(40) + outside.toString().substring(1)));
        return tree;
    }

    private static List<String> links(Path root) throws IOException {
        List<String> links = new ArrayList<>();
        try (Stream<Path> all = Files.walk(root)) {
            for (Path path : all.filter(Files::isSymbolicLink).toList()) {
                links.add(root.relativize(path) + " -> " + Files.readSymbolicLink(path));
            }
        }
        return links.stream().sorted().toList();
    }

    private static List<String> leftOut(TransferReport report) {
        assertThat(report.notTransferred())
                .allMatch(one -> one.reason().equals(NotTransferred.LEFT_OUT))
                .noneMatch(one -> one.text().isBlank());
        return report.notTransferred().stream()
                .map(NotTransferred::path)
                .sorted()
                .toList();
    }

    private void assertLikeSource(TransferReport report, Path tree, Path copy) throws Exception {
        if (keepsLinks()) {
            List<String> out = isConfined() ? List.of("absolute", "sub/escaping") : List.of();
            assertThat(leftOut(report)).isEqualTo(out);
            assertThat(links(copy))
                    .isEqualTo(links(tree).stream()
                            .filter(link -> out.stream().noneMatch(name -> link.startsWith(name + " ")))
                            .toList());
            assertThat(copy.resolve("in")).satisfies(sameContentAs(tree.resolve("sub/data")));
            return;
        }
        assertThat(links(copy)).isEmpty();
        assertThat(copy.resolve("in")).satisfies(sameContentAs(tree.resolve("sub/data")));
        assertThat(copy.resolve("in-directory/more")).satisfies(sameContentAs(tree.resolve("sub/deep/more")));
        for (String name : List.of("absolute", "sub/escaping", "sub/loop", "sub/self", "sub/dangling")) {
            assertThat(copy.resolve(name)).doesNotExist();
        }
    }

    @Test
    void copiesEveryLinkOrNamesItByPut() throws Exception {
        Path tree = linked(here.resolve("tree"), file(here.resolve("outside"), 50));
        TransferReport report = put(tree, remote("/copy/"));
        assertLikeSource(report, tree, served().resolve("copy/tree"));
        if (!keepsLinks()) {
            assertThat(leftOut(report))
                    .containsExactly("absolute", "sub/dangling", "sub/escaping", "sub/loop", "sub/self");
        }
        assertLikeSource(put(tree, remote("/copy/")), tree, served().resolve("copy/tree"));
    }

    @Test
    void copiesEveryLinkOrNamesItByGet() throws Exception {
        assumeTrue(tellsLinks(), transport() + " shows links as what they lead to");
        Path tree = linked(served().resolve("tree"), file(here.resolve("outside"), 50));
        TransferReport report = get(remote("/tree"), here.resolve("copy/tree"));
        assertLikeSource(report, tree, here.resolve("copy/tree"));
        if (!keepsLinks()) {
            assertThat(leftOut(report))
                    .containsExactly("absolute", "sub/dangling", "sub/escaping", "sub/loop", "sub/self");
        }
    }

    @Test
    void skipsLinksWhenAskedTo() throws Exception {
        Path tree = linked(here.resolve("tree"), file(here.resolve("outside"), 50));
        TransferReport report = copy(local(tree), remote("/copy/"), Links.SKIP);
        assertThat(leftOut(report))
                .containsExactly(
                        "absolute",
                        "in",
                        "in-directory",
                        "sub/dangling",
                        "sub/escaping",
                        "sub/loop",
                        "sub/self",
                        "sub/up");
        assertThat(served().resolve("copy/tree/in")).doesNotExist();
        assertThat(served().resolve("copy/tree/sub/deep/more")).exists();
    }

    @Test
    void followsLinksOutOfTheTreeWhenAskedTo() throws Exception {
        Path outside = file(here.resolve("outside"), 50);
        Path tree = linked(here.resolve("tree"), outside);
        TransferReport report = copy(local(tree), remote("/copy/"), Links.FOLLOW);
        assertThat(leftOut(report)).containsExactly("sub/dangling", "sub/loop", "sub/self");
        Path copy = served().resolve("copy/tree");
        assertThat(links(copy)).isEmpty();
        assertThat(copy.resolve("absolute")).satisfies(sameContentAs(outside));
        assertThat(copy.resolve("sub/escaping")).satisfies(sameContentAs(outside));
        assertThat(copy.resolve("in-directory/more")).satisfies(sameContentAs(tree.resolve("sub/deep/more")));
        assertThat(copy.resolve("sub/up")).satisfies(sameContentAs(tree.resolve("sub/data")));
    }

    @Test
    void leavesLinksOutThatItCannotKeep() throws Exception {
        Path tree = linked(here.resolve("tree"), file(here.resolve("outside"), 50));
        TransferReport report = copy(local(tree), remote("/copy/"), Links.KEEP);
        if (keepsLinks()) {
            assertLikeSource(report, tree, served().resolve("copy/tree"));
        } else {
            assertThat(leftOut(report))
                    .containsExactly(
                            "absolute",
                            "in",
                            "in-directory",
                            "sub/dangling",
                            "sub/escaping",
                            "sub/loop",
                            "sub/self",
                            "sub/up");
            assertThat(report.notTransferred()).allMatch(one -> one.text().contains("does not support links"));
        }
    }

    /** A link takes the place of a file or of another link, and never of a directory. */
    @Test
    void replacesWhatHasALinksName() throws Exception {
        assumeTrue(keepsLinks(), transport() + " keeps no links");
        Path victim = file(here.resolve("victim"), 20);
        Path tree = Files.createDirectories(here.resolve("tree/sub")).getParent();
        for (String name : List.of("was-file", "was-link", "was-directory", "sub/new")) {
            Files.createSymbolicLink(tree.resolve(name), Path.of("right"));
        }
        Path copy = Files.createDirectory(servedDirectory("copy").resolve("tree"));
        file(copy.resolve("was-file"), 10);
        Files.createSymbolicLink(copy.resolve("was-link"), victim);
        file(Files.createDirectory(copy.resolve("was-directory")).resolve("theirs"), 10);
        TransferException e = failure(local(tree), remote("/copy/"));
        assertThat(e.notTransferred()).extracting(NotTransferred::path).containsExactly("was-directory");
        assertThat(links(copy)).containsExactly("sub/new -> right", "was-file -> right", "was-link -> right");
        assertThat(copy.resolve("was-directory/theirs")).exists();
        assertThat(victim).hasSize(20);
        assertNothingLeftOver(served());
        CopyRules never = new CopyRules(Links.AUTO, CopyRules.USUAL.filter(), CopyRules.Overwrite.NEVER, "", Set.of());
        Files.delete(copy.resolve("was-directory/theirs"));
        Files.delete(copy.resolve("was-directory"));
        Files.delete(copy.resolve("was-file"));
        file(copy.resolve("was-file"), 10);
        TransferReport kept =
                mover().move(TransferRequest.of(local(tree), remote("/copy/")).with(never), new TestListener());
        assertThat(kept.notTransferred())
                .extracting(NotTransferred::path, NotTransferred::isKept)
                .contains(tuple("was-file", true))
                .doesNotContain(tuple("was-directory", true));
        assertThat(Files.isRegularFile(copy.resolve("was-file"), LinkOption.NOFOLLOW_LINKS))
                .isTrue();
        assertThat(copy.resolve("was-directory")).isSymbolicLink();
    }

    @Test
    void namesALinkToWhatIsNotUtf8() throws Exception {
        assumeTrue(keepsLinks(), transport() + " keeps no links");
        Path tree = Files.createDirectories(here.resolve("tree"));
        assertThat(new ProcessBuilder("sh", "-c", "ln -s \"$(printf 'b\\377d')\" \"$1/link\"", "sh", tree.toString())
                        .inheritIO()
                        .start()
                        .waitFor())
                .isZero();
        TransferException e = failure(local(tree), remote("/copy/"));
        assertThat(e.notTransferred()).extracting(NotTransferred::path).containsExactly("link");
        assertThat(e).hasMessageContaining("UTF-8");
        Files.move(tree, served().resolve("tree"));
        e = failure(remote("/tree"), local(here.resolve("back")));
        assertThat(e.notTransferred()).extracting(NotTransferred::path).containsExactly("link");
        assertThat(e).hasMessageContaining("UTF-8");
    }

    @Test
    void keepsTimesOfDirectories() throws Exception {
        assumeTrue(carriesPermissionsOfDirectories(), "the protocol carries no times of directories");
        for (boolean put : new boolean[] {true, false}) {
            Path tree = (put ? here : served()).resolve("timed");
            file(Files.createDirectories(tree.resolve("a/b")).resolve("data"), 10);
            List<String> directories = List.of("a/b", "a", "");
            for (String directory : directories) {
                Files.setLastModifiedTime(tree.resolve(directory), OLD);
            }
            Path copy = (put ? served() : here).resolve("copy-of-times/timed");
            for (int run = 0; run < 2; run++) {
                if (put) {
                    put(tree, remote("/copy-of-times/"));
                } else {
                    get(remote("/timed"), copy);
                }
                for (String directory : directories) {
                    assertThat(Files.getLastModifiedTime(copy.resolve(directory)))
                            .as(put + directory)
                            .isEqualTo(OLD);
                }
            }
        }
    }

    /** The column of the table in {@code docs/what-is-kept.md}; empty for what has none. */
    protected String column() {
        return transport();
    }

    @Test
    void keepsWhatTheTableSays() throws Exception {
        assumeTrue(Packages.isRoot() && !column().isEmpty(), "only root can give files to others");
        Path up = KeptAttributes.make(here.resolve("up"));
        Map<String, String> put = kept(local(up), remote("/up"), served().resolve("up"));
        put.putAll(extras(local(up), remote("/up-with-extras"), served().resolve("up-with-extras")));
        KeptAttributes.make(served().resolve("down"), !holdsFilesOnly());
        Map<String, String> get = kept(remote("/down"), local(here.resolve("down")), here.resolve("down"));
        get.putAll(extras(remote("/down"), local(here.resolve("extras")), here.resolve("extras")));
        if (holdsFilesOnly()) {
            Map<String, String> back = kept(remote("/up"), local(here.resolve("back")), here.resolve("back"));
            put.put("times of files", back.getOrDefault("times of files", ""));
            put.keySet().stream()
                    .filter(what ->
                            what.startsWith("links ") || what.startsWith("pipes") || what.equals("times of files"))
                    .forEach(what -> get.put(what, put.getOrDefault(what, "")));
        }
        List<String> expected = new ArrayList<>();
        put.forEach((what, there) ->
                expected.add(what + ": " + (there.equals(get.get(what)) ? there : there + " / " + get.get(what))));
        assertThat(documented(column())).isEqualTo(expected);
    }

    private Map<String, String> kept(Location source, Location target, Path copy) throws Exception {
        return KeptAttributes.of(copy, missing(source, target, CopyRules.USUAL));
    }

    private Map<String, String> extras(Location source, Location target, Path copy) throws Exception {
        missing(source, target, CopyRules.USUAL.with(EnumSet.allOf(CopyRules.Extra.class)));
        return KeptAttributes.extras(copy);
    }

    private List<NotTransferred> missing(Location source, Location target, CopyRules rules) throws Exception {
        List<NotTransferred> missing;
        try {
            missing = mover().move(TransferRequest.of(source, target).with(rules), new TestListener())
                    .notTransferred();
        } catch (TransferException e) {
            missing = e.notTransferred();
        }
        return missing;
    }

    /** A row is a property; a cell with two values is of a put and of a get. */
    private static List<String> documented(String column) throws IOException {
        List<String[]> rows = Files.readAllLines(Path.of("../../docs/what-is-kept.md")).stream()
                .filter(line -> line.startsWith("|") && !line.startsWith("|--"))
                .map(line -> line.split("\\s*\\|\\s*"))
                .toList();
        int at = List.of(rows.getFirst()).indexOf("`" + column + "`");
        assertThat(at).as("the column of " + column).isPositive();
        return rows.stream().skip(1).map(row -> row[1] + ": " + row[at]).toList();
    }
}
