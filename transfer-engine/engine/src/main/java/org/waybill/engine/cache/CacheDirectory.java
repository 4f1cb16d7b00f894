package org.waybill.engine.cache;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.storage.StorageErrors;
import org.waybill.platform.PrivateFiles;

/** Where what a cache has is, for each client apart, and that it is one process's. */
final class CacheDirectory implements AutoCloseable {
    private static final Logger LOG = System.getLogger(CacheDirectory.class.getName());
    private static final Pattern CLIENT = Pattern.compile("[0-9a-f]{64}(-[0-9a-f]{64})?");
    private static final String ALL = "*";
    private static final String CONTENT = "content";
    private static final String STAGES = "stages";
    private static final String LOCK = "lock";
    private static final String METRICS = "metrics.prom";

    private final Path root;
    private final FileChannel lock;

    private CacheDirectory(Path root, FileChannel lock) {
        this.root = root;
        this.lock = lock;
    }

    /** @throws TransferException if it is another process's, or holds anything else */
    static CacheDirectory open(Path root) throws TransferException {
        try {
            requireOwn(root);
            PrivateFiles.createDirectory(root);
            PrivateFiles.close(root, false);
            FileChannel lock = PrivateFiles.tryLock(root.resolve(LOCK));
            if (lock == null) {
                throw new TransferException(
                        Reason.TARGET_BUSY, "the cache " + root + " is used by another node; name another directory");
            }
            return new CacheDirectory(root, lock);
        } catch (IOException e) {
            throw failure(e, root);
        }
    }

    static TransferException failure(IOException e, Path root) {
        return StorageErrors.map(e, "using the cache", root.toString());
    }

    /** It is closed to other users, and what is not known in it is removed. */
    private static void requireOwn(Path root) throws IOException, TransferException {
        if (!Files.exists(root.resolve(LOCK)) && !PrivateFiles.list(root, ALL).isEmpty()) {
            throw new TransferException(
                    Reason.BAD_INPUT, "the directory " + root + " is not a cache and not empty; name a new directory");
        }
    }

    static void requireClient(String client) {
        if (!CLIENT.matcher(client).matches()) {
            throw new IllegalArgumentException("no client: " + client);
        }
    }

    /** All that have anything here. */
    List<String> clients() throws IOException {
        return PrivateFiles.list(root, ALL).stream()
                .map(each -> String.valueOf(each.getFileName()))
                .filter(name -> CLIENT.matcher(name).matches())
                .toList();
    }

    /** Where the entries of a client are. */
    Path content(String client) {
        return root.resolve(client).resolve(CONTENT);
    }

    List<Path> entries(String client) throws IOException {
        return PrivateFiles.list(content(client), ALL);
    }

    Path entry(FileVersion version, String sha256) {
        return content(version.client()).resolve(version.name(sha256));
    }

    /** Where a client's tree waits to be sent on. */
    Path stage(String client, String key) {
        return root.resolve(client).resolve(STAGES).resolve(key);
    }

    /** Of an earlier run. */
    void removeStages() throws IOException {
        for (String client : clients()) {
            PrivateFiles.removeTree(root.resolve(client).resolve(STAGES));
        }
    }

    /** Removes a file, or a directory with what is in it; what cannot be removed is logged. */
    static void remove(Path what) {
        try {
            PrivateFiles.removeTree(what);
        } catch (IOException e) {
            LOG.log(Level.WARNING, "cannot remove " + what + ": " + e);
        }
    }

    void write(CacheCounts counts) {
        try {
            PrivateFiles.replace(root.resolve(METRICS), counts.prometheus());
        } catch (IOException e) {
            LOG.log(Level.WARNING, "cannot write " + METRICS + " of the cache: " + e);
        }
    }

    /** Another process may have it. */
    @Override
    public void close() {
        try {
            lock.close();
        } catch (IOException e) {
            LOG.log(Level.WARNING, "cannot release the cache: " + e);
        }
    }
}
