package org.waybill.cli.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.waybill.client.HumanUnits;
import org.waybill.engine.Reason;

/** Files that are sent to the service whole. */
public final class TextFiles {
    /** A whole call may have 8 MiB. */
    private static final long MOST_BYTES = 7 << 20;

    private TextFiles() {}

    /** The file's text. Throws {@link CommandFailure} if there is none, or more than 7 MiB of it. */
    public static String read(Path file) {
        try {
            if (Files.size(file) > MOST_BYTES) {
                throw new CommandFailure(Reason.LIMIT, file + " is larger than " + HumanUnits.binarySize(MOST_BYTES));
            }
            return Files.readString(file);
        } catch (NoSuchFileException e) {
            throw new CommandFailure(Reason.NOT_FOUND, "no file " + file, e);
        } catch (IOException e) {
            throw Invalid.usage("cannot read " + file + " as text", e);
        }
    }
}
