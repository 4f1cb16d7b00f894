package org.waybill.engine.node;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.util.Optional;

/**
 * Who wrote a file, kept with the file itself as the extended attribute {@code user.waybill.owner}
 * (decision 0230). A file without it belongs to no client: it is the operator's, or older.
 */
final class OwnerAttribute {
    private static final String NAME = "waybill.owner";
    /** Two fingerprints and a slash. */
    private static final int MOST_BYTES = 129;

    private OwnerAttribute() {}

    /** The mark of a regular file; empty if it has none or cannot be read. */
    static Optional<String> of(Path file, LinkOption... links) {
        if (!Files.isRegularFile(file, links)) {
            // to open a pipe would wait for its writer
            return Optional.empty();
        }
        try {
            UserDefinedFileAttributeView view = view(file, links);
            int size = view.size(NAME);
            if (size > MOST_BYTES) {
                return Optional.empty();
            }
            ByteBuffer bytes = ByteBuffer.allocate(size);
            view.read(NAME, bytes);
            return Optional.of(StandardCharsets.US_ASCII.decode(bytes.flip()).toString());
        } catch (IOException | UnsupportedOperationException _) {
            return Optional.empty();
        }
    }

    /**
     * Marks a file.
     *
     * @return false where the file system keeps no such attributes
     */
    static boolean put(Path file, String mark, LinkOption... links) {
        try {
            view(file, links).write(NAME, StandardCharsets.US_ASCII.encode(mark));
            return true;
        } catch (IOException | UnsupportedOperationException _) {
            return false;
        }
    }

    private static UserDefinedFileAttributeView view(Path file, LinkOption... links) {
        UserDefinedFileAttributeView view = Files.getFileAttributeView(file, UserDefinedFileAttributeView.class, links);
        if (view == null) {
            throw new UnsupportedOperationException("no attributes of users");
        }
        return view;
    }
}
