package org.waybill.engine.mover.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.Location;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.local.LocalStore;
import org.waybill.engine.storage.TemporaryNames;

class TargetNamesTest {
    @TempDir
    private Path there;

    private final TargetNames names = new TargetNames();

    /** As two homes do that write trees to one target at once. */
    @Test
    void aFileThatSomebodyElseWritesMeanwhileIsNotSaidToHaveAWrongName() throws Exception {
        Files.createFile(there.resolve("before"));
        try (Store store = store()) {
            names.refuseAnothers(store, item("before"));
            names.refuseAnothers(store, item("ours"));
            for (String name : new String[] {"ours", "theirs"}) {
                Files.createFile(there.resolve(name));
            }
            Files.createDirectory(there.resolve("shared"));
            names.refuseAnothers(store, item("ours"));
            names.create(store, there.resolve("shared").toString(), true, Backups.NONE);
            assertThatThrownBy(() -> names.refuseAnothers(store, item("theirs")))
                    .isInstanceOfSatisfying(
                            TransferException.class, e -> assertThat(e.reason()).isEqualTo(Reason.TARGET_BUSY))
                    .hasMessageContaining("another process");
        }
    }

    /** As where another process is quicker than a listing. */
    @Test
    void whatHasTakenThePlaceOfALinkMeanwhileIsNotRemoved() throws Exception {
        Path link = Files.createSymbolicLink(there.resolve("tree"), there.resolve("elsewhere"));
        try (Store store = store()) {
            Store slow = (Store) Proxy.newProxyInstance(
                    Store.class.getClassLoader(), new Class<?>[] {Store.class}, (proxy, method, arguments) -> {
                        Object answer = method.invoke(store, arguments);
                        if (method.getName().equals("list") && Files.isSymbolicLink(link)) {
                            Files.delete(link);
                            Files.writeString(link, "theirs");
                        }
                        return answer;
                    });
            assertThat(names.withoutLink(slow, link.toString(), Backups.NONE).filter(Entry::isFile))
                    .isPresent();
        }
        assertThat(link).hasContent("theirs");
    }

    private FileItem item(String name) {
        return new FileItem(
                name,
                new Entry("/source/" + name, Entry.Kind.FILE, 1, null, -1, null, true),
                there.resolve(name).toString(),
                FileItem.Earlier.SAME_TIME);
    }

    private Store store() throws Exception {
        return LocalStore.provider(TemporaryNames.ofThisProcess())
                .open(Location.local(there.toString()), (code, text) -> {});
    }
}
