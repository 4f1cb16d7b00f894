package org.waybill.engine.mover.rclone;

import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.http.RequestBodyPublisher;
import org.waybill.engine.mover.store.Entry;
import org.waybill.engine.mover.store.RemovedTree;
import org.waybill.engine.mover.store.RenameErrors;
import org.waybill.engine.mover.store.ReplacementCharacterNames;
import org.waybill.engine.mover.store.Store;
import org.waybill.engine.mover.store.StorePath;
import org.waybill.engine.mover.store.StoreProvider;
import org.waybill.protocol.Protocols;
import org.waybill.protocol.Transport;
import tools.jackson.databind.JsonNode;

/**
 * A remote of rclone's configuration. What it can do is what rclone reports of its backend: a file gets its name by a rename
 * where the backend renames, and else appears when all of it has arrived. Uploads neither resume nor keep times.
 */
public final class RcloneStore implements Store {
    private static final String FS = "fs";
    private static final String REMOTE = "remote";
    private static final Map<String, Boolean> NO_TYPES = Map.of("noMimeType", true);

    private final RcloneAccount account;
    private final RcloneAccount.Abilities abilities;
    private boolean closed;

    private RcloneStore(RcloneAccount account) throws TransferException, InterruptedException {
        this.account = account;
        account.used();
        try {
            this.abilities = account.abilities();
        } catch (Throwable e) {
            account.released();
            throw e;
        }
    }

    /** Opens stores for the scheme {@code rclone}. @param environment rclone's, which names its configuration */
    public static StoreProvider provider(Map<String, String> environment) {
        return new StoreProvider(
                Set.copyOf(Protocols.schemes(Transport.RCLONE)),
                (location, events, _) -> new RcloneStore(
                        new RcloneAccount(location.host(), location.path().startsWith("/"), environment)));
    }

    @Override
    public String label() {
        return account.label();
    }

    @Override
    public Set<Feature> features() {
        Set<Feature> features = EnumSet.of(Feature.READ_FROM, Feature.READ_BACK, Feature.DIRECTORIES);
        if (abilities.renames()) {
            features.add(Feature.RENAME);
        }
        return features;
    }

    @Override
    public String resolve(String path) throws TransferException {
        checkName(path);
        String absolute = path.equals(".") ? "/" : path.startsWith("/") ? path : "/" + path;
        return StorePath.withoutTrailingSlash(absolute);
    }

    @Override
    public void checkName(String path) throws TransferException {
        RcloneNames.check(path);
    }

    /** Below the remote. */
    private static String remote(String path) {
        return path.substring(1);
    }

    private Map<String, Object> at(String path) {
        return Map.of(FS, account.fs(), REMOTE, remote(path));
    }

    @Override
    public Optional<Entry> stat(String path) throws TransferException, InterruptedException {
        if (path.equals("/")) {
            return Optional.of(Entry.directory(path));
        }
        JsonNode item = item(path, NO_TYPES);
        if (item.isObject()) {
            return Optional.of(entry(path, item));
        }
        return account.meant().contains(path) ? Optional.of(Entry.directory(path)) : Optional.empty();
    }

    private JsonNode item(String path, Map<String, ?> options) throws TransferException, InterruptedException {
        return account.call("operations/stat", Map.of(FS, account.fs(), REMOTE, remote(path), "opt", options), path)
                .path("item");
    }

    private Entry entry(String path, JsonNode item) {
        return item.path("IsDir").asBoolean(false)
                ? Entry.directory(path)
                : new Entry(path, Entry.Kind.FILE, item.path("Size").asLong(-1), modified(item), -1, null, true);
    }

    private @Nullable Instant modified(JsonNode item) {
        try {
            return abilities.times() ? Instant.parse(item.path("ModTime").asString("")) : null;
        } catch (DateTimeParseException _) {
            return null;
        }
    }

    @Override
    public List<Entry> list(String directory) throws TransferException, InterruptedException {
        List<Entry> entries = new ArrayList<>();
        JsonNode listed;
        try {
            Map<String, Object> asked = Map.of(FS, account.fs(), REMOTE, remote(directory), "opt", NO_TYPES);
            listed = account.askPlainly(rclone -> rclone.call("operations/list", asked));
        } catch (IOException e) {
            if (RcloneFailures.isMissing(e) && account.meant().contains(directory)) {
                return List.of();
            }
            throw failure(e, directory);
        }
        for (JsonNode item : listed.path("list")) {
            String name = item.path("Name").asString("");
            Entry entry = entry(StorePath.checkedChild(directory, name), item);
            entries.add(whyUnnameable(entry)
                    .map(why -> entry.unnameable().tagged(why))
                    .orElse(entry));
        }
        return ReplacementCharacterNames.judge(entries, this::known);
    }

    private static Optional<String> whyUnnameable(Entry entry) {
        if (!RcloneNames.isCarried(entry.name())) {
            return Optional.of(RcloneNames.WHY);
        }
        return entry.isFile() && entry.sizeBytes() < 0
                ? Optional.of("rclone does not know its size before it has read it")
                : Optional.empty();
    }

    private Optional<Entry> known(String path) throws TransferException {
        try {
            return stat(path);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new TransferException(Reason.INTERRUPTED, "interrupted", e);
        }
    }

    @Override
    public InputStream read(String path, long offset) throws TransferException, InterruptedException {
        return account.ask(path, rclone -> rclone.read(account.fs(), remote(path), offset));
    }

    @Override
    public void write(String path, long offset, InputStream data, long length)
            throws IOException, TransferException, InterruptedException {
        RequestBodyPublisher blocks = new RequestBodyPublisher(data);
        try {
            account.askPlainly(rclone -> {
                rclone.write(account.fs(), remote(StorePath.parent(path)), StorePath.name(path), blocks.body(length));
                return path;
            });
        } catch (IOException e) {
            account.brokenOff().add(remote(path));
            // the source's own fault has passed through the client; it must come out as it was
            @Nullable IOException source = blocks.failure();
            throw source == null ? e : source;
        } catch (InterruptedException e) {
            account.brokenOff().add(remote(path));
            throw e;
        }
    }

    /** rclone moves onto nothing only: what has the name is deleted a moment before, as rclone itself does. */
    @Override
    public void publish(String from, String to) throws TransferException, InterruptedException {
        account.call(
                "operations/movefile",
                Map.of(
                        "srcFs",
                        account.fs(),
                        "srcRemote",
                        remote(from),
                        "dstFs",
                        account.fs(),
                        "dstRemote",
                        remote(to)),
                to);
    }

    /** By copies and deletions where the backend has no renames. */
    @Override
    public void rename(String from, String to, boolean replace) throws TransferException, InterruptedException {
        if (RenameErrors.check(this, from, to, replace).isFile()) {
            publish(from, to);
            return;
        }
        account.call(
                "sync/move",
                Map.of(
                        "srcFs",
                        account.fs() + remote(from),
                        "dstFs",
                        account.fs() + remote(to),
                        "createEmptySrcDirs",
                        true,
                        "deleteEmptySrcDirs",
                        true),
                to);
        if (abilities.directories()) {
            delete("operations/rmdir", from);
        }
    }

    @Override
    public boolean holdsEmptyDirectories() {
        return abilities.directories();
    }

    @Override
    public String howUnprotected() {
        return "over a connection that may be unencrypted: rclone does not tell";
    }

    @Override
    public void createDirectories(String path) throws TransferException, InterruptedException {
        if (path.equals("/")) {
            return;
        }
        if (!abilities.directories()) {
            account.meant().add(path);
        }
        if (abilities.directories() || StorePath.parent(path).equals("/")) {
            account.call("operations/mkdir", at(path), path);
        }
    }

    @Override
    public void delete(String path) throws TransferException, InterruptedException {
        account.awaitEndOfUpload(remote(path));
        delete("operations/deletefile", path);
    }

    private void delete(String command, String path) throws TransferException, InterruptedException {
        try {
            account.askPlainly(rclone -> rclone.call(command, at(path)));
        } catch (IOException e) {
            TransferException failure = failure(e, path);
            if (failure.reason() != Reason.NOT_FOUND) {
                throw failure;
            }
        }
    }

    @Override
    public void removeDirectory(String path) throws TransferException, InterruptedException {
        if (!list(path).isEmpty()) {
            throw RenameErrors.notEmpty(path);
        }
        account.meant().remove(path);
        if (abilities.directories() || StorePath.parent(path).equals("/")) {
            delete("operations/rmdir", path);
        }
    }

    /** At once where the backend does so: it also removes links, which rclone does not list. */
    @Override
    public void removeTree(String directory, RemovedTree removed) throws TransferException, InterruptedException {
        if (!abilities.purges()) {
            removed.walk(this, directory);
            return;
        }
        RemovedTree counted = new RemovedTree();
        count(directory, counted);
        account.call("operations/purge", at(directory), directory);
        removed.add(counted.files(), counted.directories() + 1);
    }

    private void count(String directory, RemovedTree counted) throws TransferException, InterruptedException {
        for (Entry entry : list(directory)) {
            counted.add(entry.isDirectory() ? 0 : 1, entry.isDirectory() ? 1 : 0);
            if (entry.isDirectory()) {
                count(entry.path(), counted);
            }
        }
    }

    /** Of backends that have it, as most object stores have not: there the content is read back. */
    @Override
    public Optional<String> sha256(String path, long length) throws TransferException, InterruptedException {
        if (length >= 0 || !abilities.sha256()) {
            return Optional.empty();
        }
        String hash = item(path, Map.of("showHash", true, "hashTypes", List.of("sha256")))
                .path("Hashes")
                .path("sha256")
                .asString("");
        return hash.isEmpty() ? Optional.empty() : Optional.of(hash);
    }

    @Override
    public Store another() throws TransferException, InterruptedException {
        return new RcloneStore(account);
    }

    @Override
    public TransferException failure(Exception cause, String path) {
        return account.failure(cause, path);
    }

    @Override
    public void close() {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
        }
        account.released();
    }
}
