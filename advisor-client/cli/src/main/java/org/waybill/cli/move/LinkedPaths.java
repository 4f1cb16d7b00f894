package org.waybill.cli.move;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.waybill.client.sync.SyncPlan;
import org.waybill.engine.TransferException;

/**
 * Paths that a sync copies though they are equal at the destination: other names of files that it has to copy, in any
 * of its sources, so that they become links to the copies.
 */
record LinkedPaths(Map<SyncRun, List<String>> also) {
    /** Of what is copied before anything is deleted. */
    static LinkedPaths of(Map<SyncRun, SyncRun.Looked> runs) throws TransferException, InterruptedException {
        return of(runs, SyncPlan::copies);
    }

    /** Of what is copied in the place of what was deleted. */
    static LinkedPaths ofReplaced(Map<SyncRun, SyncRun.Looked> runs) throws TransferException, InterruptedException {
        return runs.values().stream().allMatch(one -> one.plan().inTheWay().isEmpty())
                ? new LinkedPaths(Map.of())
                : of(runs, SyncPlan::replacements);
    }

    private static LinkedPaths of(Map<SyncRun, SyncRun.Looked> runs, Function<SyncPlan, List<String>> copies)
            throws TransferException, InterruptedException {
        Map<SyncRun, Map<String, List<String>>> names = new HashMap<>();
        Set<String> copied = new HashSet<>();
        for (Map.Entry<SyncRun, SyncRun.Looked> run : runs.entrySet()) {
            Map<String, List<String>> linked = run.getKey().linkedNames(run.getValue());
            Predicate<String> isCopied = copied(run.getValue(), copies);
            names.put(run.getKey(), linked);
            linked.forEach((file, paths) -> {
                if (paths.stream().anyMatch(isCopied)) {
                    copied.add(file);
                }
            });
        }
        Map<SyncRun, List<String>> also = new HashMap<>();
        runs.forEach((run, looked) -> also.put(
                run,
                names.getOrDefault(run, Map.of()).entrySet().stream()
                        .filter(one -> copied.contains(one.getKey()))
                        .flatMap(one -> one.getValue().stream())
                        .filter(copied(looked, copies).negate())
                        .toList()));
        return new LinkedPaths(also);
    }

    List<String> of(SyncRun run) {
        return also.getOrDefault(run, List.of());
    }

    /** Whether a path is copied anyway. */
    private static Predicate<String> copied(SyncRun.Looked looked, Function<SyncPlan, List<String>> copies) {
        Set<String> paths = new HashSet<>(copies.apply(looked.plan()));
        return looked.trees().there() == null ? _ -> true : path -> covers(paths, path);
    }

    private static boolean covers(Set<String> paths, String path) {
        int slash = path.lastIndexOf('/');
        return paths.contains(path) || slash > 0 && covers(paths, path.substring(0, slash));
    }
}
