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
    /** All that a node does for clients. No request deletes or renames yet; what they will want is settled here. */
    public enum Kind {
        STATUS(Right.READ),
        LIST(Right.READ),
        DOWNLOAD(Right.READ),
        UPLOAD(Right.WRITE),
        OVERWRITE(Right.WRITE, Right.MODIFY),
        DELETE(Right.WRITE, Right.MODIFY),
        RENAME(Right.WRITE, Right.MODIFY),
        /** The node sends a file of its own to another node: a third-party push, or a part of a distribution. */
        SEND_ON(Right.READ, Right.RELAY),
        RELAY(Right.RELAY),
        /** Bytes that go nowhere and trains of datagrams: every paired client may measure its path. */
        MEASURE(),
        /** Writes a file into the data directory for a second, to see how fast its disk is. */
        HOST_INFO(Right.WRITE);

        private final Set<Right> wants;

        Kind(Right... wants) {
            this.wants = Set.of(wants);
        }

        boolean isOfFiles() {
            return this != RELAY && this != MEASURE;
        }
    }

    public Operation {
        path = List.copyOf(path);
    }

    /** On what lies at a path; what is there counts as somebody else's. */
    public Operation(Kind kind, List<String> path) {
        this(kind, path, false);
    }

    /** On no file. */
    public Operation(Kind kind) {
        this(kind, List.of());
    }

    /** What has to be granted: who changes what it wrote itself needs no {@link Right#MODIFY}. */
    Set<Right> wants() {
        return own && kind.wants.contains(Right.MODIFY) ? Set.of(Right.WRITE) : kind.wants;
    }
}
