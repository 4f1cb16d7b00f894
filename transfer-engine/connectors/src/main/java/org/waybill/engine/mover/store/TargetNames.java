package org.waybill.engine.mover.store;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.store.Store.Feature;
import org.waybill.engine.storage.EntryNames;

/**
 * Whether files get the names that they are given. Some servers take upper and lower case for the same, normalise, cut
 * off, replace or drop characters, and say nothing: then two files become one. So names that could come out otherwise
 * are compared with a listing, and of names that could fall together one is written after the other. Of one transfer;
 * for many threads. See decision 0033.
 */
final class TargetNames {
    private static final int KEY_CHARACTERS = 100;

    private final Map<String, String> firstOf = new HashMap<>();
    /** Paths that share their key with another one. */
    private final Set<String> alike = ConcurrentHashMap.newKeySet();

    private volatile boolean keepsCase;
    private final Map<String, Set<String>> before = new ConcurrentHashMap<>();
    /** Files that this transfer has started: what has such a name now may be its own. */
    private final Set<String> begun = ConcurrentHashMap.newKeySet();

    /** Files to be written before all others, at once, and those to be written after them, one by one. */
    record Waves(List<FileItem> first, List<FileItem> later) {}

    Waves waves(List<FileItem> items) {
        Waves waves = new Waves(new ArrayList<>(), new ArrayList<>());
        for (FileItem item : items) {
            (isAlike(item.target()) ? waves.later : waves.first).add(item);
        }
        return waves;
    }

    /** Whether an earlier name might be taken for this one. */
    private boolean isAlike(String path) {
        @Nullable String first = firstOf.putIfAbsent(key(path), path);
        if (first != null) {
            alike.add(first);
            alike.add(path);
        }
        return first != null;
    }

    /** Whether something else might be found by this name. */
    boolean isDoubtful(String path) {
        return !EntryNames.isPlain(StorePath.name(path)) || alike.contains(path);
    }

    /** Equal for paths that a server might take for the same: letters and digits alone, without case, not too long. */
    static String key(String path) {
        StringBuilder key = new StringBuilder(path.length());
        for (String name : path.split("/")) {
            String plain = EntryNames.isPlain(name) ? name : Normalizer.normalize(name, Normalizer.Form.NFKC);
            key.append('/');
            plain.toLowerCase(Locale.ROOT)
                    .codePoints()
                    .filter(Character::isLetterOrDigit)
                    .limit(KEY_CHARACTERS)
                    .forEach(key::appendCodePoint);
        }
        return key.toString();
    }

    /**
     * Refuses to write a file whose name the server takes for another one's, or that a directory or another writer has.
     * Call it when its target is locked.
     *
     * @throws TransferException {@link Reason#BAD_INPUT}, {@link Reason#TARGET_BUSY}
     */
    void refuseAnothers(Store store, FileItem item) throws TransferException, InterruptedException {
        String path = item.target();
        String name = StorePath.name(path);
        boolean doubtful = isDoubtful(path);
        if ((!doubtful && item.earlier() == FileItem.Earlier.NONE) || !store.has(Feature.DIRECTORIES)) {
            return;
        }
        boolean again = !begun.add(path);
        Optional<Entry> there = store.look(path);
        if (there.isEmpty()) {
            return;
        }
        if (there.get().isDirectory()) {
            throw inTheWay(store, path, "expected a file, found a directory");
        }
        boolean theOthers =
                switch (item.earlier()) {
                    case SAME_TIME -> doubtful ? !isListed(store, path) : !knownBefore(store, path);
                    case SAME_HASH ->
                        doubtful
                                        || store.stat(StorePath.join(StorePath.parent(path), swapped(name)))
                                                .isPresent()
                                ? !isListed(store, path)
                                : false;
                    case NONE -> !isListed(store, path);
                };
        if (theOthers && isListed(store, path)) {
            if (!again) {
                throw StorePath.failure(
                        Reason.TARGET_BUSY,
                        path,
                        " at " + store.label()
                                + " was written by another process meanwhile; wait for it, or choose another"
                                + " destination");
            }
        } else if (theOthers) {
            throw StorePath.badInput(
                    path,
                    ": " + store.label()
                            + " confuses this name with another file's (upper and lower case, or characters that it"
                            + " drops), and two files would become one; rename it");
        }
    }

    private static TransferException inTheWay(Store store, String path, String what) {
        return StorePath.badInput(
                path, " at " + store.label() + ": " + what + "; choose another destination, or remove it");
    }

    private static String swapped(String name) {
        StringBuilder swapped = new StringBuilder(name.length());
        name.chars()
                .forEach(c -> swapped.append(
                        (char) (Character.isUpperCase(c) ? Character.toLowerCase(c) : Character.toUpperCase(c))));
        return swapped.toString();
    }

    /** Whether the name just given has capitals and a server that may not keep them: asked until one has kept them. */
    private boolean losesCase(Store store, String path) throws TransferException, InterruptedException {
        String name = StorePath.name(path);
        String lower = name.toLowerCase(Locale.ROOT);
        if (keepsCase || lower.equals(name)) {
            return false;
        }
        keepsCase = store.stat(StorePath.join(StorePath.parent(path), lower)).isEmpty();
        return !keepsCase;
    }

    /**
     * Makes a directory that gets its own name, in the place of a link that is there.
     *
     * @param existed whether the tree that it belongs to was there before
     * @param backups where a link goes that is to be kept
     * @return what was there, if it was there before
     * @throws TransferException {@link Reason#BAD_INPUT} if the server gives it another one's, or a file has it
     */
    Optional<Entry> create(Store store, String directory, boolean existed, Backups backups)
            throws TransferException, InterruptedException {
        boolean doubtful = !EntryNames.isPlain(StorePath.name(directory)) | isAlike(directory);
        Optional<Entry> there = doubtful || existed ? withoutLink(store, directory, backups) : Optional.empty();
        if (there.isPresent() && !there.get().isDirectory()) {
            throw inTheWay(store, directory, "expected a directory, found a file");
        }
        if (there.isPresent() && (doubtful || !knownBefore(store, directory)) && !isListed(store, directory)) {
            throw altered(store, directory);
        }
        store.createDirectories(directory);
        if ((doubtful || losesCase(store, directory)) && !isListed(store, directory)) {
            throw altered(store, directory);
        }
        return there;
    }

    /** What is in the place of a directory. A link goes: what the tree holds does not go where it leads (decision 0277). */
    Optional<Entry> withoutLink(Store store, String directory, Backups backups)
            throws TransferException, InterruptedException {
        Optional<Entry> there = store.look(directory);
        if (!isLink(there) || !isListed(store, directory)) {
            return there;
        }
        Optional<Entry> now = store.look(directory); // listing took a while, and only the link is to go
        if (!isLink(now)) {
            return now;
        }
        if (backups.setAside(store, directory).isEmpty()) {
            store.delete(directory);
        }
        return Optional.empty();
    }

    private static boolean isLink(Optional<Entry> there) {
        return there.filter(entry -> entry.kind() == Entry.Kind.LINK).isPresent();
    }

    /** Those of the files written whose names the server has changed. */
    List<FileItem> altered(Store store, List<FileItem> written) throws TransferException, InterruptedException {
        List<FileItem> altered = new ArrayList<>();
        Map<String, Set<String>> listings = new ConcurrentHashMap<>();
        if (store.has(Feature.DIRECTORIES)) {
            for (FileItem item : written) {
                String path = item.target();
                if ((!EntryNames.isPlain(StorePath.name(path)) || alike.contains(path) || losesCase(store, path))
                        && !isIn(store, path, listings)) {
                    altered.add(item);
                }
            }
        }
        return altered;
    }

    /**
     * Those of the other files in the directories of altered ones that may have been written over: their size is
     * another one, or that of an altered one.
     */
    List<FileItem> endangered(Store store, List<FileItem> written, List<FileItem> altered)
            throws TransferException, InterruptedException {
        Map<String, Set<Long>> sizes = new HashMap<>();
        altered.forEach(item -> sizes.computeIfAbsent(StorePath.parent(item.target()), _ -> new HashSet<>())
                .add(item.sizeBytes()));
        Map<String, Long> there = new HashMap<>();
        for (String directory : sizes.keySet()) {
            store.list(directory).forEach(entry -> there.put(entry.path(), entry.sizeBytes()));
        }
        Set<FileItem> others = new HashSet<>(altered);
        return written.stream()
                .filter(item -> !others.contains(item) && there.containsKey(item.target()))
                .filter(item -> there.getOrDefault(item.target(), -1L) != item.sizeBytes()
                        || sizes.getOrDefault(StorePath.parent(item.target()), Set.of())
                                .contains(item.sizeBytes()))
                .toList();
    }

    TransferException altered(Store store, String path) {
        return StorePath.badInput(path, ": " + store.label() + " changes its name; rename it");
    }

    /** Whether its directory shows it by this very name. */
    boolean isListed(Store store, String path) throws TransferException, InterruptedException {
        return isIn(store, path, new ConcurrentHashMap<>());
    }

    private boolean knownBefore(Store store, String path) throws TransferException, InterruptedException {
        return isIn(store, path, before);
    }

    /** Names with a dot in front are not shown by every server: that they are missing says nothing. */
    private static boolean isIn(Store store, String path, Map<String, Set<String>> listings)
            throws TransferException, InterruptedException {
        if (store instanceof CopyTarget receiver && receiver.isBlind()) {
            return true;
        }
        String parent = StorePath.parent(path);
        Set<String> names = listings.get(parent);
        if (names == null) {
            names = new HashSet<>();
            for (Entry entry : store.list(parent)) {
                names.add(entry.name());
            }
            listings.put(parent, names);
        }
        return names.contains(StorePath.name(path)) || StorePath.name(path).startsWith(".");
    }
}
