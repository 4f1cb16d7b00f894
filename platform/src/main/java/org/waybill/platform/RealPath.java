package org.waybill.platform;

import java.io.IOException;
import java.nio.file.Path;

/** Where a path leads. */
public final class RealPath {
    private RealPath() {}

    /** With the links along it resolved as far as it is there. */
    public static Path of(Path path) {
        Path absolute = path.toAbsolutePath().normalize();
        for (Path there = absolute; there != null; there = there.getParent()) {
            try {
                return there.toRealPath().resolve(there.relativize(absolute)).normalize();
            } catch (IOException _) {
                // asked of the directory above
            }
        }
        return absolute;
    }
}
