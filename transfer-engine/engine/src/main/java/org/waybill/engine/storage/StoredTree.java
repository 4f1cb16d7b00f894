package org.waybill.engine.storage;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.waybill.engine.CopyRules;
import org.waybill.engine.CopyRules.Extra;
import org.waybill.engine.NotTransferred;
import org.waybill.engine.Reason;
import org.waybill.engine.attributes.FileAttributes;
import org.waybill.engine.attributes.LocalAttributes;
import org.waybill.engine.attributes.OwnerNames;
import org.waybill.engine.filter.EntryFilter;

/** What is below a confined root: one file, or a directory with all that is in it. */
final class StoredTree implements SourceTree {
    private static final long REMEMBERED_BYTES = 1 << 20;

    private final ConfinedRoot root;
    private final List<String> base;
    private final String name;
    private final boolean directory;
    private final EntryFilter filter;
    private final CopyRules.Links links;
    /**
     * How many names lead to what links must not lead out of, even if they are only listed; negative where they may.
     */
    private final int confined;

    private final boolean leftOut;
    /** Of the paths that a list chose those that are there. */
    private final Set<String> met = new HashSet<>();
    /** Links that lead to paths that a list chose, and are not followed. */
    private final Set<String> unfollowed = new HashSet<>();
    /** The larger files that were opened: what is read of them again must be of the same content. */
    private final Map<List<String>, StoredFile.Known> opened = new ConcurrentHashMap<>();

    private StoredTree(
            ConfinedRoot root,
            List<String> base,
            String name,
            BasicFileAttributes attributes,
            CopyRules rules,
            int confined) {
        this.root = root;
        this.base = List.copyOf(base);
        this.name = name;
        this.directory = attributes.isDirectory();
        this.filter = rules.filter();
        this.links = rules.links();
        this.confined = confined;
        this.leftOut = !directory
                && !filter.acceptsFile(
                        base.isEmpty() ? "" : base.getLast(),
                        attributes.size(),
                        attributes.lastModifiedTime().toInstant());
    }

    /** See {@link SourceTree#beneath}. */
    static SourceTree beneath(ConfinedRoot root, List<String> names, CopyRules rules) throws IOException {
        return open(root, names, "/" + String.join("/", names), rules, true);
    }

    private static SourceTree open(
            ConfinedRoot root, List<String> names, String shown, CopyRules rules, boolean confined) throws IOException {
        try (Directory at = root.pin(names)) {
            BasicFileAttributes attributes = Files.readAttributes(at.path(), BasicFileAttributes.class);
            if (!attributes.isDirectory() && !attributes.isRegularFile()) {
                throw new BadNameException(
                        "\"" + EntryNames.printable(String.join("/", names)) + "\" is neither a file nor a directory");
            }
            boolean inside = rules.links() == CopyRules.Links.AUTO
                    || rules.links() == CopyRules.Links.INSIDE
                    || rules.links() == CopyRules.Links.KEEP && rules.filter().chosen() != null;
            int depth = confined ? root.depth() : -1;
            return new StoredTree(
                    inside && attributes.isDirectory() ? root.narrowed(names) : root,
                    names,
                    shown,
                    attributes,
                    rules,
                    depth);
        }
    }

    /** See {@link SourceTree#local}. */
    static SourceTree local(Path path, CopyRules rules) throws IOException {
        Path real;
        try {
            real = path.toRealPath();
        } catch (NoSuchFileException e) {
            throw new NoSuchFileException(path.toString());
        }
        boolean isDirectory = Files.isDirectory(real);
        if (isDirectory && rules.links() == CopyRules.Links.FOLLOW && real.getRoot() != null) {
            List<String> names = new ArrayList<>();
            real.forEach(name -> names.add(name.toString()));
            return open(ConfinedRoot.everything(real.getRoot()), names, path.toString(), rules, false);
        }
        Path parent = real.getParent();
        Path rootPath = isDirectory || parent == null ? real : parent;
        ConfinedRoot root = ConfinedRoot.open(rootPath);
        try {
            List<String> names = isDirectory ? List.of() : List.of(String.valueOf(real.getFileName()));
            return open(root, names, path.toString(), rules, false);
        } catch (IOException e) {
            root.close();
            throw e;
        }
    }

    @Override
    public boolean isDirectory() {
        return directory;
    }

    @Override
    public String named(String path) {
        return path.isEmpty() ? name : (name.endsWith("/") ? name : name + "/") + path;
    }

    @Override
    public boolean isLeftOut() {
        return leftOut;
    }

    @Override
    public void walk(EntryVisitor visitor, LeftOut leftOut) throws IOException, InterruptedException {
        if (!directory) {
            try (Directory at = root.pin(base)) {
                visitor.visit(entry(List.of(), at.path()));
            }
            return;
        }
        met.clear();
        unfollowed.clear();
        walk(List.of(), new HashSet<>(), visitor, leftOut);
        for (String path : filter.missing(met)) {
            boolean behindLink = unfollowed.stream().anyMatch(link -> path.startsWith(link + "/")) && mayBeThere(path);
            leftOut.refused(
                    path,
                    behindLink
                            ? new RefusedException(
                                    Reason.BAD_INPUT, EntryNames.printable(path) + EntryFilter.BEHIND_LINK)
                            : new NoSuchFileException(path));
        }
    }

    /** Whether something is at a path by all links, as far as these may be followed. */
    private boolean mayBeThere(String path) {
        if (confined < 0) {
            return Files.exists(Path.of(name, path));
        }
        try (Directory _ = root.pin(EntryNames.joined(base, List.of(path.split("/"))))) {
            return true;
        } catch (NoSuchFileException | NotDirectoryException _) {
            return false;
        } catch (IOException _) {
            return true;
        }
    }

    /** @param above the parents of this directory, by their inodes: only links lead back to one */
    private void walk(List<String> names, Set<Object> above, EntryVisitor visitor, LeftOut leftOut)
            throws IOException, InterruptedException {
        List<List<String>> below = new ArrayList<>();
        Object self;
        try (Directory at = root.open(EntryNames.joined(base, names))) {
            self = Objects.requireNonNullElse(
                    Files.readAttributes(at.path(), BasicFileAttributes.class).fileKey(), names);
            if (!above.add(self)) {
                leftOut.skipped(String.join("/", names), "leads back into itself");
                return;
            }
            visitor.visit(entry(names, at.path()));
            for (String name : namesIn(at, names, leftOut)) {
                List<String> child = new ArrayList<>(names);
                child.add(name);
                BasicFileAttributes kind;
                TreeEntry entry;
                try {
                    kind = Files.readAttributes(at.entry(name), BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
                    entry = kind.isRegularFile() ? entry(child, at.entry(name)) : null;
                } catch (AccessDeniedException | NoSuchFileException e) {
                    leftOut.refused(String.join("/", child), e);
                    continue;
                }
                if (kind.isSymbolicLink()) {
                    link(at, child, kind, below, visitor, leftOut);
                } else if (!isAccepted(String.join("/", child), kind)) {
                    continue;
                } else if (kind.isDirectory()) {
                    below.add(child);
                } else if (entry != null) {
                    visitor.visit(entry);
                } else {
                    leftOut.skipped(String.join("/", child), NotTransferred.SPECIAL);
                }
            }
        }
        for (List<String> child : below) {
            try {
                walk(child, above, visitor, leftOut);
            } catch (AccessDeniedException | NoSuchFileException e) {
                leftOut.refused(String.join("/", child), e);
            }
        }
        above.remove(self);
    }

    private void link(
            Directory at,
            List<String> names,
            BasicFileAttributes link,
            List<List<String>> below,
            EntryVisitor visitor,
            LeftOut leftOut)
            throws IOException, InterruptedException {
        String path = String.join("/", names);
        CopyRules.Links policy = links == CopyRules.Links.AUTO ? links.where(visitor.keepsLinks()) : links;
        if (filter.isChosen(path)) {
            met.add(path);
        }
        boolean onTheWay = !filter.chosenBelow(path).isEmpty();
        boolean entered = onTheWay && policy == CopyRules.Links.KEEP && leadsToDirectory(names);
        boolean kept = policy == CopyRules.Links.KEEP && !entered || policy == CopyRules.Links.SKIP;
        if (kept && onTheWay) {
            unfollowed.add(path);
        }
        if (kept && !isAccepted(path, link)) {
            return;
        }
        switch (entered ? CopyRules.Links.INSIDE : policy) {
            case SKIP -> leftOut.skipped(path, "is a symbolic link");
            case KEEP -> {
                List<String> own = EntryNames.joined(base, names);
                try {
                    visitor.link(
                            new TreeEntry(
                                    names,
                                    false,
                                    0,
                                    link.lastModifiedTime().to(TimeUnit.NANOSECONDS),
                                    Permissions.USUAL),
                            at.linkText(names.getLast(), confined < 0 ? List.of() : own.subList(confined, own.size())));
                } catch (NoSuchFileException e) {
                    leftOut.refused(path, e);
                } catch (BadNameException e) {
                    if (Directory.LEADS_OUT.equals(e.getMessage())) {
                        leftOut.skipped(path, Directory.LEADS_OUT);
                    } else {
                        leftOut.refused(path, e);
                    }
                }
            }
            default -> follow(names, below, visitor, leftOut);
        }
    }

    /** Whether a link leads to a directory without leaving what is copied. */
    private boolean leadsToDirectory(List<String> names) {
        try (Directory at = root.pin(EntryNames.joined(base, names))) {
            return Files.isDirectory(at.path());
        } catch (IOException _) {
            return false;
        }
    }

    private void follow(List<String> names, List<List<String>> below, EntryVisitor visitor, LeftOut leftOut)
            throws IOException, InterruptedException {
        String path = String.join("/", names);
        TreeEntry there;
        try (Directory at = root.pin(EntryNames.joined(base, names))) {
            BasicFileAttributes kind = Files.readAttributes(at.path(), BasicFileAttributes.class);
            there = kind.isDirectory() || kind.isRegularFile() ? entry(names, at.path()) : null;
            if (there != null && !isAccepted(path, kind)) {
                return;
            }
        } catch (NoSuchFileException | NotDirectoryException _) {
            leftOut.skipped(path, "leads nowhere");
            return;
        } catch (AccessDeniedException e) {
            leftOut.refused(path, e);
            return;
        } catch (BadNameException _) {
            unfollowed.add(path);
            leftOut.skipped(path, "leads out of the directory, or round in a circle");
            return;
        }
        if (there == null) {
            leftOut.skipped(path, NotTransferred.LEADS_TO_SPECIAL);
        } else if (there.directory()) {
            below.add(names);
        } else {
            visitor.visit(there);
        }
    }

    private boolean isAccepted(String path, BasicFileAttributes kind) {
        if (filter.isChosen(path)) {
            met.add(path);
        }
        return kind.isDirectory()
                ? filter.acceptsDirectory(path)
                : filter.acceptsFile(
                        path,
                        kind.isRegularFile() ? kind.size() : -1,
                        kind.isRegularFile() ? kind.lastModifiedTime().toInstant() : null);
    }

    /** Names in one directory, sorted, without our own files and what the rules leave out. */
    private List<String> namesIn(Directory directory, List<String> above, LeftOut leftOut) throws IOException {
        String prefix = above.isEmpty() ? "" : String.join("/", above) + "/";
        List<String> names = new ArrayList<>();
        directory.list(path -> {
            String name = String.valueOf(path.getFileName());
            if (EntryNames.isOwn(name)) {
                leftOut.skipped(prefix + name, NotTransferred.PARTIAL);
            } else {
                addChecked(path, name, prefix, names, leftOut);
            }
        });
        names.sort(null);
        return names;
    }

    private void addChecked(Path path, String name, String prefix, List<String> names, LeftOut leftOut) {
        if (!filter.mayAccept(prefix + name)) {
            return;
        }
        try {
            // Java keeps a name's bytes, but its text only when they are text; the text must lead back to the file
            if (!path.resolveSibling(name).equals(path)) {
                throw BadNameException.notUtf8();
            }
            names.add(EntryNames.checkedBelow(prefix, name));
        } catch (BadNameException e) {
            if (filter.isChosen(prefix + name)) {
                met.add(prefix + name);
            }
            leftOut.refused(EntryNames.shortened(prefix + name), e);
        }
    }

    private static TreeEntry entry(List<String> names, Path path) throws IOException {
        int permissions = Permissions.USUAL;
        BasicFileAttributes attributes;
        if (Permissions.isPosix()) {
            PosixFileAttributes posix = Files.readAttributes(path, PosixFileAttributes.class);
            permissions = Permissions.bits(posix.permissions());
            attributes = posix;
        } else {
            attributes = Files.readAttributes(path, BasicFileAttributes.class);
        }
        return new TreeEntry(
                names,
                attributes.isDirectory(),
                attributes.isDirectory() ? 0 : attributes.size(),
                attributes.lastModifiedTime().to(TimeUnit.NANOSECONDS),
                permissions);
    }

    @Override
    public FileAttributes attributes(TreeEntry entry, Set<Extra> wanted, OwnerNames names) throws IOException {
        try (Directory at = root.pin(EntryNames.joined(base, entry.names()))) {
            return LocalAttributes.read(at.path(), wanted, names);
        }
    }

    @Override
    public Optional<String> sharedFile(TreeEntry entry, int leastNames) throws IOException {
        List<String> names = EntryNames.joined(base, entry.names());
        if (names.isEmpty()) {
            return Optional.empty();
        }
        try (Directory at = root.open(EntryNames.above(names))) {
            return FileState.sharedFile(at.entry(names.getLast()), leastNames);
        } catch (NoSuchFileException | NotDirectoryException _) {
            return Optional.empty();
        }
    }

    @Override
    public SourceFile open(TreeEntry entry) throws IOException {
        List<String> names = EntryNames.joined(base, entry.names());
        StoredFile file =
                StoredFile.open(root, names, entry, names.isEmpty() ? "/" : names.getLast(), opened.get(names));
        if (entry.sizeBytes() >= REMEMBERED_BYTES) {
            opened.putIfAbsent(names, file.known());
        }
        return file;
    }

    @Override
    public int permissions(TreeEntry entry) throws IOException {
        try (Directory at = root.pin(EntryNames.joined(base, entry.names()))) {
            return FileState.of(at.path()).permissions();
        }
    }

    @Override
    public void holdToPresentState(ContentCheck content) throws IOException {
        if (!directory) {
            try (Directory at = root.pin(base)) {
                opened.put(base, new StoredFile.Known(FileState.of(at.path()), content));
            }
        }
    }

    @Override
    public void close() {
        root.close();
    }
}
