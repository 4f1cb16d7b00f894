package org.waybill.engine.cache;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Reason;
import org.waybill.engine.storage.RefusedException;
import org.waybill.platform.PrivateFiles;

/**
 * The copies that wait to be sent on, of which a part may have arrived only, and the room that is taken for what in them is
 * no entry of the cache. Guarded by the cache.
 */
final class CacheStages {
    private static final Duration ABANDONED = Duration.ofHours(1);
    /** Between two steps of a copy no session uses its stage. */
    private static final Duration IDLE = Duration.ofMinutes(1);

    private final Map<Path, CacheStage> stages = new HashMap<>();
    private long reservedBytes;

    /** One at a place, which is made if it is not there. */
    CacheStage make(ContentCache cache, String client, Path place) throws IOException {
        PrivateFiles.createDirectory(place);
        stages.computeIfAbsent(place, _ -> new CacheStage(cache, client, place));
        return enter(place);
    }

    /** The one that is there: a new one would be an empty copy. */
    CacheStage enter(Path place) throws IOException {
        CacheStage stage = stages.get(place);
        if (stage == null) {
            throw new RefusedException(
                    Reason.CONNECTION_LOST, "the cache has removed it, for other copies or at a restart: copy again");
        }
        stage.users++;
        return stage;
    }

    /** Those whose clients have not returned. @param place of one that does now */
    List<CacheStage> abandoned(Path place) {
        return leftFor(ABANDONED)
                .filter(stage -> !stage.directory().equals(place))
                .toList();
    }

    /** Those that make room where others need it, that which was left first first. */
    List<CacheStage> idle() {
        return leftFor(IDLE)
                .sorted((one, other) -> Long.compare(one.leftNanos - other.leftNanos, 0))
                .toList();
    }

    private Stream<CacheStage> leftFor(Duration least) {
        return stages.values().stream()
                .filter(stage -> stage.users == 0 && System.nanoTime() - stage.leftNanos > least.toNanos());
    }

    void left(CacheStage stage) {
        stage.users--;
        stage.leftNanos = System.nanoTime();
    }

    boolean areInUse() {
        return stages.values().stream().anyMatch(stage -> stage.users > 0);
    }

    /** Removes it, with what is there; false if another session uses it. */
    boolean remove(CacheStage stage) {
        if (stage.users > 1) {
            return false;
        }
        stages.remove(stage.directory(), stage);
        release(stage, stage.reservedBytes);
        CacheDirectory.remove(stage.directory());
        return true;
    }

    /** An earlier session may have taken room for what has not arrived; what has, and is no entry, takes its room. */
    void recount(CacheStage stage) throws IOException {
        release(stage, stage.reservedBytes);
        stage.found.clear();
        for (Path file : PrivateFiles.tree(stage.directory())) {
            BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            if (now.isRegularFile() && CacheDirectory.names(file) == 1) {
                take(stage, now.size());
                stage.found.put(Objects.requireNonNullElse(now.fileKey(), file), now.size());
            }
        }
    }

    /** How much room all have taken. */
    long reservedBytes() {
        return reservedBytes;
    }

    /** How much room a file of this size needs that has some already. @param inode of it, null if it has none */
    long lackingBytes(CacheStage stage, @Nullable Object inode, long sizeBytes) {
        long hadBytes = inode == null ? 0 : stage.found.getOrDefault(inode, 0L);
        return Math.max(0, sizeBytes - hadBytes);
    }

    /** Takes it, which is there. */
    void reserve(CacheStage stage, @Nullable Object inode, long sizeBytes) {
        take(stage, lackingBytes(stage, inode, sizeBytes));
        if (inode != null) {
            stage.found.remove(inode);
        }
    }

    private void take(CacheStage stage, long sizeBytes) {
        stage.reservedBytes += sizeBytes;
        reservedBytes += sizeBytes;
    }

    void release(CacheStage stage, long sizeBytes) {
        long released = Math.min(stage.reservedBytes, sizeBytes);
        stage.reservedBytes -= released;
        reservedBytes -= released;
    }
}
