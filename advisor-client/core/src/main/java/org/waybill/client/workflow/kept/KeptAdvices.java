package org.waybill.client.workflow.kept;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.waybill.client.workflow.Advice;
import org.waybill.client.workflow.AdviceFacts;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.storage.StorageErrors;
import org.waybill.platform.PrivateFiles;

/**
 * The newest advices of this home, a private file each. The file's name is the advice's ID, which begins with the time.
 */
public record KeptAdvices(Path directory) {
    static final int MOST = 500;
    static final long MOST_BYTES = 20L << 20;
    private static final String SUFFIX = ".json";
    /** Of an ID: its date and hour. */
    private static final int HOUR_CHARACTERS = 11;

    private static final String ID = "[0-9]{8}-[0-9]{6}-[0-9a-f]{4}";

    /** Keeps an advice, and removes the oldest beyond the limits. */
    public void keep(AdviceFacts facts, Advice advice) throws IOException {
        Path kept = file(facts.id());
        PrivateFiles.replace(kept, KeptAdvice.of(facts, advice).text());
        List<Path> newestFirst = newestFirst(kept);
        long bytes = 0;
        for (int i = 0; i < newestFirst.size(); i++) {
            bytes += size(newestFirst.get(i));
            if (i >= MOST || (i > 0 && bytes > MOST_BYTES)) {
                Files.deleteIfExists(newestFirst.get(i));
            }
        }
    }

    /** What has just been kept is the newest: those of a later hour are of before the clock was set back, and go first. */
    private List<Path> newestFirst(Path kept) throws IOException {
        String hour = hour(kept);
        List<Path> ordered = new ArrayList<>(List.of(kept));
        List<Path> fromTheFuture = new ArrayList<>();
        for (Path one : all(directory).reversed()) {
            if (!one.equals(kept)) {
                (hour(one).compareTo(hour) > 0 ? fromTheFuture : ordered).add(one);
            }
        }
        ordered.addAll(fromTheFuture);
        return ordered;
    }

    private static String hour(Path file) {
        String name = file.getFileName().toString();
        return name.substring(0, Math.min(HOUR_CHARACTERS, name.length()));
    }

    /** Adds what came of an option; nothing happens if the advice is no longer kept. */
    public void ended(String id, AdviceOutcome outcome) throws IOException, TransferException {
        Path file = file(id);
        if (Files.exists(file)) {
            PrivateFiles.replace(file, read(file).with(outcome).text());
        }
    }

    /**
     * The files that a user means.
     *
     * @param named an advice's ID, a file, or a directory of files
     * @throws TransferException if there are none
     */
    public List<Path> files(String named) throws TransferException, IOException {
        Path place = named.matches(ID) ? file(named) : Path.of(named);
        if (Files.isDirectory(place)) {
            List<Path> all = all(place);
            if (all.isEmpty()) {
                throw new TransferException(Reason.NOT_FOUND, "no advice is kept in " + place);
            }
            return all;
        }
        if (!Files.exists(place)) {
            throw new TransferException(
                    Reason.NOT_FOUND,
                    "no advice '" + named + "' is kept in " + directory
                            + ": expected an ID that 'waybill advise' printed (the newest " + MOST
                            + " are kept), or a file");
        }
        return List.of(place);
    }

    /** Reads a file of {@link #files}. */
    public static KeptAdvice read(Path file) throws TransferException {
        try {
            return KeptAdvice.parse(Files.readString(file), file.toString());
        } catch (CharacterCodingException e) {
            throw new TransferException(Reason.BAD_INPUT, file + " is not a kept advice: it is not UTF-8", e);
        } catch (IOException e) {
            throw StorageErrors.map(e, "reading", file.toString());
        }
    }

    private Path file(String id) {
        return directory.resolve(id + SUFFIX);
    }

    private static List<Path> all(Path directory) throws IOException {
        return PrivateFiles.list(directory, "*" + SUFFIX).stream().sorted().toList();
    }

    private static long size(Path file) throws IOException {
        try {
            return Files.size(file);
        } catch (NoSuchFileException e) {
            return 0; // another process removed it
        }
    }
}
