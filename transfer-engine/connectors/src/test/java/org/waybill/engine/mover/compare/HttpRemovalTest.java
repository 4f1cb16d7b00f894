package org.waybill.engine.mover.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.CopyRules;
import org.waybill.engine.Location;
import org.waybill.engine.NotTransferred;
import org.waybill.engine.mover.http.HttpStore;
import org.waybill.engine.mover.local.LocalStore;
import org.waybill.engine.mover.store.Entry;
import org.waybill.engine.mover.store.Store;
import org.waybill.engine.storage.TemporaryNames;
import org.waybill.engine.testserver.TestCredentials;
import org.waybill.engine.testserver.WebServer;

/** WebDAV shows a link to a directory as that directory: what is behind one must stay. */
class HttpRemovalTest {
    @TempDir
    private Path directory;

    @Test
    void nothingBehindALinkIsDeleted() throws Exception {
        Path source = Files.createDirectory(directory.resolve("source"));
        Path root = Files.createDirectory(directory.resolve("root"));
        Path destination = Files.createDirectory(root.resolve("copy"));
        Path elsewhere = Files.createDirectory(directory.resolve("elsewhere"));
        write(elsewhere.resolve("precious"));
        write(source.resolve("both/x"));
        write(source.resolve("linked/x"));
        write(destination.resolve("both/x"));
        write(destination.resolve("both/old"));
        write(destination.resolve("old"));
        write(destination.resolve("gone/1"));
        write(destination.resolve("gone/deep/2"));
        Files.createSymbolicLink(destination.resolve("linked"), elsewhere);
        Files.createSymbolicLink(destination.resolve("link"), elsewhere);
        try (WebServer server = WebServer.start(directory, root);
                Store local =
                        LocalStore.provider(TemporaryNames.ofThisProcess()).open(Location.local("/"), (_, _) -> {});
                Store web = HttpStore.provider(new TestCredentials()).open(server.location("/copy"), (_, _) -> {})) {
            TreePair trees = TreePair.of(local, Location.local(source + "/"), web, server.location("/copy"));
            List<Difference> unwanted =
                    trees.compare(new TreeComparison.Wanted(CompareBy.EXISTS, CopyRules.USUAL)).differences().stream()
                            .filter(one -> one.verdict() == Difference.Verdict.ONLY_DESTINATION)
                            .toList();
            assertThat(unwanted).extracting(Difference::path).contains("linked/precious", "link/precious");

            Removal.Result result = new Removal(trees, CopyRules.USUAL).run(unwanted);

            assertThat(elsewhere.resolve("precious")).exists();
            assertThat(destination.resolve("link").toFile()).doesNotExist();
            assertThat(destination.resolve("gone")).doesNotExist();
            assertThat(destination.resolve("old")).doesNotExist();
            assertThat(destination.resolve("both/old")).exists();
            assertThat(result.deleted()).contains("old", "gone", "gone/deep/2", "link");
            assertThat(result.kept())
                    .extracting(NotTransferred::path)
                    .containsExactlyInAnyOrder("both/old", "linked/precious");
        }
    }

    /** nginx does not list them: what is also at the source was deleted as if only the destination had it. */
    @Test
    void namesThatTheServerDoesNotListAreNotMissingThere() throws Exception {
        Path root = Files.createDirectory(directory.resolve("root"));
        Path source = root.resolve("data");
        Path destination = directory.resolve("copy");
        for (Path tree : new Path[] {source, destination}) {
            write(tree.resolve("file"));
            write(tree.resolve(".hidden"));
            write(tree.resolve("..hidden"));
            write(tree.resolve(".d/.e/x"));
        }
        write(destination.resolve(".only/here"));
        try (WebServer server = WebServer.start(directory, root);
                Store web = HttpStore.provider(new TestCredentials()).open(server.location("/data"), (_, _) -> {});
                Store local =
                        LocalStore.provider(TemporaryNames.ofThisProcess()).open(Location.local("/"), (_, _) -> {})) {
            assertThat(web.list("/data")).extracting(Entry::name).containsExactly("file");
            TreeComparison.Wanted wanted = new TreeComparison.Wanted(CompareBy.EXISTS, CopyRules.USUAL);
            Location at = server.location("/data/");

            assertThat(TreePair.of(web, at, local, Location.local(destination + "/"))
                            .compare(wanted)
                            .differences())
                    .extracting(Difference::path)
                    .containsExactlyInAnyOrder(".only", ".only/here");
            assertThat(TreePair.of(local, Location.local(source + "/"), web, at)
                            .compare(wanted)
                            .differences())
                    .isEmpty();
        }
    }

    private static void write(Path file) throws Exception {
        Files.createDirectories(file.getParent());
        Files.writeString(file, "x");
    }
}
