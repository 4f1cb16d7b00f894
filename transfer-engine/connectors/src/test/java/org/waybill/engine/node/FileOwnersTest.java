package org.waybill.engine.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.waybill.engine.testserver.TestFiles.sameContentAs;

import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.waybill.engine.CopyRules;
import org.waybill.engine.CopyRules.Extra;
import org.waybill.engine.Location;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.identity.Grant;
import org.waybill.engine.identity.PeerStore;
import org.waybill.engine.link.NodeQueries;
import org.waybill.engine.mover.engine.EngineMover;

/** What a client may do to files and attributes of others, and what it may not. */
class FileOwnersTest extends AuthorisationCase {
    @Test
    @Tag("attack")
    void nobodyOverwritesWhatSomebodyElseWroteAlsoAfterTheNodesRestart() throws Exception {
        Path one = paired("one", Grant.USUAL);
        Path other = paired("other", Grant.USUAL);
        Path third = paired("third", Grant.OWNER);
        Path small = engine.file("small", 1_000, 1);
        Path large = engine.file("large", 9_000_000, 2);
        push(one, small, "/small");
        push(one, large, "/large");
        Files.writeString(engine.data.resolve("operators"), "mine");
        engine.close();
        engine = new EngineFixture(directory);
        new PeerStore(other).pinNode("127.0.0.1", port(), engine.node.fingerprint());
        new PeerStore(one).pinNode("127.0.0.1", port(), engine.node.fingerprint());
        new PeerStore(third).pinNode("127.0.0.1", port(), engine.node.fingerprint());
        Path changed = engine.file("changed", 2_000, 3);
        Path changedLarge = engine.file("changed large", 9_000_001, 4);

        for (Path client : List.of(other, one)) {
            assertThat(reasonOf(() -> push(client, changed, "/operators"))).isEqualTo(Reason.PERMISSION);
        }
        assertThat(reasonOf(() -> push(other, changed, "/small"))).isEqualTo(Reason.PERMISSION);
        assertThat(reasonOf(() -> push(other, changedLarge, "/large"))).isEqualTo(Reason.PERMISSION);
        assertThat(engine.data.resolve("small")).satisfies(sameContentAs(small));
        assertThat(engine.data.resolve("large")).satisfies(sameContentAs(large));
        assertThat(EngineFixture.leftovers(engine.data)).isEmpty();

        push(one, changed, "/small");
        push(one, changedLarge, "/large");
        assertThat(engine.data.resolve("small")).satisfies(sameContentAs(changed));
        assertThat(engine.data.resolve("large")).satisfies(sameContentAs(changedLarge));
        push(third, small, "/small");
        push(third, small, "/operators");
        assertThat(engine.data.resolve("operators")).satisfies(sameContentAs(small));
        assertThat(reasonOf(() -> push(one, changed, "/small"))).isEqualTo(Reason.PERMISSION);
    }

    @Test
    @Tag("attack")
    void whoMayNotChangeOthersFilesChangesNoAttributesOfDirectoriesThatWereThere() throws Exception {
        Path one = paired("one", Grant.USUAL);
        Path tree = engine.file("tree/there/file", 9, 1).getParent().getParent();
        for (Path each : List.of(tree.resolve("there"), Files.createDirectory(tree.resolve("new")))) {
            attributes(each).write("note", ByteBuffer.wrap(new byte[1]));
        }
        Files.createDirectories(engine.data.resolve("tree/there"));
        TransferRequest request = withAttributes(tree.toString(), "/");
        assertThat(eventsOf(one, request))
                .containsExactly("extended attributes are not kept: there: the directory was there before, and this"
                        + " client's pairing does not include changing it (--xattrs)");
        assertThat(attributes(engine.data.resolve("tree/there")).list()).isEmpty();
        assertThat(attributes(engine.data.resolve("tree/new")).list()).containsExactly("note");
        assertThat(attributes(engine.data.resolve("tree/there/file")).list())
                .as("the client's mark")
                .containsExactly("waybill.owner");

        new EngineMover(paired("other", Grant.OWNER)).move(request, TransferListener.NONE);
        assertThat(attributes(engine.data.resolve("tree/there")).list()).containsExactly("note");
    }

    /** Names are made only of what this client may replace, and replace only that. */
    @Test
    @Tag("attack")
    void hardLinksReachNoFilesOfOthers() throws Exception {
        Path one = paired("one", Grant.USUAL);
        Path other = paired("other", Grant.USUAL);
        Path tree = engine.file("tree/a", 5_000, 1).getParent();
        Files.createLink(tree.resolve("b"), tree.resolve("a"));
        Files.createLink(tree.resolve("c"), tree.resolve("a"));
        push(one, tree.resolve("a"), "/tree/a");
        Path theirs = engine.file("data/tree/c", 7, 2);
        TransferRequest request = TransferRequest.of(Location.local(tree.toString()), engine.remote("/"))
                .with(CopyRules.USUAL.with(EnumSet.of(Extra.HARD_LINKS)));
        assertThat(reasonOf(() -> new EngineMover(other).move(request, TransferListener.NONE)))
                .isEqualTo(Reason.PERMISSION);
        Path there = engine.data.resolve("tree");
        assertThat(theirs).hasSize(7);
        assertThat(Files.getAttribute(there.resolve("a"), "unix:nlink")).isEqualTo(1);
        assertThat(there.resolve("b")).satisfies(sameContentAs(tree.resolve("a")));
        assertThat(Files.isSameFile(there.resolve("a"), there.resolve("b"))).isFalse();

        Files.delete(theirs);
        Files.delete(there.resolve("b"));
        assertThat(eventsOf(one, request)).noneMatch(text -> text.contains("not kept"));
        assertThat(Files.getAttribute(there.resolve("a"), "unix:nlink")).isEqualTo(3);
        assertThat(eventsOf(other, request)).as("all are there already").noneMatch(text -> text.contains("not kept"));
    }

    /** exFAT keeps no marks either: that the client may not change files of others is not why. */
    @Test
    void whereTheFileSystemKeepsNoHardLinksThatIsSaid() throws Exception {
        Path tree = engine.file("tree/a", 5_000, 1).getParent();
        Files.createLink(tree.resolve("b"), tree.resolve("a"));
        try (FoldingDisk disk = FoldingDisk.mount(engine.data.resolve("disk"))) {
            for (Grant grant : List.of(Grant.USUAL, Grant.OWNER)) {
                String name = grant == Grant.USUAL ? "one" : "all";
                TransferRequest request = TransferRequest.of(
                                Location.local(tree.toString()), engine.remote("/disk/" + name + "/"))
                        .with(CopyRules.USUAL.with(EnumSet.of(Extra.HARD_LINKS)));
                assertThat(eventsOf(paired(name, grant), request))
                        .contains("hard links are not kept: b: the file system there keeps no hard links; such names"
                                + " become files of their own (--hard-links)");
                assertThat(disk.directory.resolve(name + "/tree/b")).satisfies(sameContentAs(tree.resolve("a")));
            }
        }
    }

    /** Else a client could write more than its quota: under one name, with another one for what it replaced. */
    @Test
    @Tag("attack")
    void aNameOfAFileThatHasOthersFreesNothingOfAQuota() throws Exception {
        Path client = paired("one", new Grant(Grant.USUAL.rights(), List.of(), 25_000));
        Path tree = engine.file("tree/a", 10_000, 1).getParent();
        Files.createLink(tree.resolve("b"), tree.resolve("a"));
        TransferRequest request = TransferRequest.of(Location.local(tree.toString()), engine.remote("/"))
                .with(CopyRules.USUAL.with(EnumSet.of(Extra.HARD_LINKS)));
        new EngineMover(client).move(request, TransferListener.NONE);
        Path other = engine.file("other", 11_000, 2);
        push(client, other, "/tree/b");
        Path third = engine.file("third", 12_000, 3);
        assertThat(reasonOf(() -> push(client, third, "/third"))).isEqualTo(Reason.DISK_FULL);
        push(client, engine.file("small", 2_000, 4), "/small");
    }

    private TransferRequest withAttributes(String source, String target) {
        return TransferRequest.of(Location.local(source), engine.remote(target))
                .with(CopyRules.USUAL.with(EnumSet.of(Extra.XATTRS)));
    }

    private static List<String> eventsOf(Path home, TransferRequest request) throws Exception {
        List<String> events = new ArrayList<>();
        new EngineMover(home).move(request, new TransferListener() {
            @Override
            public void onProgress(Progress progress) {}

            @Override
            public void onEvent(String code, String text) {
                events.add(text);
            }
        });
        return events;
    }

    /** So that a strict copy does not succeed. */
    @Test
    @Tag("attack")
    void thatTheTopDirectoryOfAClientKeepsItsAttributesIsReported() throws Exception {
        Path confined = paired("confined", new Grant(Grant.OWNER.rights(), List.of("in"), 0));
        Path other = paired("other", Grant.OWNER);
        Path tree = engine.file("tree/file", 9, 1).getParent();
        Files.createDirectory(engine.data.resolve("in"));
        assertThat(eventsOf(confined, withAttributes(tree + "/", "/in"))).isEmpty();
        attributes(tree).write("note", ByteBuffer.wrap(new byte[1]));
        for (Path home : List.of(confined, other)) {
            assertThat(eventsOf(home, withAttributes(tree + "/", home == confined ? "/in" : "/")))
                    .singleElement()
                    .asString()
                    .startsWith("extended attributes are not kept: ")
                    .endsWith(": it is the top directory of what this client may write, which stays as it is"
                            + " (--xattrs)");
        }
        assertThat(attributes(engine.data).list()).isEmpty();
        assertThat(attributes(engine.data.resolve("in")).list()).isEmpty();
        assertThat(eventsOf(other, withAttributes(tree + "/", "/in"))).isEmpty();
        assertThat(attributes(engine.data.resolve("in")).list()).containsExactly("note");
    }

    @Test
    @Tag("attack")
    void equalFilesGetTheAttributesOfTheirSourceFromWhoMayChangeThem() throws Exception {
        Path one = paired("one", Grant.USUAL);
        Path file = engine.file("file", 9, 1);
        push(one, file, "/file");
        attributes(file).write("note", ByteBuffer.wrap(new byte[1]));
        assertThat(eventsOf(paired("other", Grant.USUAL), withAttributes(file.toString(), "/file")))
                .singleElement()
                .asString()
                .startsWith(
                        "extended attributes are not kept: /file: the node has no record that this client wrote it");
        assertThat(attributes(engine.data.resolve("file")).list()).containsExactly("waybill.owner");
        assertThat(eventsOf(one, withAttributes(file.toString(), "/file"))).isEmpty();
        assertThat(attributes(engine.data.resolve("file")).list()).containsExactlyInAnyOrder("note", "waybill.owner");
    }

    private static UserDefinedFileAttributeView attributes(Path file) {
        return Files.getFileAttributeView(file, UserDefinedFileAttributeView.class);
    }

    @Test
    @Tag("attack")
    void aFileOfTheSameSizeAndTimeIsNotOverwrittenEither() throws Exception {
        Path one = paired("one", Grant.USUAL);
        Path other = paired("other", Grant.USUAL);
        FileTime time = FileTime.from(Instant.parse("2026-01-01T00:00:00Z"));
        Path file = engine.file("file", 2_000_000, 1);
        Path twin = engine.file("twin", 2_000_000, 2);
        Files.setLastModifiedTime(file, time);
        Files.setLastModifiedTime(twin, time);
        push(one, file, "/file");
        assertThat(reasonOf(() -> push(other, twin, "/file"))).isEqualTo(Reason.PERMISSION);
        assertThat(engine.data.resolve("file")).satisfies(sameContentAs(file));
        // what is the same already needs no leave
        push(other, file, "/file");
    }

    @Test
    @Tag("attack")
    void anothersPartialFileIsOutOfReach() throws Exception {
        Path one = paired("one", Grant.OWNER);
        Path partial = Files.writeString(engine.data.resolve(".waybill-0123456789abcdef0123.part"), "secret");
        for (String path : List.of(
                "/" + partial.getFileName(), "//./" + partial.getFileName(), "/" + partial.getFileName() + "/")) {
            assertThat(reasonOf(() -> pull(one, path, directory.resolve("got"))))
                    .isEqualTo(Reason.UNSAFE);
            NodeQueries queries = new NodeQueries(one);
            assertThat(reasonOf(() -> queries.status(engine.remote(path)))).isEqualTo(Reason.UNSAFE);
            assertThat(reasonOf(() -> queries.list(engine.remote(path)))).isEqualTo(Reason.UNSAFE);
            assertThat(reasonOf(() -> queries.sendOn(
                            engine.remote(path), engine.remote("/x"), CopyRules.USUAL, true, 0, new byte[0], _ -> {})))
                    .isEqualTo(Reason.UNSAFE);
        }
        assertThat(directory.resolve("got")).doesNotExist();
    }
}
