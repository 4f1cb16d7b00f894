package org.waybill.client.execution;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Set;
import org.waybill.api.TransferOutcome;
import org.waybill.platform.PrivateFiles;

/**
 * The failures of a task that the history has, a line each: it is tried again and again, and the same failure between the
 * same hosts on the same path is one row. Each line is appended by one write, so that of several commands that note at
 * once none takes away what another one noted.
 *
 * @param file gone as soon as the task begins anew
 */
record KeptFailures(Path file) {
    private static final Logger LOG = System.getLogger(KeptFailures.class.getName());

    /** Whether it is there; not where that cannot be read, since a row twice is better than none. */
    boolean has(TransferOutcome failure) {
        try {
            return lines().contains(line(failure));
        } catch (IOException e) {
            LOG.log(Level.WARNING, "cannot read which failures the history has: " + e);
            return false;
        }
    }

    void add(TransferOutcome failure) {
        try (FileChannel channel = FileChannel.open(
                file,
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND),
                PrivateFiles.modes(file, "rw-------"))) {
            channel.write(StandardCharsets.UTF_8.encode(line(failure) + "\n"));
        } catch (IOException e) {
            LOG.log(Level.WARNING, "cannot note which failures the history has: " + e);
        }
    }

    private List<String> lines() throws IOException {
        return Files.exists(file) ? Files.readAllLines(file) : List.of();
    }

    private static String line(TransferOutcome failure) {
        return String.join(
                "\t",
                failure.status(),
                failure.sourceHost(),
                failure.destinationHost(),
                failure.transport(),
                failure.via());
    }
}
