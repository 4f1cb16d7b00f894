package org.waybill.engine.storage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import org.waybill.engine.Reason;

/** Where a destination on this machine is, as its user names it. */
final class LocalPlace {
    private LocalPlace() {}

    /** What a link that was named as the destination leads to. */
    static Path whereItLeads(Path link) throws IOException {
        FileState led;
        try {
            // the system follows no link of other users in a directory such as /tmp
            led = FileState.of(link);
        } catch (NoSuchFileException _) {
            throw new RefusedException(
                    Reason.BAD_INPUT, "the link leads nowhere: remove it, or name the file that it should lead to");
        }
        Path real = link.toRealPath();
        FileState there = FileState.of(real);
        if (!Objects.equals(there.inode(), led.inode())) {
            throw new RefusedException(Reason.UNSAFE, "another process changed the link: try again");
        }
        return real;
    }

    /** The deepest directory along a path that exists; those below it will be made. */
    static Path nearestDirectory(Path path) throws IOException {
        Path parent = path.getParent();
        try {
            if (parent == null
                    || Files.readAttributes(path, BasicFileAttributes.class).isDirectory()) {
                return path;
            }
        } catch (NoSuchFileException _) {
            if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
                return nearestDirectory(parent);
            }
            // a link that leads nowhere
        }
        throw new NotDirectoryException(path.toString());
    }
}
