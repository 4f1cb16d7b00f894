package org.waybill.engine.mover.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.CopyRules;
import org.waybill.engine.Location;
import org.waybill.engine.NotTransferred;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.local.LocalStore;
import org.waybill.engine.mover.store.Metadata;
import org.waybill.engine.mover.store.Store;
import org.waybill.engine.storage.TemporaryNames;

/** What happens between a comparison and the removal of what only the destination had. */
class RemovalTest {
    private static final CopyRules KEEPING = new CopyRules(
            CopyRules.USUAL.links(), CopyRules.USUAL.filter(), CopyRules.USUAL.overwrite(), "kept/here", Set.of());

    @TempDir
    private Path directory;

    private Path source;
    private Path destination;

    @BeforeEach
    void trees() throws IOException {
        source = directory.resolve("source");
        destination = directory.resolve("destination");
        write(source.resolve("a/both"), "x");
        write(destination.resolve("a/both"), "x");
        write(destination.resolve("a/old"), "x");
        write(destination.resolve("gone/1"), "x");
        write(destination.resolve("gone/deep/2"), "x");
    }

    @Test
    void whatOnlyTheDestinationHasGoesDeepestFirst() throws Exception {
        Removal.Result result = new Removal(look(), CopyRules.USUAL).run(compared());

        assertThat(result.deleted()).containsExactly("gone/deep/2", "a/old", "gone/1", "gone/deep", "gone");
        assertThat(result.kept()).isEmpty();
        assertThat(destination.resolve("a/both")).exists();
        assertThat(destination.resolve("gone")).doesNotExist();
    }

    @Test
    void whatTheSourceHasAgainStaysWithAllThatIsInIt() throws Exception {
        List<Difference> unwanted = compared();
        Files.createDirectory(source.resolve("gone"));
        write(source.resolve("a/old"), "x");

        Removal.Result result = new Removal(look(), CopyRules.USUAL).run(unwanted);

        assertThat(result.deleted()).isEmpty();
        assertThat(result.kept()).extracting(NotTransferred::path).containsExactlyInAnyOrder("a/old", "gone");
        assertThat(destination.resolve("gone/deep/2")).exists();
    }

    @Test
    void whatWasChangedOrAddedAtTheDestinationMeanwhileStays() throws Exception {
        List<Difference> unwanted = compared();
        write(destination.resolve("a/old"), "somebody's new work");
        write(destination.resolve("gone/deep/3"), "somebody's new file");

        Removal.Result result = new Removal(look(), CopyRules.USUAL).run(unwanted);

        assertThat(destination.resolve("a/old")).hasContent("somebody's new work");
        assertThat(destination.resolve("gone/deep/3")).exists();
        assertThat(result.deleted()).containsExactly("gone/deep/2", "gone/1");
        assertThat(result.kept()).extracting(NotTransferred::path).contains("a/old", "gone/deep", "gone");
        assertThat(result.kept()).noneMatch(NotTransferred::isFailure);
    }

    @Test
    void nothingIsDeletedWhereTheSourceCannotBeListedAgain() throws Exception {
        List<Difference> unwanted = compared();
        TreePair trees = look();
        Files.move(source.resolve("a"), directory.resolve("moved away"));

        assertThatThrownBy(() -> new Removal(trees, CopyRules.USUAL).run(unwanted))
                .isInstanceOfSatisfying(
                        TransferException.class, e -> assertThat(e.reason()).isEqualTo(Reason.UNSAFE));
        assertThat(destination.resolve("a/old")).exists();
        assertThat(destination.resolve("gone/deep/2")).exists();
    }

    @Test
    void aDirectoryThatBecameALinkIsNotFollowed() throws Exception {
        List<Difference> unwanted = compared();
        Path elsewhere = directory.resolve("elsewhere");
        Files.move(destination.resolve("gone"), elsewhere);
        Files.createSymbolicLink(destination.resolve("gone"), elsewhere);

        Removal.Result result = new Removal(look(), CopyRules.USUAL).run(unwanted);

        assertThat(result.deleted()).containsExactly("a/old");
        assertThat(elsewhere.resolve("1")).exists();
        assertThat(elsewhere.resolve("deep/2")).exists();
    }

    @Test
    void whatWentByItselfIsNoFailure() throws Exception {
        List<Difference> unwanted = compared();
        Files.delete(destination.resolve("a/old"));
        Files.delete(destination.resolve("gone/deep/2"));

        Removal.Result result = new Removal(look(), CopyRules.USUAL).run(unwanted);

        assertThat(result.deleted()).containsExactly("gone/1", "gone/deep", "gone");
        assertThat(result.kept()).isEmpty();
    }

    @Test
    void filesThatAreToBeKeptAreMovedThere() throws Exception {
        Files.setAttribute(destination.resolve("gone"), "unix:mode", 0700);

        Files.createSymbolicLink(destination.resolve("a/link"), Path.of("nowhere"));
        Removal.Result result = new Removal(look(), KEEPING).run(compared());

        assertThat(destination.resolve("kept/here/a/link")).isSymbolicLink();
        assertThat((int) Files.getAttribute(destination.resolve("kept/here/gone"), "unix:mode") & 0777)
                .isEqualTo(0700);
        assertThat(result.deleted()).containsExactly("gone/deep/2", "a/link", "a/old", "gone/1", "gone/deep", "gone");
        assertThat(destination.resolve("gone")).doesNotExist();
        for (String path : List.of("gone/deep/2", "a/old", "gone/1")) {
            assertThat(destination.resolve("kept/here").resolve(path)).hasContent("x");
        }
    }

    @Test
    void nothingIsMadeWhereALinkOutOfTheDestinationLeads() throws Exception {
        List<Difference> unwanted = compared();
        Path elsewhere = Files.createDirectory(directory.resolve("elsewhere"));
        for (Path link : List.of(elsewhere, directory.resolve("nowhere"))) {
            Files.deleteIfExists(destination.resolve("kept"));
            Files.createSymbolicLink(destination.resolve("kept"), link);

            Removal.Result result = new Removal(look(), KEEPING).run(unwanted);

            assertThat(elsewhere).isEmptyDirectory();
            assertThat(result.firstFailure()).contains(Reason.UNSAFE);
            assertThat(destination.resolve("gone/deep/2")).exists();
        }
    }

    @Test
    void aDirectoryThatCannotBeMadeReadOnlyAgainIsReportedAndHidesNoFailureBefore() throws Exception {
        List<Difference> unwanted = compared();
        TransferException closing = new TransferException(Reason.CONNECTION_LOST, "while it was closed");
        TransferException deleting = new TransferException(Reason.CONNECTION_LOST, "while it was deleted");
        TreePair broken = lookAt(readOnly(Optional.of(deleting), closing));
        assertThatThrownBy(() -> new Removal(broken, CopyRules.USUAL).run(unwanted))
                .isSameAs(deleting)
                .hasSuppressedException(closing);

        TreePair replaced =
                lookAt(readOnly(Optional.empty(), new TransferException(Reason.UNSAFE, "another process replaced it")));
        Removal.Result result = new Removal(replaced, CopyRules.USUAL).run(unwanted);
        assertThat(result.deleted()).contains("a/old", "gone/deep", "gone");
        assertThat(result.kept())
                .contains(new NotTransferred(
                        "a", "UNSAFE", "could not be made read-only again: another process replaced it"));
        assertThat(result.firstFailure()).contains(Reason.UNSAFE);
    }

    /** Each directory is to be opened before anything in it is removed. */
    private static Store readOnly(Optional<TransferException> deleting, TransferException closing) throws Exception {
        Store local = local();
        AtomicBoolean opened = new AtomicBoolean();
        return (Store) Proxy.newProxyInstance(
                Store.class.getClassLoader(), new Class<?>[] {Store.class}, (_, method, arguments) -> {
                    if (method.getName().equals("metadata")) {
                        return new Metadata() {
                            @Override
                            public boolean opensDirectories() {
                                return true;
                            }

                            @Override
                            public Optional<Opened> openToOwner(String root, String directory) {
                                opened.set(true);
                                return Optional.of(_ -> {
                                    opened.set(false);
                                    throw closing;
                                });
                            }
                        };
                    } else if (Set.of("delete", "removeDirectory").contains(method.getName())) {
                        if (!opened.get()) {
                            throw new TransferException(Reason.PERMISSION, "denied");
                        } else if (deleting.isPresent()) {
                            throw deleting.get();
                        }
                    }
                    return method.invoke(local, arguments);
                });
    }

    private List<Difference> compared() throws Exception {
        return look().compare(new TreeComparison.Wanted(CompareBy.MTIME, CopyRules.USUAL)).differences().stream()
                .filter(one -> one.verdict() == Difference.Verdict.ONLY_DESTINATION)
                .toList();
    }

    private TreePair look() throws Exception {
        return lookAt(local());
    }

    private TreePair lookAt(Store store) throws Exception {
        return TreePair.of(local(), Location.local(source + "/"), store, Location.local(destination.toString()));
    }

    private static Store local() throws Exception {
        return LocalStore.provider(TemporaryNames.ofThisProcess()).open(Location.local("/"), (_, _) -> {});
    }

    private static void write(Path file, String content) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
    }
}
