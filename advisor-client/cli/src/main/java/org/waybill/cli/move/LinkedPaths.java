package org.waybill.cli.move;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.waybill.client.files.EndpointStores;
import org.waybill.client.sync.SourceVersion;
import org.waybill.client.sync.SyncPlan;
import org.waybill.engine.CopyRules.Extra;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.compare.Difference;
import org.waybill.engine.mover.store.Entry;

/**
 * Paths that a sync copies though they are equal at the destination: other names of files that it has to copy, in any
 * of its sources, so that they become links to the copies.
 */
record LinkedPaths(Map<SyncCopy, List<String>> also) {
    /** Of what is copied before anything is deleted. */
    static LinkedPaths of(List<SyncCopy> sources) throws TransferException, InterruptedException {
        return of(sources, SyncPlan::copies);
    }

    /** Of what is copied in the place of what was deleted. */
    static LinkedPaths ofReplaced(List<SyncCopy> sources) throws TransferException, InterruptedException {
        return sources.stream().allMatch(one -> one.looked.plan().inTheWay().isEmpty())
                ? new LinkedPaths(Map.of())
                : of(sources, SyncPlan::replacements);
    }

    private static LinkedPaths of(List<SyncCopy> sources, Function<SyncPlan, List<String>> copies)
            throws TransferException, InterruptedException {
        Map<SyncCopy, Map<String, List<String>>> names = new HashMap<>();
        Set<String> copied = new HashSet<>();
        for (SyncCopy source : sources) {
            Map<String, List<String>> linked = linkedNames(source.looked);
            Predicate<String> isCopied = copied(source.looked, copies);
            names.put(source, linked);
            linked.forEach((file, paths) -> {
                if (paths.stream().anyMatch(isCopied)) {
                    copied.add(file);
                }
            });
        }
        Map<SyncCopy, List<String>> also = new HashMap<>();
        names.forEach((source, linked) -> also.put(
                source,
                linked.entrySet().stream()
                        .filter(one -> copied.contains(one.getKey()))
                        .flatMap(one -> one.getValue().stream())
                        .filter(copied(source.looked, copies).negate())
                        .toList()));
        return new LinkedPaths(also);
    }

    /** The names of each file with hard links at the source, where these are to be kept. */
    private static Map<String, List<String>> linkedNames(SyncComparison looked)
            throws TransferException, InterruptedException {
        SyncSource asked = looked.asked();
        Map<String, List<String>> linked = new LinkedHashMap<>();
        if (!asked.rules().keeps(Extra.HARD_LINKS) || !asked.source().isLocal()) {
            return linked;
        }
        try (EndpointStores.Opened open = asked.session().stores().open(asked.source())) {
            String root = looked.trees().here().path();
            for (Difference one :
                    SourceVersion.look(open.store(), root, asked.rules()).files()) {
                Entry entry = one.source();
                if (entry != null) {
                    open.store()
                            .sharedFile(entry.path())
                            .ifPresent(file -> linked.computeIfAbsent(file, _ -> new ArrayList<>())
                                    .add(one.path()));
                }
            }
        }
        return linked;
    }

    List<String> of(SyncCopy source) {
        return also.getOrDefault(source, List.of());
    }

    /** Whether a path is copied anyway. */
    private static Predicate<String> copied(SyncComparison looked, Function<SyncPlan, List<String>> copies) {
        Set<String> paths = new HashSet<>(copies.apply(looked.plan()));
        return looked.trees().there() == null ? _ -> true : path -> covers(paths, path);
    }

    private static boolean covers(Set<String> paths, String path) {
        int slash = path.lastIndexOf('/');
        return paths.contains(path) || slash > 0 && covers(paths, path.substring(0, slash));
    }
}
