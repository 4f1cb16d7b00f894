package org.waybill.engine.identity;

import java.util.List;
import java.util.Set;
import org.waybill.engine.identity.Grant.Right;

/**
 * Something that a client asks of a node.
 *
 * @param path beneath the data directory, name by name
 * @param own whether the client itself wrote what would be changed
 */
public record Operation(Kind kind, List<String> path, boolean own) {
    /** All that a node does for clients. */
    public enum Kind {
        STATUS,
        LIST,
        DOWNLOAD,
        UPLOAD,
        OVERWRITE,
        DELETE,
        RENAME,
        /** The node sends a file of its own to another node: a third-party push, or a part of a distribution. */
        SEND_ON,
        RELAY,
        /** Bytes that go nowhere and trains of datagrams: every paired client may measure its path. */
        MEASURE,
        /** Writes a file into the data directory for a second, to see how fast its disk is. */
        HOST_INFO;

        boolean isOfFiles() {
            return this != RELAY && this != MEASURE;
        }
    }

    public Operation {
        path = List.copyOf(path);
    }

    /** On what is at a path; what is there counts as another client's. */
    public Operation(Kind kind, List<String> path) {
        this(kind, path, false);
    }

    /** On no file. */
    public Operation(Kind kind) {
        this(kind, List.of());
    }

    /** What has to be granted: who changes what it wrote itself needs no {@link Right#MODIFY}. */
    Set<Right> wants() {
        return switch (kind) {
            case STATUS, LIST, DOWNLOAD -> Set.of(Right.READ);
            case UPLOAD, HOST_INFO -> Set.of(Right.WRITE);
            case OVERWRITE, DELETE, RENAME -> own ? Set.of(Right.WRITE) : Set.of(Right.WRITE, Right.MODIFY);
            case SEND_ON -> Set.of(Right.READ, Right.RELAY);
            case RELAY -> Set.of(Right.RELAY);
            case MEASURE -> Set.of();
        };
    }
}
