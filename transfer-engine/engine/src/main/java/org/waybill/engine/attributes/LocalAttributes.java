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
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.waybill.engine.CopyRules.Extra;
import org.waybill.platform.LibC;

/** Reads and sets the attributes of this machine's files; where {@link LibC#isSupported}. */
public final class LocalAttributes {
    private static final String USERS = "user.";
    private static final String ACL = "system.posix_acl_access";
    /** What is made in a directory gets this list. */
    private static final String DEFAULT_ACL = "system.posix_acl_default";

    private static final int LARGEST_BYTES = 1 << 16; // XATTR_SIZE_MAX
    private static final int ENODATA = 61;
    private static final int EOPNOTSUPP = 95;

    private LocalAttributes() {}

    /** What a file has of that; links are followed. */
    public static FileAttributes read(Path file, Set<Extra> wanted) throws IOException {
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
            for (String list : List.of(ACL, DEFAULT_ACL)) {
                byte[] value = read(file, list);
                if (value.length > 0) {
                    named.put(list, value);
                }
            }
        }
        return new FileAttributes(user, group, named);
    }

    private static void readUsers(Path file, Map<String, byte[]> named) throws IOException {
        UserDefinedFileAttributeView view = Files.getFileAttributeView(file, UserDefinedFileAttributeView.class);
        try {
            for (String name : view.list()) {
                ByteBuffer value = ByteBuffer.allocate(view.size(name));
                view.read(name, value);
                named.put(USERS + name, value.array());
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
        Map<Extra, String> refused = new EnumMap<>(Extra.class);
        for (Extra extra : wanted) {
            try {
                switch (extra) {
                    case OWNERS -> writeOwners(file, like, links);
                    case XATTRS -> writeUsers(file, like, links);
                    case ACLS -> writeLists(file, like);
                    default -> {} // no attribute
                }
            } catch (AccessDeniedException e) {
                refused.put(extra, "no permission");
            } catch (FileSystemException e) {
                String reason = e.getReason();
                refused.put(extra, reason == null ? "refused" : reason);
            }
        }
        return refused;
    }

    /** The group first: who may not give a file away may give it to a group of theirs. */
    private static void writeOwners(Path file, FileAttributes like, LinkOption... links) throws IOException {
        Map<String, Object> now = Files.readAttributes(file, "unix:uid,gid", links);
        if (like.group() != -1 && !Integer.valueOf(like.group()).equals(now.get("gid"))) {
            Files.setAttribute(file, "unix:gid", like.group(), links);
        }
        if (like.user() != -1 && !Integer.valueOf(like.user()).equals(now.get("uid"))) {
            Files.setAttribute(file, "unix:uid", like.user(), links);
        }
    }

    private static void writeUsers(Path file, FileAttributes like, LinkOption... links) throws IOException {
        UserDefinedFileAttributeView view = Files.getFileAttributeView(file, UserDefinedFileAttributeView.class, links);
        Set<String> wanted = new HashSet<>();
        like.named().keySet().stream().filter(name -> name.startsWith(USERS)).forEach(wanted::add);
        try {
            for (String name : view.list()) {
                if (!wanted.contains(USERS + name)) {
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
        for (String list : List.of(ACL, DEFAULT_ACL)) {
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
