package org.waybill.client.remote;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.waybill.api.AdvisorService;
import org.waybill.api.ServiceException;
import org.waybill.api.TransferOutcome;
import org.waybill.engine.storage.PrivateFiles;

/**
 * Outcomes of transfers on their way to the history. A move leaves its outcome here and ends; whoever next has an
 * advisor service delivers it. A delivery may be repeated: the service keeps one outcome per id.
 */
public final class Outbox {
    private static final Logger LOG = System.getLogger(Outbox.class.getName());
    private static final String SUFFIX = ".outcome";
    private static final int BATCH = 1_000;

    private final Path directory;

    public Outbox(Path directory) {
        this.directory = directory;
    }

    /** Keeps an outcome, durably. */
    public void put(TransferOutcome outcome) throws IOException {
        PrivateFiles.replace(directory.resolve(outcome.id() + SUFFIX),
                RecordProperties.write(outcome));
    }

    /**
     * Delivers everything that waits and returns how much it was. What cannot be read, or what the service does not
     * take for an outcome, is set aside, so that it holds nothing else up.
     *
     * @throws ServiceException if the service cannot take anything now; nothing is lost then
     */
    public int deliver(AdvisorService service) {
        int delivered = 0;
        Map<Path, TransferOutcome> batch = waiting();
        while (!batch.isEmpty()) {
            delivered += deliver(service, batch);
            boolean removed = true;
            for (Path file : batch.keySet()) {
                removed &= remove(file);
            }
            batch = removed ? waiting() : Map.of();
        }
        return delivered;
    }

    private static int deliver(AdvisorService service, Map<Path, TransferOutcome> batch) {
        try {
            service.recordTransfers(new ArrayList<>(batch.values()));
            return batch.size();
        } catch (ServiceException e) {
            if (!e.code().equals(ServiceException.BAD_REQUEST)) {
                throw e;
            }
        }
        int delivered = 0;
        for (Map.Entry<Path, TransferOutcome> each : batch.entrySet()) {
            try {
                service.recordTransfers(List.of(each.getValue()));
                delivered++;
            } catch (ServiceException e) {
                if (!e.code().equals(ServiceException.BAD_REQUEST)) {
                    throw e;
                }
                setAside(each.getKey(), e);
            }
        }
        return delivered;
    }

    /** How many outcomes wait. */
    public int size() {
        return files().size();
    }

    private Map<Path, TransferOutcome> waiting() {
        Map<Path, TransferOutcome> batch = new LinkedHashMap<>();
        for (Path file : files()) {
            if (batch.size() == BATCH) {
                break;
            }
            try {
                batch.put(file, RecordProperties.read(TransferOutcome.class, Files.readString(file)));
            } catch (NoSuchFileException e) {
                LOG.log(Level.DEBUG, () -> file + " was delivered by somebody else meanwhile");
            } catch (IOException | IllegalArgumentException e) {
                setAside(file, e);
            }
        }
        return batch;
    }

    private List<Path> files() {
        List<Path> files = new ArrayList<>();
        if (!Files.isDirectory(directory)) {
            return files;
        }
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(directory, "*" + SUFFIX)) {
            stream.forEach(files::add);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return files;
    }

    private static void setAside(Path file, Exception why) {
        LOG.log(Level.WARNING, "sets aside " + file + ", which is no outcome: " + why);
        try {
            Files.move(file, file.resolveSibling(file.getFileName() + ".unreadable"),
                    StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            LOG.log(Level.WARNING, "cannot set aside " + file + ": " + e);
        }
    }

    private static boolean remove(Path file) {
        try {
            Files.deleteIfExists(file);
            return true;
        } catch (IOException e) {
            LOG.log(Level.WARNING, "cannot remove " + file + ", which was delivered: " + e);
            return false;
        }
    }
}
