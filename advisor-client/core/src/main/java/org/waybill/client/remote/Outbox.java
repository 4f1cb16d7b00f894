package org.waybill.client.remote;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.BiConsumer;
import org.waybill.api.AdvisorService;
import org.waybill.api.Measurement;
import org.waybill.api.ServiceException;
import org.waybill.api.TransferOutcome;
import org.waybill.platform.PrivateFiles;

/**
 * Outcomes of transfers, and measurements, on their way to the history. A transfer or a probe leaves them here and
 * ends; the next call of the advisor service delivers them. A delivery may be repeated: the service keeps one of
 * each. Where no command ever does, next to a gateway for example, the oldest make room.
 */
public final class Outbox {
    private static final Logger LOG = System.getLogger(Outbox.class.getName());
    private static final int BATCH = 1_000;
    /** Records that may wait, what was set aside included: some 40 MiB of blocks of a disk. */
    static final int MOST = 10_000;
    /** This number of the oldest make room at once. */
    static final int DROPPED = 1_000;

    private static final Kind<TransferOutcome> OUTCOMES =
            new Kind<>(TransferOutcome.class, ".outcome", AdvisorService::recordTransfers);
    private static final Kind<Measurement> MEASUREMENTS =
            new Kind<>(Measurement.class, ".measurement", AdvisorService::recordMeasurements);

    /** One kind of record: how its files end, and who takes it. */
    private record Kind<R extends Record>(Class<R> type, String suffix, BiConsumer<AdvisorService, List<R>> taker) {}

    private final Path directory;
    /** How many may be put before it is looked again what waits. */
    private int room;

    public Outbox(Path directory) {
        this.directory = directory;
    }

    /** Keeps an outcome, durably. */
    public void put(TransferOutcome outcome) throws IOException {
        makeRoom();
        PrivateFiles.replace(directory.resolve(outcome.id() + OUTCOMES.suffix()), RecordProperties.write(outcome));
    }

    /** Keeps a measurement, durably. */
    public void put(Measurement measurement) throws IOException {
        makeRoom();
        PrivateFiles.replace(
                directory.resolve(UUID.randomUUID() + MEASUREMENTS.suffix()), RecordProperties.write(measurement));
    }

    private synchronized void makeRoom() throws IOException {
        if (room-- > 0) {
            return;
        }
        List<Path> waiting = PrivateFiles.list(directory, "*");
        int tooMany = waiting.size() < MOST ? 0 : waiting.size() - MOST + DROPPED;
        room = MOST - waiting.size() + tooMany;
        if (tooMany > 0) {
            Map<Path, Long> since = new HashMap<>();
            waiting.forEach(file -> since.put(file, file.toFile().lastModified()));
            waiting.sort(Comparator.comparing(since::get));
            waiting.subList(0, tooMany).forEach(Outbox::remove);
            LOG.log(
                    Level.WARNING,
                    "dropping the oldest " + tooMany + " of " + waiting.size() + " outcomes in " + directory
                            + ": no command has delivered them to the history; 'waybill history show' delivers the"
                            + " rest");
        }
    }

    /** One line that says why {@link #put} failed, and what follows from it. */
    public String notKept(String what, IOException failure) {
        Path home = Objects.requireNonNullElse(directory.toAbsolutePath().getParent(), directory);
        String reason = failure instanceof AccessDeniedException
                ? PrivateFiles.denial(directory, home)
                : failure instanceof FileSystemException at && at.getReason() != null
                        ? at.getReason()
                        : failure.getMessage();
        return "cannot record " + what + " in the history: cannot write to " + directory + ": " + reason;
    }

    /**
     * Delivers everything that waits and returns how much it was. What cannot be read, or what the service does not
     * take for what it is, is set aside, so that it holds nothing else up.
     *
     * @throws ServiceException if the service cannot take anything now; nothing is lost then
     */
    public int deliver(AdvisorService service) {
        return deliver(service, OUTCOMES) + deliver(service, MEASUREMENTS);
    }

    private <R extends Record> int deliver(AdvisorService service, Kind<R> kind) {
        int delivered = 0;
        Map<Path, R> batch = waiting(kind);
        while (!batch.isEmpty()) {
            delivered += deliver(service, kind, batch);
            boolean removed = true;
            for (Path file : batch.keySet()) {
                removed &= remove(file);
            }
            batch = removed ? waiting(kind) : Map.of();
        }
        return delivered;
    }

    private static <R extends Record> int deliver(AdvisorService service, Kind<R> kind, Map<Path, R> batch) {
        try {
            kind.taker().accept(service, new ArrayList<>(batch.values()));
            return batch.size();
        } catch (ServiceException e) {
            if (!e.code().equals(ServiceException.BAD_REQUEST)) {
                throw e;
            }
        }
        int delivered = 0;
        for (Map.Entry<Path, R> each : batch.entrySet()) {
            try {
                kind.taker().accept(service, List.of(each.getValue()));
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

    /** How much waits. */
    public int size() {
        return files(OUTCOMES).size() + files(MEASUREMENTS).size();
    }

    private <R extends Record> Map<Path, R> waiting(Kind<R> kind) {
        Map<Path, R> batch = new LinkedHashMap<>();
        for (Path file : files(kind)) {
            if (batch.size() == BATCH) {
                break;
            }
            try {
                batch.put(file, RecordProperties.read(kind.type(), Files.readString(file)));
            } catch (NoSuchFileException e) {
                LOG.log(Level.DEBUG, () -> file + " was delivered by another process");
            } catch (CharacterCodingException | IllegalArgumentException e) {
                setAside(file, e);
            } catch (IOException e) { // the disk's failure, not the record's
                LOG.log(Level.WARNING, "cannot read " + file + " now: " + e);
            }
        }
        return batch;
    }

    private List<Path> files(Kind<?> kind) {
        try {
            return PrivateFiles.list(directory, "*" + kind.suffix());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void setAside(Path file, Exception why) {
        LOG.log(Level.WARNING, "sets aside " + file + ", which cannot be delivered: " + why);
        try {
            Files.move(
                    file, file.resolveSibling(file.getFileName() + ".unreadable"), StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            LOG.log(Level.WARNING, "cannot set aside " + file + ": " + e);
        }
    }

    private static boolean remove(Path file) {
        try {
            Files.deleteIfExists(file);
            return true;
        } catch (IOException e) {
            LOG.log(Level.WARNING, "cannot remove " + file + " after its delivery: " + e);
            return false;
        }
    }
}
