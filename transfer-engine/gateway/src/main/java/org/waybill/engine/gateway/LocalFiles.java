package org.waybill.engine.gateway;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFileAttributes;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.filter.NameGlob;
import org.waybill.engine.gridftp.FileReader;
import org.waybill.engine.gridftp.FileWriter;
import org.waybill.engine.gridftp.FtpError;
import org.waybill.engine.gridftp.FtpReply;
import org.waybill.engine.gridftp.FtpTime;
import org.waybill.engine.gridftp.LeftOutNames;
import org.waybill.engine.gridftp.Printable;
import org.waybill.engine.gridftp.TransferSpec;
import org.waybill.engine.storage.BadNameException;
import org.waybill.engine.storage.ConfinedRoot;
import org.waybill.engine.storage.Directory;
import org.waybill.engine.storage.EntryNames;
import org.waybill.engine.storage.Permissions;
import org.waybill.engine.storage.StorageErrors;

/**
 * The gateway's own store: a directory that nothing leads out of. As of any FTP server, a file is written under the
 * name that the client gave, so that the client can resume it after a break; it is durable when 226 is said.
 */
final class LocalFiles implements Backend {
    private static final System.Logger LOG = System.getLogger(LocalFiles.class.getName());
    /** Less the umask, as what any server makes. */
    private static final int ALL_MAY_READ_AND_WRITE = 0666;

    /** What this system knows of a file: where it has modes, these too. */
    private static final Class<? extends BasicFileAttributes> KNOWN =
            FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
                    ? PosixFileAttributes.class
                    : BasicFileAttributes.class;

    private final ConfinedRoot root;
    private final boolean writable;
    private @Nullable List<String> renameFrom;

    /** @param root shared by all sessions; its opener closes it */
    LocalFiles(ConfinedRoot root, boolean writable) {
        this.root = root;
        this.writable = writable;
    }

    @Override
    public String host() {
        return "";
    }

    /** Something that is done in the store. */
    @FunctionalInterface
    private interface Deed<T> {
        T run() throws IOException, InterruptedException;
    }

    /** Refusals of the file system as replies; they show no path of this machine. */
    private static <T> T guarded(Deed<T> deed) throws IOException {
        try {
            return deed.run();
        } catch (BadNameException e) {
            throw new FtpError(553, String.valueOf(e.getMessage()));
        } catch (FileSystemException e) {
            String reason = Objects.requireNonNullElse(e.getReason(), "not possible");
            throw switch (e) {
                case NoSuchFileException _ -> new FtpError(550, "No such file or directory");
                case AccessDeniedException _ -> new FtpError(550, "Permission denied");
                case NotDirectoryException _ -> new FtpError(550, "Not a directory");
                case FileAlreadyExistsException _ -> new FtpError(550, "File exists");
                case DirectoryNotEmptyException _ -> new FtpError(550, "Directory not empty");
                default -> new FtpError(StorageErrors.saysFull(reason) ? 452 : 550, reason);
            };
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    private void requireWritable() throws FtpError {
        if (!writable) {
            throw new FtpError(550, "Permission denied: this store is read-only");
        }
    }

    @Override
    public FtpReply command(String verb, String before, String path) throws IOException {
        return guarded(() -> switch (verb) {
            case "SIZE" -> FtpReply.of(213, Long.toString(attributes(path, true).size()));
            case "MDTM" ->
                FtpReply.of(
                        213,
                        FtpTime.of(attributes(path, true).lastModifiedTime().toInstant()));
            case "MLST" ->
                new FtpReply(250, List.of("Listing", Listings.facts(attributes(path, false), writable) + path, "End"));
            case "CWD" -> changeDirectory(path);
            case "CKSM" -> FtpReply.of(213, checksum(before, path));
            case "MFMT" -> setTime(before.strip(), path);
            case "DELE" -> remove(path, false);
            case "RMD" -> remove(path, true);
            case "MKD" -> makeDirectory(path);
            case "RNFR" -> renameFrom(path);
            case "RNTO" -> renameTo(path);
            default -> FtpReply.of(502, "Not for this store: " + verb);
        });
    }

    private BasicFileAttributes attributes(String path, boolean ofFile) throws IOException {
        try (Directory place = root.pin(EntryNames.split(path))) {
            BasicFileAttributes attributes = Files.readAttributes(place.path(), BasicFileAttributes.class);
            if (ofFile && !attributes.isRegularFile()) {
                throw new FtpError(550, "Not a plain file");
            }
            return attributes;
        }
    }

    private FtpReply changeDirectory(String path) throws IOException {
        root.open(EntryNames.split(path)).close();
        return FtpReply.of(250, "Directory changed.");
    }

    private String checksum(String before, String path) throws IOException {
        String[] words = before.strip().split(" ");
        try (FileChannel file = openForReading(path)) {
            return Checksums.of(words[0], file, Long.parseLong(words[1]), Long.parseLong(words[2]));
        }
    }

    private FtpReply setTime(String time, String path) throws IOException {
        requireWritable();
        try (Directory place = root.pin(EntryNames.split(path))) {
            FileTime modified = FileTime.from(FtpTime.parse(time));
            Files.setLastModifiedTime(place.path(), modified);
            return FtpReply.of(213, "Modify=" + time + "; " + path);
        } catch (DateTimeParseException e) {
            throw new FtpError(501, "MFMT takes YYYYMMDDHHMMSS PATH");
        }
    }

    /** What is done to a name in its directory. */
    @FunctionalInterface
    private interface InDirectory<T> {
        T run(Directory parent, String name) throws IOException;
    }

    private <T> T at(List<String> names, InDirectory<T> deed) throws IOException {
        if (names.isEmpty()) {
            throw new FtpError(550, "Not allowed for the root");
        }
        try (Directory parent = root.open(names.subList(0, names.size() - 1))) {
            return deed.run(parent, names.getLast());
        }
    }

    private FtpReply remove(String path, boolean directory) throws IOException {
        requireWritable();
        return at(EntryNames.split(path), (parent, name) -> {
            Path entry = parent.entry(name);
            if (Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS) != directory) {
                Files.readAttributes(entry, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
                throw new FtpError(550, directory ? "Not a directory" : "Is a directory");
            }
            Files.delete(entry);
            return FtpReply.of(250, "Removed.");
        });
    }

    private FtpReply makeDirectory(String path) throws IOException {
        requireWritable();
        return at(EntryNames.split(path), (parent, name) -> {
            Permissions.createDirectory(parent.entry(name));
            return FtpReply.of(257, '"' + path.replace("\"", "\"\"") + "\" created");
        });
    }

    private FtpReply renameFrom(String path) throws IOException {
        requireWritable();
        List<String> names = EntryNames.split(path);
        at(
                names,
                (parent, name) ->
                        Files.readAttributes(parent.entry(name), BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS));
        renameFrom = names;
        return FtpReply.of(350, "Ready for RNTO.");
    }

    private FtpReply renameTo(String path) throws IOException {
        List<String> from = renameFrom;
        renameFrom = null;
        if (from == null) {
            throw new FtpError(503, "RNFR comes first");
        }
        return at(
                from,
                (oldParent, oldName) -> at(EntryNames.split(path), (newParent, newName) -> {
                    Path target = newParent.entry(newName);
                    if (Files.isDirectory(target, LinkOption.NOFOLLOW_LINKS)) {
                        throw new FtpError(550, "Is a directory");
                    }
                    Files.move(
                            oldParent.entry(oldName),
                            target,
                            StandardCopyOption.ATOMIC_MOVE,
                            StandardCopyOption.REPLACE_EXISTING);
                    newParent.sync();
                    return FtpReply.of(250, "Renamed.");
                }));
    }

    private FileChannel openForReading(String path) throws IOException {
        try (Directory place = root.pin(EntryNames.split(path))) {
            // looked at before it is opened: opening a pipe would wait for its writer
            if (!Files.isRegularFile(place.path())) {
                throw new FtpError(550, "Not a plain file");
            }
            return FileChannel.open(place.path(), StandardOpenOption.READ);
        }
    }

    @Override
    public FileReader retrieve(String path, TransferSpec spec) throws IOException {
        return guarded(() -> {
            FileChannel file = openForReading(path);
            LocalFileSource source = LocalFileSource.of(file, spec);
            return new FileReader(source, source.firstOffset(), markers -> FtpReply.of(226, "Transfer complete."));
        });
    }

    @Override
    public FileReader list(String verb, String path, String asked) throws IOException {
        return guarded(() -> {
            List<String> names = EntryNames.split(path);
            if (verb.equals("MLSD") || asked.endsWith("/") || isDirectory(names)) {
                return listing(verb, path, names, "", (_, _) -> true);
            }
            // what ls shows of a name that is not a directory's: this file, or else what wildcards in the last name fit
            String wanted = names.getLast();
            List<String> parent = names.subList(0, names.size() - 1);
            // GET and the like take the names as they are shown
            String above = asked.substring(0, asked.lastIndexOf('/') + 1);
            if (isShown(names)) {
                return listing(verb, path, parent, above, (name, isText) -> isText && name.equals(wanted));
            }
            NameGlob glob = NameGlob.of(wanted).orElseThrow(() -> new NoSuchFileException(wanted));
            return listing(verb, path, parent, above, (name, _) -> glob.matches(name));
        });
    }

    /** Which entries of a directory are listed. */
    @FunctionalInterface
    private interface Wanted {
        /** @param isText whether the name is UTF-8 */
        boolean is(String name, boolean isText);
    }

    /**
     * What of a directory's entries is wanted, as they are read.
     *
     * @param above what stands before each name
     */
    private FileReader listing(String verb, String path, List<String> names, String above, Wanted wanted)
            throws IOException {
        Directory directory = root.open(names);
        try {
            LocalListingSource source = new LocalListingSource(
                    directory, child -> line(names, child, above, wanted), line -> Listings.line(verb, line, writable));
            return new FileReader(source, 0, markers -> {
                int leftOut = source.leftOut();
                if (leftOut > 0) {
                    LOG.log(
                            System.Logger.Level.INFO,
                            () -> leftOut + " names that FTP cannot carry left out of the listing of "
                                    + Printable.of(path));
                }
                return LeftOutNames.reported(FtpReply.of(226, "Transfer complete."), leftOut);
            });
        } catch (Throwable e) {
            directory.close();
            throw e;
        }
    }

    private boolean isDirectory(List<String> names) throws IOException {
        try (Directory _ = root.open(names)) {
            return true;
        } catch (NoSuchFileException | NotDirectoryException _) {
            return false;
        }
    }

    private boolean isShown(List<String> names) throws IOException {
        List<String> parent = names.subList(0, names.size() - 1);
        try (Directory directory = root.open(parent)) {
            return line(parent, directory.entry(names.getLast()), "", (_, _) -> true) != null;
        } catch (BadNameException _) {
            return false;
        }
    }

    /**
     * Links to files that are in the store are shown as those; links to directories would send clients in circles. What
     * is not finished is shown to no one: those who write it know its name, and a node may receive in the same place.
     */
    private Listings.@Nullable Line line(List<String> names, Path child, String above, Wanted wanted) {
        String name = String.valueOf(child.getFileName());
        // the text of a name that is not UTF-8 does not lead back to the file
        boolean isText = child.resolveSibling(name).equals(child);
        if (EntryNames.isOwn(name) || !wanted.is(name, isText)) {
            return null;
        }
        BasicFileAttributes attributes = shown(names, child, isText ? name : "");
        return attributes == null ? null : new Listings.Line(above + name, attributes, isText);
    }

    /** @param name empty where it is not UTF-8, so that the entry is only counted */
    private @Nullable BasicFileAttributes shown(List<String> names, Path child, String name) {
        try {
            BasicFileAttributes own = Files.readAttributes(child, KNOWN, LinkOption.NOFOLLOW_LINKS);
            if (!own.isSymbolicLink() || name.isEmpty()) {
                return own.isOther() ? null : own;
            }
            List<String> path = new ArrayList<>(names);
            path.add(name);
            try (Directory place = root.pin(path)) {
                BasicFileAttributes target = Files.readAttributes(place.path(), KNOWN);
                return target.isRegularFile() ? target : null;
            }
        } catch (IOException e) {
            // it went meanwhile, or leads out
            return null;
        }
    }

    @Override
    public FileWriter store(String path, TransferSpec spec, boolean append) throws IOException {
        requireWritable();
        return guarded(() -> at(EntryNames.split(path), (parent, name) -> {
            Path entry = parent.entry(name);
            boolean isNew = !Files.exists(entry, LinkOption.NOFOLLOW_LINKS);
            if (!isNew && !Files.isRegularFile(entry, LinkOption.NOFOLLOW_LINKS)) {
                throw new FtpError(553, "Not a plain file");
            }
            boolean whole = !append && !spec.isPartial() && spec.restart().isEmpty();
            Set<OpenOption> options = new HashSet<>(
                    Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS));
            if (whole) {
                options.add(StandardOpenOption.TRUNCATE_EXISTING);
            }
            FileChannel file = FileChannel.open(entry, options);
            if (isNew) {
                Permissions.finish(entry, ALL_MAY_READ_AND_WRITE, LinkOption.NOFOLLOW_LINKS);
            }
            // blocks of an adjusted store count from where it begins (GFD.20, section 4.4); a stream is placed already
            long base = append ? file.size() : spec.isPartial() && spec.mode() == 'E' ? spec.partialOffset() : 0;
            LocalFileSink sink = new LocalFileSink(file, base);
            parent.sync();
            return new FileWriter(sink, sink::await);
        }));
    }

    @Override
    public void close() {
        // the root is the gateway's
    }
}
