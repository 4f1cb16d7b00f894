package org.waybill.engine.cache;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Reason;
import org.waybill.engine.storage.FileState;
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
    /** How many stages have an entry. */
    private final Map<FileVersion, Integer> holders = new HashMap<>();

    private long heldBytes;
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
        return stages.values().stream().filter(stage -> isLeftFor(stage, least));
    }

    private static boolean isLeftFor(CacheStage stage, Duration least) {
        return stage.users == 0 && System.nanoTime() - stage.leftNanos > least.toNanos();
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
        letGoOfAll(stage);
        CacheDirectory.remove(stage.directory());
        return true;
    }

    /** It has an entry. */
    void hold(CacheStage stage, FileVersion entry) {
        if (stage.entries.add(entry) && holders.merge(entry, 1, Integer::sum) == 1) {
            heldBytes += entry.sizeBytes();
        }
    }

    /** It has it no more. */
    void letGo(CacheStage stage, FileVersion entry) {
        if (stage.entries.remove(entry)
                && holders.computeIfPresent(entry, (_, count) -> count == 1 ? null : count - 1) == null) {
            heldBytes -= entry.sizeBytes();
        }
    }

    private void letGoOfAll(CacheStage stage) {
        List.copyOf(stage.entries).forEach(entry -> letGo(stage, entry));
    }

    /** What makes no room: what all have taken, and the entries that they have. */
    long takenBytes() {
        return reservedBytes + heldBytes;
    }

    /** The same of those that cannot be removed at present. */
    long takenBytesInUse() {
        return takenBytes(stages.values().stream().filter(stage -> !isLeftFor(stage, IDLE)), "");
    }

    /**
     * The same without one stage, whose copy may have the same files as others of its client.
     *
     * @param withIdle also of those that can be removed
     */
    long takenBytesBesides(CacheStage one, boolean withIdle) {
        return takenBytes(
                stages.values().stream().filter(stage -> stage != one && (withIdle || !isLeftFor(stage, IDLE))),
                one.client());
    }

    /** @param client whose entries are left out */
    private static long takenBytes(Stream<CacheStage> these, String client) {
        Set<FileVersion> entries = new HashSet<>();
        long bytes = 0;
        for (CacheStage stage : these.toList()) {
            bytes += stage.reservedBytes;
            if (!stage.client().equals(client)) {
                entries.addAll(stage.entries);
            }
        }
        return bytes + entries.stream().mapToLong(FileVersion::sizeBytes).sum();
    }

    /**
     * An earlier session may have taken room for what has not arrived, and replaced an entry; what has, and is none, takes
     * its room.
     */
    void recount(CacheStage stage) throws IOException {
        release(stage, stage.reservedBytes);
        letGoOfAll(stage);
        stage.found.clear();
        for (Path file : PrivateFiles.tree(stage.directory())) {
            BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            if (now.isRegularFile() && FileState.names(file) > 1) {
                hold(stage, FileVersion.of(stage.client(), file, now));
            } else if (now.isRegularFile()) {
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
