package org.waybill.engine.attributes;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.security.Principal;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.CopyRules.Extra;
import org.waybill.platform.LibC;

/** Reads and sets the attributes of this machine's files; on Linux only. */
public final class LocalAttributes {
    private static final String USERS = FileAttributes.USERS;
    private static final List<String> LISTS = List.of(FileAttributes.ACL, FileAttributes.DEFAULT_ACL);
    private static final String LINUX_ONLY = "only Linux keeps them";

    private static final int GROUP = 070;
    private static final int LARGEST_BYTES = 1 << 16; // XATTR_SIZE_MAX
    private static final int ENODATA = 61;
    private static final int EOPNOTSUPP = 95;

    private LocalAttributes() {}

    /** What a file has of that; links are followed. */
    public static FileAttributes read(Path file, Set<Extra> wanted) throws IOException {
        if (!LibC.isSupported()) {
            throw new FileSystemException(file.toString(), null, LINUX_ONLY);
        }
        int user = -1;
        int group = -1;
        if (wanted.contains(Extra.OWNERS)) {
            Map<String, Object> owners = Files.readAttributes(file, "unix:uid,gid");
            user = owners.get("uid") instanceof Integer number ? number : -1;
            group = owners.get("gid") instanceof Integer number ? number : -1;
        }
        Map<String, byte[]> named = new HashMap<>();
        if (wanted.contains(Extra.XATTRS)) {
            readUsers(file, named);
        }
        if (wanted.contains(Extra.ACLS)) {
            for (String list : LISTS) {
                byte[] value = read(file, list);
                if (value.length > 0) {
                    named.put(list, value);
                }
            }
        }
        return new FileAttributes(user, group, named);
    }

    /** The same for another machine, where numbers may have other names. */
    public static FileAttributes read(Path file, Set<Extra> wanted, OwnerNames names) throws IOException {
        FileAttributes found = read(file, wanted);
        return wanted.contains(Extra.OWNERS) ? names.named(file, found) : found;
    }

    private static void readUsers(Path file, Map<String, byte[]> named) throws IOException {
        UserDefinedFileAttributeView view = Files.getFileAttributeView(file, UserDefinedFileAttributeView.class);
        try {
            for (String name : view.list()) {
                if (FileAttributes.isOfUsers(USERS + name)) {
                    ByteBuffer value = ByteBuffer.allocate(view.size(name));
                    view.read(name, value);
                    named.put(USERS + name, value.array());
                }
            }
        } catch (FileSystemException e) {
            if (!lacks(e)) {
                throw e;
            }
        }
    }

    /** A file system without such attributes has none to copy. */
    private static boolean lacks(FileSystemException e) {
        return "Operation not supported".equals(e.getReason());
    }

    /**
     * Gives a file what another has, and takes away what that one does not have.
     *
     * @param file in a path that no other process can turn to another file, with {@code links}
     * @return what the file could not get, with the reason
     */
    public static Map<Extra, String> write(Path file, FileAttributes like, Set<Extra> wanted, LinkOption... links)
            throws IOException {
        return write(file, like, wanted, new OwnerNames(), links);
    }

    /** The same with what another machine has: owner and group by their names, if they have these here too. */
    public static Map<Extra, String> write(
            Path file, FileAttributes like, Set<Extra> wanted, OwnerNames names, LinkOption... links)
            throws IOException {
        return write(file, wanted, extra -> {
            Step writing =
                    switch (extra) {
                        case OWNERS -> _ -> writeOwners(file, like, names, links);
                        case XATTRS -> _ -> writeUsers(file, like, links);
                        case ACLS -> _ -> writeLists(file, like);
                        case HOLES, HARD_LINKS -> _ -> {}; // no attributes
                    };
            writing.run(extra);
        });
    }

    /**
     * The same of what was there before: only what differs is written. Where a list is taken away, its mask, which the
     * mode shows as the group's permissions, must not become the group's own: these are at most those of the source.
     *
     * @param permissions of the source
     */
    public static Map<Extra, String> update(
            Path file, int permissions, FileAttributes like, Set<Extra> wanted, OwnerNames names, LinkOption... links)
            throws IOException {
        Set<Extra> differing = EnumSet.noneOf(Extra.class);
        Map<Extra, String> refused = write(file, wanted, extra -> {
            if (differs(file, like, extra, names, links)) {
                differing.add(extra);
            }
            if (extra == Extra.ACLS && !like.named().containsKey(FileAttributes.ACL)) {
                closeToGroup(file, permissions, links);
            }
        });
        differing.removeAll(refused.keySet());
        refused.putAll(write(file, like, differing, names, links));
        return refused;
    }

    /** Also where this user may not read what is there: then it is written. */
    private static boolean differs(Path file, FileAttributes like, Extra extra, OwnerNames names, LinkOption... links)
            throws IOException {
        try {
            return !differing(file, like, EnumSet.of(extra), names, links).isEmpty();
        } catch (FileSystemException _) {
            return true;
        }
    }

    private static void closeToGroup(Path file, int permissions, LinkOption... links) throws IOException {
        if (read(file, FileAttributes.ACL).length > 0
                && Files.getAttribute(file, "unix:mode", links) instanceof Integer mode
                && (mode & (~GROUP | permissions)) != mode) {
            Files.setAttribute(file, "unix:mode", mode & (~GROUP | permissions), links);
        }
    }

    /** Something done for one kind of attributes. */
    @FunctionalInterface
    private interface Step {
        void run(Extra extra) throws IOException;
    }

    private static Map<Extra, String> write(Path file, Set<Extra> wanted, Step step) throws IOException {
        Map<Extra, String> refused = new EnumMap<>(Extra.class);
        for (Extra extra : wanted) {
            try {
                if (!LibC.isSupported()) {
                    throw new FileSystemException(file.toString(), null, LINUX_ONLY);
                }
                step.run(extra);
            } catch (AccessDeniedException e) {
                refused.put(extra, "no permission");
            } catch (FileSystemException e) {
                String reason = e.getReason();
                refused.put(extra, reason == null ? "refused" : reason);
            }
        }
        return refused;
    }

    /** What {@link #write} would change. */
    public static Set<Extra> differing(
            Path file, FileAttributes like, Set<Extra> wanted, OwnerNames names, LinkOption... links)
            throws IOException {
        FileAttributes now = read(file, wanted);
        Set<Extra> differing = EnumSet.noneOf(Extra.class);
        for (Extra extra : wanted) {
            boolean same =
                    switch (extra) {
                        case OWNERS -> others(file, like, names, links).isEmpty();
                        case XATTRS -> now.hasSame(like, FileAttributes::isOfUsers);
                        case ACLS -> now.hasSame(like, name -> !FileAttributes.isOfUsers(name));
                        case HOLES, HARD_LINKS -> true; // no attributes
                    };
            if (!same) {
                differing.add(extra);
            }
        }
        return differing;
    }

    /** The group first: who may not give a file away may give it to a group of theirs. */
    private static void writeOwners(Path file, FileAttributes like, OwnerNames names, LinkOption... links)
            throws IOException {
        try {
            for (Map.Entry<String, Object> one :
                    others(file, like, names, links).entrySet()) {
                Files.setAttribute(file, "unix:" + one.getKey(), one.getValue(), links);
            }
        } catch (FileSystemException e) {
            throw "Operation not permitted".equals(e.getReason()) // EPERM has no class of its own
                    ? new FileSystemException(file.toString(), null, "only root can give files to other users")
                    : e;
        }
    }

    /** Owner and group where the file has others, by the names of these attributes. */
    private static Map<String, Object> others(Path file, FileAttributes like, OwnerNames names, LinkOption... links)
            throws IOException {
        @Nullable Principal group = names.group(like);
        @Nullable Principal user = names.user(like);
        Map<String, Object> wanted = new LinkedHashMap<>();
        wanted.put(group == null ? "gid" : "group", group == null ? like.group() : group);
        wanted.put(user == null ? "uid" : "owner", user == null ? like.user() : user);
        Map<String, Object> now = Files.readAttributes(file, "unix:" + String.join(",", wanted.keySet()), links);
        wanted.entrySet()
                .removeIf(one -> one.getValue().equals(-1) || one.getValue().equals(now.get(one.getKey())));
        return wanted;
    }

    private static void writeUsers(Path file, FileAttributes like, LinkOption... links) throws IOException {
        UserDefinedFileAttributeView view = Files.getFileAttributeView(file, UserDefinedFileAttributeView.class, links);
        Set<String> wanted = new HashSet<>();
        like.named().keySet().stream().filter(FileAttributes::isOfUsers).forEach(wanted::add);
        try {
            for (String name : view.list()) {
                if (FileAttributes.isOfUsers(USERS + name) && !wanted.contains(USERS + name)) {
                    view.delete(name);
                }
            }
        } catch (FileSystemException e) {
            if (!wanted.isEmpty() || !lacks(e)) {
                throw e;
            }
        }
        for (String name : wanted) {
            view.write(
                    name.substring(USERS.length()), ByteBuffer.wrap(like.named().getOrDefault(name, new byte[0])));
        }
    }

    private static void writeLists(Path file, FileAttributes like) throws IOException {
        for (String list : LISTS) {
            byte[] value = like.named().getOrDefault(list, new byte[0]);
            try (Arena arena = Arena.ofConfined()) {
                LibC libc = new LibC(arena);
                MemorySegment path = arena.allocateFrom(file.toString());
                MemorySegment name = arena.allocateFrom(list);
                int result = value.length == 0
                        ? libc.removexattr(path, name)
                        : libc.setxattr(path, name, arena.allocateFrom(ValueLayout.JAVA_BYTE, value));
                boolean nothing = value.length == 0 && (libc.errno() == ENODATA || libc.errno() == EOPNOTSUPP);
                if (result < 0 && !nothing) {
                    throw new FileSystemException(
                            file.toString(), null, libc.failure(list).getMessage());
                }
            }
        }
    }

    /** An attribute's value; empty where there is none. */
    private static byte[] read(Path file, String name) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            LibC libc = new LibC(arena);
            MemorySegment value = arena.allocate(LARGEST_BYTES);
            long length = libc.getxattr(arena.allocateFrom(file.toString()), arena.allocateFrom(name), value);
            if (length >= 0) {
                return value.asSlice(0, length).toArray(ValueLayout.JAVA_BYTE);
            } else if (libc.errno() == ENODATA || libc.errno() == EOPNOTSUPP) {
                return new byte[0];
            }
            throw new FileSystemException(
                    file.toString(), null, libc.failure(name).getMessage());
        }
    }
}
