package org.waybill.engine.mover;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.time.Instant;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.waybill.engine.CopyRules.Extra;
import org.waybill.engine.NotTransferred;
import org.waybill.engine.attributes.FileAttributes;
import org.waybill.engine.attributes.LocalAttributes;

/** A tree with one of everything, and what a copy has of it, in the words of {@code docs/what-is-kept.md}. */
final class KeptAttributes {
    private static final FileTime THEN = FileTime.from(Instant.parse("2022-03-04T05:06:07.123456789Z"));
    /** The user that a server runs as may read it, and no umask makes it. */
    private static final String MODE = "rwx---r-x";

    private static final int HOLE_BYTES = 4 << 20;
    private static final int SOMEBODY = 12_345;
    private static final String ACL = "system.posix_acl_access";
    /** For user 777, and for all to read. */
    private static final String LIST =
            "0200000001000600ffffffff020004000903000004000400ffffffff10000600ffffffff20000400ffffffff";

    private KeptAttributes() {}

    /** What links, devices and the like can do harm to is in a directory of its own. */
    static Path make(Path root) throws Exception {
        return make(root, true);
    }

    /** @param links whether the file system can be all that a file system can be */
    static Path make(Path root, boolean links) throws Exception {
        Path tree = Files.createDirectories(root.resolve("directory")).getParent();
        Files.createDirectory(tree.resolve("empty"));
        Files.writeString(tree.resolve("file"), "content");
        Files.createLink(tree.resolve("twin"), tree.resolve("file"));
        Files.setPosixFilePermissions(tree.resolve("file"), PosixFilePermissions.fromString(MODE));
        Files.getFileAttributeView(tree.resolve("file"), UserDefinedFileAttributeView.class)
                .write("note", ByteBuffer.wrap("kept".getBytes(StandardCharsets.US_ASCII)));
        Files.writeString(tree.resolve("owned"), "somebody's");
        Files.setAttribute(tree.resolve("owned"), "unix:uid", SOMEBODY);
        Files.setAttribute(tree.resolve("owned"), "unix:gid", SOMEBODY);
        Files.writeString(tree.resolve("listed"), "for some");
        assertThat(LocalAttributes.write(
                        tree.resolve("listed"),
                        new FileAttributes(-1, -1, Map.of(ACL, HexFormat.of().parseHex(LIST))),
                        Set.of(Extra.ACLS)))
                .isEmpty();
        try (RandomAccessFile hole = new RandomAccessFile(tree.resolve("hole").toFile(), "rw")) {
            hole.setLength(HOLE_BYTES);
        }
        if (links) {
            makeLinks(tree);
        }
        Files.setPosixFilePermissions(tree.resolve("directory"), PosixFilePermissions.fromString(MODE));
        Files.setLastModifiedTime(tree.resolve("file"), THEN);
        Files.setLastModifiedTime(tree.resolve("directory"), THEN);
        return tree;
    }

    private static void makeLinks(Path tree) throws IOException, InterruptedException {
        Files.createSymbolicLink(tree.resolve("link"), Path.of("file"));
        for (String own : List.of("dangling", "special", "outside")) {
            Files.createDirectory(tree.resolve(own));
        }
        Files.createSymbolicLink(tree.resolve("dangling/link"), Path.of("nowhere"));
        Files.createSymbolicLink(tree.resolve("outside/link"), Path.of("/etc/hostname"));
        if (new ProcessBuilder("mkfifo", tree.resolve("special/pipe").toString())
                        .inheritIO()
                        .start()
                        .waitFor()
                != 0) {
            throw new IOException("mkfifo");
        }
    }

    /** What a copy has. @param missing what the transfer has named */
    static Map<String, String> of(Path copy, List<NotTransferred> missing) throws Exception {
        Map<String, String> kept = new LinkedHashMap<>();
        kept.put("empty directories", yes(Files.isDirectory(copy.resolve("empty"))));
        kept.put("times of files", time(copy.resolve("file")));
        kept.put("modes of files", mode(copy.resolve("file")));
        kept.put("times of directories", time(copy.resolve("directory")));
        kept.put("modes of directories", mode(copy.resolve("directory")));
        kept.put("links inside the tree", link(copy, "link", missing));
        kept.put("links that lead nowhere", link(copy, "dangling/link", missing));
        kept.put("links out of the tree", link(copy, "outside/link", missing));
        kept.put("pipes, sockets, devices", link(copy, "special/pipe", missing));
        kept.put("hard links", twins(copy));
        kept.put("holes of sparse files", holes(copy));
        kept.put("owner and group", owner(copy));
        kept.put("extended attributes", extended(copy));
        kept.put("access control lists", lists(copy));
        return kept;
    }

    /** What a copy has that was asked to keep more than is usual. */
    static Map<String, String> extras(Path copy) throws Exception {
        Map<String, String> kept = new LinkedHashMap<>();
        kept.put("holes of sparse files, with `--sparse`", holes(copy));
        kept.put("hard links, with `--hard-links`", twins(copy));
        kept.put("owner and group, with `--owner`", owner(copy));
        kept.put("extended attributes, with `--xattrs`", extended(copy));
        kept.put("access control lists, with `--acls`", lists(copy));
        return kept;
    }

    private static String owner(Path copy) throws IOException {
        Map<String, Object> ids = Files.readAttributes(copy.resolve("owned"), "unix:uid,gid");
        return yes(ids.get("uid").equals(SOMEBODY) && ids.get("gid").equals(SOMEBODY));
    }

    private static String extended(Path copy) throws IOException {
        return yes(Files.getFileAttributeView(copy.resolve("file"), UserDefinedFileAttributeView.class)
                .list()
                .contains("note"));
    }

    private static String lists(Path copy) throws IOException {
        return yes(LocalAttributes.read(copy.resolve("listed"), Set.of(Extra.ACLS))
                .named()
                .containsKey(ACL));
    }

    private static String twins(Path copy) throws IOException {
        return inode(copy.resolve("file")).equals(inode(copy.resolve("twin"))) ? "yes" : "own files";
    }

    private static String holes(Path copy) throws IOException {
        return allocated(copy.resolve("hole")) == 0 ? "yes" : "filled";
    }

    private static String yes(boolean kept) {
        return kept ? "yes" : "no";
    }

    private static String time(Path path) throws IOException {
        Instant time = Files.getLastModifiedTime(path).toInstant();
        return time.equals(THEN.toInstant())
                ? "yes"
                : time.getEpochSecond() == THEN.toInstant().getEpochSecond() ? "to the second" : "no";
    }

    private static String mode(Path path) throws IOException {
        return yes(PosixFilePermissions.toString(Files.getPosixFilePermissions(path))
                .equals(MODE));
    }

    static Object inode(Path path) throws IOException {
        return Files.getAttribute(path, "unix:ino");
    }

    /** Bytes on the disk. */
    static long allocated(Path path) throws IOException {
        Process stat = new ProcessBuilder("stat", "-c", "%b", path.toString()).start();
        return 512
                * Long.parseLong(new String(stat.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip());
    }

    private static String link(Path copy, String name, List<NotTransferred> missing) throws IOException {
        String directory = name.replaceAll("/.*", "");
        for (NotTransferred one : missing) {
            if (one.path().equals(name)) {
                return one.isFailure() ? "fail, named" : "left out, named";
            } else if (one.path().equals(directory)) {
                return "the directory fails, named";
            }
        }
        try {
            Object mode = Files.getAttribute(copy.resolve(name), "unix:mode", LinkOption.NOFOLLOW_LINKS);
            return switch ((int) mode & 0170000) {
                case 0120000 -> "kept";
                case 0100000 -> "followed";
                default -> "of another kind";
            };
        } catch (NoSuchFileException _) {
            return "not seen";
        }
    }
}
