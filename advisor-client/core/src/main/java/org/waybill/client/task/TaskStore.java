package org.waybill.client.task;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.System.Logger.Level;
import java.nio.channels.ClosedByInterruptException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.platform.PrivateFiles;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The tasks of a home, a directory each: {@code task} is the task, {@code log} what its attempts said, {@code events}
 * what the last one reported, {@code lock} is held by the process that runs it. What was moved is in the ledgers of the
 * copies, not here.
 */
public record TaskStore(Path directory) {
    private static final System.Logger LOG = System.getLogger(TaskStore.class.getName());
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final String ID = "[A-Za-z0-9][A-Za-z0-9._-]{0,63}";
    private static final int ID_BYTES = 6;
    private static final int TAIL_BYTES = 64 << 10;

    /**
     * How far the last attempt is.
     *
     * @param bytesDone what is at the destination, with what was there before
     * @param totalBytes null while it is not known
     * @param filesDone files that are complete
     * @param totalFiles null while it is not known
     */
    public record Progress(
            long bytesDone,
            @Nullable Long totalBytes,
            long filesDone,
            @Nullable Long totalFiles) {}

    /** An id that no task has. */
    public static String newId() {
        byte[] random = new byte[ID_BYTES];
        new SecureRandom().nextBytes(random);
        return HexFormat.of().formatHex(random);
    }

    /** @throws TransferException if a task cannot be named so */
    public static String checkedId(String id) throws TransferException {
        if (!id.matches(ID)) {
            throw new TransferException(
                    Reason.BAD_INPUT,
                    "invalid task id '" + id + "': expected at most 64 letters, digits, '.', '_' and '-'");
        }
        return id;
    }

    private Path of(String id) {
        return directory.resolve(id);
    }

    public Path log(String id) {
        return of(id).resolve("log");
    }

    Path events(String id) {
        return of(id).resolve("events");
    }

    Path lock(String id) {
        return of(id).resolve("lock");
    }

    void write(Task task) throws IOException {
        PrivateFiles.replace(of(task.id()).resolve("task"), JSON.writeValueAsString(task) + "\n");
    }

    public boolean has(String id) {
        return Files.exists(of(id).resolve("task"));
    }

    /** The task of this id; empty if there is none. */
    public Optional<Task> read(String id) throws IOException {
        try {
            Task task = JSON.readValue(Files.readString(of(id).resolve("task")), Task.class);
            if (!task.id().equals(id)) {
                throw new IOException(of(id).resolve("task") + " is not a task of that id, but of " + task.id());
            }
            return Optional.of(task);
        } catch (NoSuchFileException _) {
            return Optional.empty();
        } catch (JacksonException e) {
            throw new IOException(of(id).resolve("task") + " is not a task: " + e.getOriginalMessage(), e);
        }
    }

    /** The task of this id, or the only one whose id begins so. */
    public Task find(String id) throws TransferException, IOException {
        Optional<Task> exact = read(checkedId(id));
        if (exact.isPresent()) {
            return exact.get();
        }
        List<String> begin = ids().stream().filter(one -> one.startsWith(id)).toList();
        if (begin.size() > 1) {
            throw new TransferException(
                    Reason.BAD_INPUT, begin.size() + " tasks begin with '" + id + "': write more of the id");
        }
        Optional<Task> only = begin.isEmpty() ? Optional.empty() : read(begin.getFirst());
        return only.orElseThrow(() ->
                new TransferException(Reason.NOT_FOUND, "no task '" + id + "'; 'waybill task list' shows all tasks"));
    }

    List<String> ids() throws IOException {
        return PrivateFiles.list(directory, "*").stream()
                .map(file -> file.getFileName().toString())
                .filter(name -> name.matches(ID))
                .toList();
    }

    /** All tasks in the order of their submission. What cannot be read is left out, and logged. */
    public List<Task> all() throws IOException {
        List<Task> all = new ArrayList<>();
        for (String id : ids()) {
            readable(id).ifPresent(all::add);
            if (Thread.currentThread().isInterrupted()) { // the others could not be read, and would be missing
                throw new ClosedByInterruptException();
            }
        }
        all.sort(Comparator.comparing(Task::submittedAt).thenComparing(Task::id));
        return all;
    }

    /** The task of this id; empty also if it cannot be read, which is logged. */
    Optional<Task> readable(String id) {
        try {
            return read(id);
        } catch (ClosedByInterruptException _) {
            return Optional.empty();
        } catch (IOException e) {
            LOG.log(Level.WARNING, "ignoring a task: " + e);
            return Optional.empty();
        }
    }

    void remove(String id) throws IOException {
        PrivateFiles.removeTree(of(id));
    }

    /** How far the last attempt is; empty while it reports nothing. */
    public Optional<Progress> progress(String id) {
        return last(id, "progress")
                .map(event -> new Progress(
                        event.path("bytesDone").asLong(0),
                        number(event, "totalBytes"),
                        event.path("filesDone").asLong(0),
                        number(event, "totalFiles")));
    }

    private static @Nullable Long number(JsonNode event, String name) {
        return event.path(name).isNumber() ? Long.valueOf(event.path(name).asLong()) : null;
    }

    /** The status with which the last attempt ended, as in its report; empty if it has not reported its end. */
    Optional<String> reportedStatus(String id) {
        return last(id, "end").map(event -> event.path("result").path("status").asString(""));
    }

    private Optional<JsonNode> last(String id, String kind) {
        for (String line : tail(events(id)).reversed()) {
            try {
                if (line.contains('"' + kind + '"')) {
                    JsonNode event = JSON.readTree(line);
                    if (event.path("event").asString("").equals(kind)) {
                        return Optional.of(event);
                    }
                }
            } catch (JacksonException _) {
                // the first line may be cut off, and the last one not whole yet
            }
        }
        return Optional.empty();
    }

    /** The last lines of a file; none where there is no file. */
    public static List<String> tail(Path file) {
        try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "r")) {
            long from = Math.max(0, open.length() - TAIL_BYTES);
            byte[] bytes = new byte[(int) (open.length() - from)];
            open.seek(from);
            open.readFully(bytes);
            return new String(bytes, StandardCharsets.UTF_8).lines().toList();
        } catch (IOException _) {
            return List.of();
        }
    }
}
