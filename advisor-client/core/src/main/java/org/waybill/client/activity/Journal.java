package org.waybill.client.activity;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.waybill.client.remote.RecordProperties;
import org.waybill.platform.PrivateFiles;

/**
 * The transfers of this user, one small file each, so that a crash loses none and a restart shows them all. The newest
 * {@value #MOST} that are over are kept.
 */
public record Journal(Path directory) {
    private static final System.Logger LOG = System.getLogger(Journal.class.getName());
    private static final String SUFFIX = ".move";
    static final int MOST = 500;
    /** The start of one process is reported differently after the clock was set; those of two are hours apart. */
    private static final Duration CLOCK_ADJUSTMENT = Duration.ofSeconds(30);

    /** Keeps the entry, in place of an earlier one of the same transfer. */
    public void put(JournalEntry entry) throws IOException {
        PrivateFiles.replace(file(entry.id()), RecordProperties.write(entry));
        if (entry.state().isOver()) {
            forgetOldest();
        }
    }

    /** All transfers, newest first. A running one whose process is gone is shown as {@code INTERRUPTED}. */
    public List<JournalEntry> entries() {
        List<JournalEntry> entries = new ArrayList<>();
        for (Path file : files()) {
            try {
                entries.add(interruptedIfDead(RecordProperties.read(JournalEntry.class, Files.readString(file))));
            } catch (NoSuchFileException e) {
                LOG.log(Level.DEBUG, () -> file + " was removed in the meantime");
            } catch (IOException | IllegalArgumentException e) {
                LOG.log(Level.WARNING, "ignoring " + file + ", which is not a journal entry: " + e.getMessage());
            }
        }
        entries.sort(Comparator.comparing(JournalEntry::startedAt).reversed());
        return entries;
    }

    private static JournalEntry interruptedIfDead(JournalEntry entry) {
        return entry.state().isOver() || isWorkedOn(entry)
                ? entry
                : entry.ended(
                        JournalEntry.State.INTERRUPTED,
                        entry.startedAt(),
                        null,
                        null,
                        "",
                        "Waybill or this machine stopped before the transfer finished; what has arrived is kept");
    }

    /** A number alone says little: after a restart of the machine it is another process's. */
    private static boolean isWorkedOn(JournalEntry entry) {
        Instant started = entry.processStartedAt();
        return ProcessHandle.of(entry.pid())
                .filter(ProcessHandle::isAlive)
                .flatMap(process -> process.info()
                        .startInstant()
                        .map(now -> started == null
                                || Duration.between(started, now).abs().compareTo(CLOCK_ADJUSTMENT) < 0)
                        .or(() -> Optional.of(true)))
                .orElse(false);
    }

    /** Removes a transfer from the list; nothing happens to its data. */
    public void remove(String id) throws IOException {
        Files.deleteIfExists(file(id));
    }

    private void forgetOldest() throws IOException {
        if (files().size() <= MOST) {
            return;
        }
        List<JournalEntry> over =
                entries().stream().filter(entry -> entry.state().isOver()).toList();
        for (JournalEntry oldest : over.subList(Math.min(MOST, over.size()), over.size())) {
            remove(oldest.id());
        }
    }

    private Path file(String id) {
        if (!id.matches("[0-9a-fA-F-]{1,64}")) {
            throw new IllegalArgumentException("invalid transfer id '" + id + "'");
        }
        return directory.resolve(id + SUFFIX);
    }

    private List<Path> files() {
        try {
            return PrivateFiles.list(directory, "*" + SUFFIX);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
