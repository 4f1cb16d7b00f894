package org.waybill.engine.session;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.storage.PartialFile;

/** The partial files that a sink has open, so that none is left open whenever it ends. For many threads. */
final class OpenParts {
    private final Set<PartialFile> open = new HashSet<>();
    private boolean closed;

    /** Takes a partial file into our keeping; what is opened while the session is being closed is closed at once. */
    synchronized PartialFile adopt(PartialFile part) throws IOException {
        if (closed) {
            part.close();
            throw new ClosedChannelException();
        }
        open.add(part);
        return part;
    }

    /** It is somebody else's now, or closed. */
    synchronized void release(@Nullable PartialFile part) {
        open.remove(part);
    }

    /**
     * Closes all, and whatever is opened from now on.
     *
     * @param worthless whether what they hold is of no use
     * @param problem hears what could not be closed
     */
    synchronized void close(boolean worthless, Consumer<IOException> problem) {
        closed = true;
        for (PartialFile part : open) {
            try {
                if (worthless) {
                    part.discard();
                }
                part.close();
            } catch (IOException e) {
                problem.accept(e);
            }
        }
        open.clear();
    }
}
