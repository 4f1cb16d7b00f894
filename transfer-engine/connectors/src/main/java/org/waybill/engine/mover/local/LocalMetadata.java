package org.waybill.engine.mover.local;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.CopyRules.Extra;
import org.waybill.engine.TransferException;
import org.waybill.engine.attributes.FileAttributes;
import org.waybill.engine.attributes.LocalAttributes;
import org.waybill.engine.attributes.OwnerNames;
import org.waybill.engine.mover.store.Entry;
import org.waybill.engine.mover.store.Metadata;
import org.waybill.engine.mover.store.Store;
import org.waybill.engine.mover.store.StorePath;
import org.waybill.engine.storage.ConfinedRoot;
import org.waybill.engine.storage.Directory;
import org.waybill.engine.storage.EntryNames;
import org.waybill.engine.storage.FileState;
import org.waybill.engine.storage.Permissions;
import org.waybill.platform.LibC;
import org.waybill.platform.PrivateFiles;

/** Times, permissions, owners, extended attributes and access control lists of files of this machine. */
record LocalMetadata(OpenTemporaryFiles files) implements Metadata {
    /** What has no permissions at its source is for all whom the umask lets in, as what any program makes. */
    private static final int NO_PERMISSIONS_TOLD = 0666;

    @Override
    public void setDirectoryTime(String directory, Instant modified) throws TransferException {
        LocalFailures.run(directory, () -> {
            try (Directory at = OpenTemporaryFiles.directory(StorePath.join(directory, "."))) {
                FileState.setDirectoryTime(at.path(), modified, at.links());
            }
        });
    }

    @Override
    public void setLinkTime(String link, Instant modified) throws TransferException {
        LocalFailures.run(link, () -> {
            try (Directory at = OpenTemporaryFiles.directory(link)) {
                FileState.setDirectoryTime(at.entry(StorePath.name(link)), modified, LinkOption.NOFOLLOW_LINKS);
            }
        });
    }

    @Override
    public boolean keepsLinkTimes() {
        return LibC.isSupported();
    }

    @Override
    public boolean keepsDirectoryTimes() {
        return true;
    }

    @Override
    public void narrow(String directory, int permissions) throws TransferException {
        if (permissions >= 0) {
            LocalFailures.run(
                    directory, () -> Permissions.narrow(Path.of(directory), permissions, LinkOption.NOFOLLOW_LINKS));
        }
    }

    @Override
    public boolean opensDirectories() {
        return true;
    }

    @Override
    public Optional<Opened> openToOwner(String root, String directory) throws TransferException {
        return LocalFailures.ask(directory, () -> {
            Directory at = within(root, directory);
            boolean opened = false;
            try {
                opened = Permissions.letOwnerWrite(at, true);
                return opened ? Optional.<Opened>of(new OpenDirectory(at, directory)) : Optional.<Opened>empty();
            } finally {
                if (!opened) {
                    at.close();
                }
            }
        });
    }

    private static Directory within(String root, String directory) throws IOException {
        try (ConfinedRoot tree = ConfinedRoot.open(Path.of(root))) {
            return tree.open(EntryNames.split(directory.substring(root.length())));
        }
    }

    @Override
    public void closeToOwner(String root, String directory) throws TransferException {
        LocalFailures.run(directory, () -> {
            try (Directory at = within(root, directory)) {
                Permissions.letOwnerWrite(at, false);
            }
        });
    }

    /** It stays open: the very same is closed again. */
    private record OpenDirectory(Directory at, String directory) implements Opened {
        @Override
        public void close(Store by) throws TransferException {
            LocalFailures.run(directory, () -> Permissions.letOwnerWrite(at, false));
            at.close();
        }

        @Override
        public void drop() {
            at.close();
        }
    }

    @Override
    public void setAttributes(String path, Entry like) throws TransferException {
        LocalFailures.ask(
                path,
                () -> files.use(path, file -> {
                    @Nullable Instant modified = like.modified();
                    if (modified != null) {
                        FileState.setModified(file.path(), modified, file.links());
                    }
                    Permissions.finish(
                            file.path(),
                            like.permissions() < 0 ? NO_PERMISSIONS_TOLD : like.permissions(),
                            file.links());
                    return file;
                }));
    }

    @Override
    public Set<Extra> shows() {
        return LibC.isSupported() ? Extra.ATTRIBUTES : Set.of();
    }

    /** Only root can give files to other users. */
    @Override
    public Set<Extra> gives() {
        Set<Extra> given = EnumSet.noneOf(Extra.class);
        given.addAll(shows());
        if (PrivateFiles.thisUser() != 0) {
            given.remove(Extra.OWNERS);
        }
        return given;
    }

    @Override
    public FileAttributes attributes(String path, Set<Extra> wanted) throws TransferException {
        return LocalFailures.ask(path, () -> LocalAttributes.read(Path.of(path), wanted));
    }

    @Override
    public Map<Extra, String> giveAttributes(String partial, FileAttributes like, Set<Extra> wanted)
            throws TransferException {
        return LocalFailures.ask(
                partial,
                () -> files.use(partial, file -> LocalAttributes.write(file.path(), like, wanted, file.links())));
    }

    @Override
    public Map<Extra, String> giveAttributes(
            String root, Entry there, Entry source, FileAttributes like, Set<Extra> wanted) throws TransferException {
        return at(
                root,
                there,
                at -> LocalAttributes.update(
                        at.path(), source.permissions(), like, wanted, new OwnerNames(), at.links()));
    }

    @Override
    public boolean hasOtherPermissions(Entry source, Entry there) {
        return there.permissions() != Permissions.ofCopy(source.permissions());
    }

    @Override
    public void givePermissions(String root, Entry there, Entry source) throws TransferException {
        at(root, there, at -> {
            Permissions.update(at.path(), source.permissions(), at.links());
            return true;
        });
    }

    /** What is done to a file or directory that no other can take the place of meanwhile. */
    @FunctionalInterface
    private interface Change<T> {
        T of(Directory at) throws IOException;
    }

    private static <T> T at(String root, Entry there, Change<T> change) throws TransferException {
        return LocalFailures.ask(there.path(), () -> {
            List<String> names = EntryNames.split(there.path().substring(root.length()));
            try (ConfinedRoot tree = ConfinedRoot.open(Path.of(root));
                    Directory at = there.isFile() ? file(tree, names) : tree.open(names)) {
                if (there.isFile()
                        && !LocalEntries.entry(there.path(), at.path(), at.links())
                                .sameVersionAs(there)) {
                    throw new FileSystemException(there.path(), null, "another process replaced it");
                }
                return change.of(at);
            }
        });
    }

    private static Directory file(ConfinedRoot tree, List<String> names) throws IOException {
        try (Directory above = tree.open(names.subList(0, names.size() - 1))) {
            return above.pin(names.getLast());
        }
    }
}
