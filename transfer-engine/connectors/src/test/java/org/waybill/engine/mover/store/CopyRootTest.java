package org.waybill.engine.mover.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.Location;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.mover.local.LocalStore;
import org.waybill.engine.storage.TemporaryNames;

/** Where a copy may go. */
class CopyRootTest {
    @TempDir
    private Path directory;

    private Path file;

    @BeforeEach
    void make() throws Exception {
        file = Files.writeString(directory.resolve("file"), "content");
        Files.writeString(directory.resolve("plain"), "in the way");
        Files.createSymbolicLink(directory.resolve("linked"), Files.createDirectory(directory.resolve("real")));
        Files.createSymbolicLink(directory.resolve("nowhere"), Path.of("none"));
    }

    private static Store local() throws Exception {
        return LocalStore.provider(TemporaryNames.ofThisProcess()).open(Location.local("/"), (_, _) -> {});
    }

    /** As servers do whose MLST answers {@code type=OS.unix=slink}. */
    private static Store showingLinks(Store local) {
        return (Store) Proxy.newProxyInstance(
                Store.class.getClassLoader(), new Class<?>[] {Store.class}, (_, method, arguments) -> {
                    try {
                        Object result = method.invoke(local, arguments);
                        boolean link = method.getName().equals("stat")
                                && Files.isSymbolicLink(Path.of((String) arguments[0]))
                                && ((Optional<?>) result).isPresent();
                        return link ? local.look((String) arguments[0]) : result;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private CopyRoot below(String name, Store target) throws Exception {
        String to = directory.resolve(name) + "/new/copy";
        return CopyRoot.of(
                TransferRequest.of(Location.local(file.toString()), Location.local(to)),
                local(),
                target,
                new RemoteTargets(TemporaryNames.ofThisProcess(), null));
    }

    @Test
    void aDirectoryThatAServerShowsAsALinkIsLeftToTheCopy() throws Exception {
        assertThat(below("linked", showingLinks(local())).path()).isEqualTo(directory + "/linked/new/copy");
        assertThat(below("linked", local()).exists()).isFalse();
    }

    @Test
    void aFileAndALinkThatLeadsNowhereAreRefused() {
        assertThatThrownBy(() -> below("plain", showingLinks(local()))).hasMessageContaining("is a file, and nothing");
        assertThatThrownBy(() -> below("nowhere", showingLinks(local())))
                .hasMessageContaining("is a link that leads nowhere");
    }
}
