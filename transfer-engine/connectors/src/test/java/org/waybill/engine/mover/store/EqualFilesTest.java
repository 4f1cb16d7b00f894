package org.waybill.engine.mover.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.Location;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.mover.Capability;
import org.waybill.engine.mover.local.LocalStore;
import org.waybill.engine.mover.sftp.SftpStore;
import org.waybill.engine.storage.TemporaryNames;
import org.waybill.engine.testserver.Packages;
import org.waybill.engine.testserver.SshServer;
import org.waybill.protocol.Protocols;

/** Files of a destination that are equal, and whose owner turns them into others before root gives them permissions. */
@Timeout(60)
class EqualFilesTest {
    @TempDir
    private Path directory;

    private Path tree;
    private Path outside;

    @BeforeEach
    void make() throws IOException {
        tree = file(directory.resolve("tree/x/f"), 0600).getParent().getParent();
        outside = file(directory.resolve("outside/f"), 0600);
    }

    private static Path file(Path file, int mode) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, "content");
        Files.setAttribute(file, "unix:mode", mode);
        return Files.setLastModifiedTime(file, FileTime.fromMillis(1_700_000_000_000L));
    }

    private static int mode(Path file) throws IOException {
        return (int) Files.getAttribute(file, "unix:mode") & 0777;
    }

    /** The directory becomes a link to where an equal file is. */
    private void leadOut() throws IOException {
        Files.move(tree.resolve("x"), directory.resolve("aside"));
        Files.createSymbolicLink(tree.resolve("x"), outside.getParent());
    }

    private static Store local() throws Exception {
        return LocalStore.provider(TemporaryNames.ofThisProcess()).open(Location.local("/"), (_, _) -> {});
    }

    @Test
    void getNoPermissionsBehindALinkNorWhenTheyHaveChanged() throws Exception {
        Path file = tree.resolve("x/f");
        try (SshServer server = SshServer.start(directory);
                Store sftp = SftpStore.provider(server.credentials(), null).open(server.location("/"), (_, _) -> {});
                Store local = local()) {
            for (Store store : List.of(local, sftp)) {
                Entry there = store.look(file.toString()).orElseThrow();
                Entry source = new Entry("/f", Entry.Kind.FILE, there.sizeBytes(), there.modified(), 0644, null, true);
                store.metadata().givePermissions(tree.toString(), there, source);
                assertThat(mode(file)).as(store.label()).isEqualTo(0644);

                file(file, 0600);
                leadOut();
                assertRefused(store, there, source);
                assertThat(mode(outside)).as(store.label()).isEqualTo(0600);

                Files.delete(tree.resolve("x"));
                Files.move(directory.resolve("aside"), tree.resolve("x"));
                Files.writeString(file, "other content");
                assertRefused(store, there, source);
                assertThat(mode(file)).as(store.label()).isEqualTo(0600);
                file(file, 0600);
            }
        }
    }

    /** Read-only directories of which something is deleted. */
    @Test
    void aDirectoryIsOpenedToItsOwnerAloneAndClosedAgainAsItIsByThen() throws Exception {
        Path x = tree.resolve("x");
        Path victim = outside.getParent();
        Files.createDirectory(victim.resolve("y"));
        try (SshServer server = SshServer.start(directory);
                Store sftp = SftpStore.provider(server.credentials(), null).open(server.location("/"), (_, _) -> {});
                Store local = local()) {
            for (Store store : List.of(local, sftp)) {
                give(0575, x, victim, victim.resolve("y"));
                Metadata.Opened first = opened(store, x).orElseThrow();
                assertThat(mode(x)).as(store.label()).isEqualTo(0775);
                give(0700, x);
                first.close(store);
                assertThat(mode(x)).as(store.label()).isEqualTo(0500);

                Metadata.Opened replaced = opened(store, x).orElseThrow();
                leadOut();
                Path aside = directory.resolve("aside");
                if (store.isRemote()) {
                    assertThatThrownBy(() -> replaced.close(store)).hasMessageContaining("replaced");
                } else {
                    replaced.close(store);
                    assertThat(mode(aside)).isEqualTo(0500);
                }
                for (Path behind : List.of(x, x.resolve("y"))) {
                    assertThatThrownBy(() -> opened(store, behind)).isInstanceOf(TransferException.class);
                }
                assertThat(List.of(mode(victim), mode(victim.resolve("y"))))
                        .as(store.label())
                        .containsOnly(0575);
                Files.delete(x);
                give(0700, aside);
                Files.move(aside, x);
            }
            if (Packages.isRoot()) {
                give(0555, x);
                Files.setAttribute(x, "unix:uid", 65_534);
                assertThat(opened(local, x)).isEmpty();
                assertThat(mode(x)).isEqualTo(0555);
            }
        }
    }

    private Optional<Metadata.Opened> opened(Store store, Path path) throws Exception {
        return store.metadata().openToOwner(tree.toString(), path.toString());
    }

    private static void give(int mode, Path... paths) throws IOException {
        for (Path path : paths) {
            Files.setAttribute(path, "unix:mode", mode);
        }
    }

    private void assertRefused(Store store, Entry there, Entry source) {
        assertThatThrownBy(() -> store.metadata().givePermissions(tree.toString(), there, source))
                .as(store.label())
                .isInstanceOf(TransferException.class);
    }

    @Test
    void ofACopyGetNoneWhereTheirDirectoryBecomesALinkWhileTheyAreRead() throws Exception {
        Path source = file(directory.resolve("source/x/f"), 0644).getParent().getParent();
        StoreMover mover = new StoreMover(
                "local",
                Set.of(Protocols.FILE),
                Set.of(),
                EnumSet.of(Capability.PUSH),
                List.of(new StoreProvider(Set.of(Protocols.FILE), (_, _, _) -> leadingOut())),
                new StoreMover.Environment(
                        InstantSource.system(),
                        System::nanoTime,
                        new RemoteTargets(TemporaryNames.ofThisProcess(), null),
                        CopiedNames::new));
        mover.move(
                TransferRequest.of(Location.local(source + "/"), Location.local(tree.toString())),
                TransferListener.NONE);
        assertThat(tree.resolve("x")).isSymbolicLink();
        assertThat(mode(outside)).isEqualTo(0600);
    }

    /** The files of this machine; once the destination's file was read, it is elsewhere. */
    private Store leadingOut() {
        try {
            Store local = local();
            return (Store) Proxy.newProxyInstance(
                    Store.class.getClassLoader(), new Class<?>[] {Store.class}, (_, method, arguments) -> {
                        try {
                            Object result = method.invoke(local, arguments);
                            if (method.getName().equals("readSha256")
                                    && arguments[0].equals(tree.resolve("x/f").toString())) {
                                leadOut();
                            }
                            return result;
                        } catch (InvocationTargetException e) {
                            throw e.getCause();
                        }
                    });
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }
}
