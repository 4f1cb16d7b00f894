package org.waybill.engine.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.waybill.engine.testserver.TestFiles.sameContentAs;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.waybill.engine.CopyRules;
import org.waybill.engine.Location;
import org.waybill.engine.NotTransferred;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferReport;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.filter.EntryFilter;
import org.waybill.engine.identity.Grant;
import org.waybill.engine.mover.engine.EngineMover;

/** Files that a copy by the engine replaces, and that are kept below its destination. */
class BackupsTest extends AuthorisationCase {
    private static final CopyRules KEEPING = new CopyRules(
            CopyRules.USUAL.links(), EntryFilter.ALL, CopyRules.Overwrite.DIFFERENT, "old/ones", Set.of());

    private TransferReport copy(Path home, Location from, Location to) throws Exception {
        return new EngineMover(home).move(TransferRequest.of(from, to).with(KEEPING), TransferListener.NONE);
    }

    private TransferReport copy(Path from, String to) throws Exception {
        return copy(engine.home, Location.local(from + "/"), engine.remote(to));
    }

    private static void write(Path file, String content) throws Exception {
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
    }

    @Test
    void whatANodeReplacesIsKeptUnderItsPathAndWhatIsEqualIsNot() throws Exception {
        Path run = directory.resolve("run");
        write(run.resolve("deep/f"), "first");
        write(run.resolve("equal"), "equal");
        write(run.resolve("link"), "a file");
        Path large = engine.file("run/large", 9_000_000, 1);
        copy(run, "/copy");
        Path copy = engine.data.resolve("copy");
        assertThat(copy.resolve("old")).doesNotExist();

        Path before = Files.copy(large, directory.resolve("before"));
        engine.file("run/large", 9_000_000, 2);
        write(run.resolve("deep/f"), "the second");
        Files.delete(run.resolve("link"));
        Files.createSymbolicLink(run.resolve("link"), Path.of("equal"));
        copy(run, "/copy");
        write(run.resolve("deep/f"), "and the third");
        copy(run, "/copy");

        Path old = copy.resolve("old/ones");
        assertThat(old.resolve("deep/f")).hasContent("first");
        assertThat(old.resolve("deep/f~1")).hasContent("the second");
        assertThat(old.resolve("large")).satisfies(sameContentAs(before));
        assertThat(old.resolve("link")).hasContent("a file");
        assertThat(old.toFile().list()).containsExactlyInAnyOrder("deep", "large", "link");
        assertThat(copy.resolve("deep/f")).hasContent("and the third");
        assertThat(copy.resolve("large")).satisfies(sameContentAs(large));
        assertThat(copy.resolve("link")).isSymbolicLink();
        assertThat(EngineFixture.leftovers(engine.data)).isEmpty();
    }

    @Test
    void whatACopyFromANodeReplacesIsKeptHere() throws Exception {
        write(engine.data.resolve("single"), "new");
        write(directory.resolve("here/single"), "before");
        copy(
                engine.home,
                engine.remote("/single"),
                Location.local(directory.resolve("here/single").toString()));
        assertThat(directory.resolve("here/single")).hasContent("new");
        assertThat(directory.resolve("here/old/ones/single")).hasContent("before");
    }

    @Test
    void noBackupGoesThroughALinkAndWhatCannotBeKeptIsNotReplaced() throws Exception {
        Path run = directory.resolve("run");
        Path copy = engine.data.resolve("copy");
        Path elsewhere = Files.createDirectories(engine.data.resolve("elsewhere"));
        write(run.resolve("f"), "the source's");
        write(run.resolve("new"), "new");
        write(copy.resolve("f"), "before");
        Files.createSymbolicLink(copy.resolve("old"), Path.of("../elsewhere"));

        assertThatThrownBy(() -> copy(run, "/copy"))
                .isInstanceOfSatisfying(TransferException.class, e -> {
                    assertThat(e.reason()).isEqualTo(Reason.UNSAFE);
                    assertThat(e.notTransferred())
                            .extracting(NotTransferred::path)
                            .containsExactly("f");
                })
                .hasMessageContaining("it is not replaced, since \"old\", where it would be kept, is a symbolic link");
        assertThat(copy.resolve("f")).hasContent("before");
        assertThat(copy.resolve("new")).hasContent("new");
        assertThat(elsewhere).isEmptyDirectory();

        for (String outside : List.of("../out", "/out", "a/../../out", ".waybill-0123456789ab.part")) {
            CopyRules rules = new CopyRules(KEEPING.links(), KEEPING.filter(), KEEPING.overwrite(), outside, Set.of());
            assertThatThrownBy(() -> new EngineMover(engine.home)
                            .move(
                                    TransferRequest.of(Location.local(run + "/"), engine.remote("/copy"))
                                            .with(rules),
                                    TransferListener.NONE))
                    .as(outside)
                    .isInstanceOf(TransferException.class);
        }
        assertThat(copy.resolve("f")).hasContent("before");
        assertThat(directory.resolve("out")).doesNotExist();
        assertThat(engine.data.resolve("out")).doesNotExist();
    }

    @Test
    void aClientKeepsNothingThatItMayNotReplaceAndABackupCountsInItsQuota() throws Exception {
        Path source = engine.file("source", 40_000, 1);
        Path other = paired("other", Grant.USUAL);
        push(other, source, "/theirs");
        Path client = paired("client", new Grant(Grant.USUAL.rights(), List.of(), 100_000));
        push(client, source, "/mine");
        engine.file("source", 40_000, 2);

        assertThat(reasonOf(() -> copy(client, Location.local(source.toString()), engine.remote("/theirs"))))
                .isEqualTo(Reason.PERMISSION);
        assertThat(engine.data.resolve("old")).doesNotExist();
        copy(client, Location.local(source.toString()), engine.remote("/mine"));
        assertThat(engine.data.resolve("mine")).satisfies(sameContentAs(source));
        assertThat(engine.data.resolve("old/ones/mine")).hasSize(40_000);
        assertThat(reasonOf(() -> push(client, source, "/a third")))
                .as("the backup still counts")
                .isEqualTo(Reason.DISK_FULL);
    }
}
