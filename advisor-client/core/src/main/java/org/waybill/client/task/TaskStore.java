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
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.waybill.client.execution.RetryNotice;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.platform.PrivateFiles;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The tasks of a home, a directory each: {@code task} is the task, {@code log} what its attempts said, {@code events}
 * what the last one reported, {@code lock} is held by the process that runs it, {@code failures} are those that the
 * history has, {@code document} is what the command of a leased one answered. What was moved is in the ledgers of the copies, not here.
 */
public record TaskStore(Path directory) {
    private static final System.Logger LOG = System.getLogger(TaskStore.class.getName());
    /** A number that a task of an earlier version lacks is 0. */
    private static final JsonMapper JSON = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .build();

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
                    "invalid task id '" + id
                            + "': expected at most 64 of a-z, A-Z, 0-9, '.', '_' and '-', the first a letter or digit");
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

    /** What the last attempt answered, in JSON, where it was asked for that. */
    Path document(String id) {
        return of(id).resolve("document");
    }

    Path lock(String id) {
        return of(id).resolve("lock");
    }

    /** @see TaskLock#failures */
    Path failures(String id) {
        return of(id).resolve("failures");
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
            LOG.log(Level.DEBUG, "task {0}: {1}", id, e.getOriginalMessage());
            throw new IOException(of(id).resolve("task") + " is damaged, or of a later version of Waybill", e);
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
        return all(TaskStore::logged);
    }

    /** The same. @param unreadable hears why one cannot be read */
    public List<Task> all(Consumer<IOException> unreadable) throws IOException {
        List<Task> all = new ArrayList<>();
        for (String id : ids()) {
            readable(id, unreadable).ifPresent(all::add);
            if (Thread.currentThread().isInterrupted()) { // the others could not be read, and would be missing
                throw new ClosedByInterruptException();
            }
        }
        all.sort(Comparator.comparing(Task::submittedAt).thenComparing(Task::id));
        return all;
    }

    /** The task of this id; empty also if it cannot be read, which is logged. */
    Optional<Task> readable(String id) {
        return readable(id, TaskStore::logged);
    }

    private Optional<Task> readable(String id, Consumer<IOException> unreadable) {
        try {
            return read(id);
        } catch (ClosedByInterruptException _) {
            return Optional.empty();
        } catch (IOException e) {
            unreadable.accept(e);
            return Optional.empty();
        }
    }

    private static void logged(IOException failure) {
        LOG.log(Level.WARNING, "ignoring a task: " + failure);
    }

    void remove(String id) throws IOException {
        PrivateFiles.removeTree(of(id));
    }

    /**
     * Removes the tasks to whose directories nothing was written since then. For those of a worker: a lease is written
     * every few seconds while its task runs.
     */
    public void removeBefore(Instant earliest) throws IOException {
        for (String id : ids()) {
            if (Files.getLastModifiedTime(of(id)).toInstant().isBefore(earliest)) {
                remove(id);
            }
        }
    }

    /** How far the last attempt is; empty while it reports nothing. What is done is as far as its end says. */
    public Optional<Progress> progress(String id) {
        Optional<Progress> done = last(id, "end").flatMap(TaskStore::done);
        return done.isPresent() ? done : reported(id);
    }

    /** Of several sources, and of a sync, the sum. */
    private static Optional<Progress> done(JsonNode event) {
        JsonNode result = event.path("result");
        List<JsonNode> parts = result.path("bytes").isNumber()
                ? List.of(result)
                : result.path("copies").valueStream().toList();
        if (!result.path("status").asString("").equals("OK")) {
            return Optional.empty();
        }
        long bytes =
                parts.stream().mapToLong(one -> one.path("bytes").asLong(0)).sum();
        long files =
                parts.stream().mapToLong(one -> one.path("files").asLong(0)).sum();
        return Optional.of(new Progress(bytes, bytes, files, files));
    }

    /** What failed in the last attempt, which tries again by itself; empty if data move, or it has ended. */
    public Optional<RetryNotice> retry(String id) {
        for (JsonNode event : (Iterable<JsonNode>) backwards(id, "")::iterator) {
            String kind = event.path("event").asString("");
            if (kind.equals("notice") && event.path("code").asString("").equals(RetryNotice.CODE)) {
                return RetryNotice.read(
                        event.path("at").asString(""), event.path("text").asString(""));
            } else if (!kind.equals("notice")
                    && !event.path("phase").asString("").equals("connecting")) {
                return Optional.empty();
            }
        }
        return Optional.empty();
    }

    private Optional<Progress> reported(String id) {
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
        return backwards(id, '"' + kind + '"')
                .filter(event -> event.path("event").asString("").equals(kind))
                .findFirst();
    }

    /** The last events, the latest first. @param text that their lines contain */
    private Stream<JsonNode> backwards(String id, String text) {
        return tail(events(id)).reversed().stream()
                .filter(line -> line.contains(text))
                .flatMap(line -> {
                    try {
                        return Stream.of(JSON.readTree(line));
                    } catch (JacksonException _) {
                        return Stream.empty(); // the first line may be cut off, and the last one not whole yet
                    }
                });
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
