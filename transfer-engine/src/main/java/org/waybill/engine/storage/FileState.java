package org.waybill.engine.storage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What tells one state of a file from every later one: also where size and time of modification were put back, since
 * nobody puts back the time of change, and where another file has taken its place.
 *
 * @param inode device and inode; null where there is nothing of that kind
 * @param changed the time of change (ctime); null where there is none
 */
public record FileState(boolean regular, @Nullable Object inode, long sizeBytes, FileTime modified,
        @Nullable FileTime changed) {
    private static final int TYPE_BITS = 0170000;
    private static final int REGULAR = 0100000;

    /** That of what a path means now. */
    public static FileState of(Path path, LinkOption... links) throws IOException {
        if (!Permissions.isPosix()) {
            BasicFileAttributes now = Files.readAttributes(path, BasicFileAttributes.class, links);
            return new FileState(now.isRegularFile(), now.fileKey(), now.size(), now.lastModifiedTime(), null);
        }
        Map<String, Object> now = Files.readAttributes(path, "unix:mode,fileKey,size,lastModifiedTime,ctime", links);
        return new FileState(((int) now.get("mode") & TYPE_BITS) == REGULAR, now.get("fileKey"), (long) now.get("size"),
                (FileTime) now.get("lastModifiedTime"), (FileTime) now.get("ctime"));
    }
}
