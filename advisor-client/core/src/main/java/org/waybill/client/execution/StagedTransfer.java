package org.waybill.client.execution;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import org.waybill.client.HumanUnits;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.endpoint.EndpointFormat;
import org.waybill.client.estimate.Estimate;
import org.waybill.client.files.EndpointStores;
import org.waybill.client.files.FileTree;
import org.waybill.client.workflow.option.FileNames;
import org.waybill.client.workflow.option.LocalPaths;
import org.waybill.engine.CopyRules;
import org.waybill.engine.CopyRulesText;
import org.waybill.engine.Location;
import org.waybill.engine.NotTransferred;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferReport;
import org.waybill.engine.TransferReport.Compared;
import org.waybill.engine.filter.EntryFilter;
import org.waybill.engine.mover.store.Entry;
import org.waybill.engine.mover.store.RemovedTree;
import org.waybill.engine.storage.EntryNames;

/**
 * One transfer by hosts between its endpoints. Each hop is a transfer of its own that resumes, verifies and is recorded
 * in the history; a hop that an earlier run has finished finds everything there and sends nothing. The intermediate
 * copies are in a directory that is named after the endpoints and closed to others where hosts know permissions. It is
 * removed at the end, and after a failure that a re-run does not get over. For one thread. See decision 0298.
 */
final class StagedTransfer {
    private static final int PRIVATE_DIRECTORY = 0700;

    private final StagedTransferService service;
    private final TransferOrder order;
    private final TransferListener listener;
    private final List<TransferOrder> hops;
    /** The directories of the intermediate copies: each hop but the last writes into the one in its place. */
    private final List<Location> stops = new ArrayList<>();
    /** Those of them that this run has made. */
    private final Set<Location> fresh = new HashSet<>();

    private final List<TransferResult> done = new ArrayList<>();

    StagedTransfer(StagedTransferService service, TransferOrder order, TransferListener listener) {
        this.service = service;
        this.order = order;
        this.listener = listener;
        String directory = service.names()
                .staged(place(order.request().source())
                        + "\0"
                        + place(order.request().destination())
                        + "\0"
                        + selection(order.hops().getFirst().request().rules()));
        List<TransferOrder> placed = new ArrayList<>();
        for (int i = 0; i < order.hops().size(); i++) {
            TransferOrder hop = order.hops().get(i);
            boolean last = i == order.hops().size() - 1;
            Location from = hop.request().source();
            Location to = hop.request().destination();
            if (!last) {
                stops.add(at(to, inRoot(to, directory)));
            }
            placed.add(hop.between(i == 0 ? from : within(from, directory), last ? to : within(to, directory)));
        }
        this.hops = placed;
    }

    /** Where it is, the same for each way to write it. */
    private static Location place(Location end) {
        return end.isLocal() ? at(end, LocalPaths.absolute(end.path())) : end;
    }

    /** What of the source is copied; without times, which are others at each run where the user gives an age. */
    private static List<String> selection(CopyRules rules) {
        EntryFilter filter = rules.filter();
        return CopyRulesText.words(rules.with(
                new EntryFilter(filter.rules(), filter.leastBytes(), filter.mostBytes(), null, null, filter.chosen())));
    }

    private static Location at(Location end, String path) {
        return new Location(end.scheme(), end.user(), end.host(), end.port(), path);
    }

    /** In the root of a server whose paths begin there, else in the login directory. */
    private static String inRoot(Location stop, String directory) {
        return (stop.path().startsWith("/") ? "/" : "") + directory;
    }

    /** A file or directory of that name in the directory; the directory itself for the contents of one. */
    private static Location within(Location stop, String directory) {
        String parent = inRoot(stop, directory) + "/";
        return at(stop, stop.saysDirectory() ? parent : parent + FileNames.last(stop.path()));
    }

    TransferResult run() throws TransferException, InterruptedException {
        checkHops();
        Instant startedAt = service.ticker().now();
        long startedNs = service.ticker().nanoTime();
        Double likely = order.forecast().secondsP50();
        Double late = order.forecast().secondsP90();
        if (likely != null) {
            listener.onForecast(likely, late == null ? likely : late);
        }
        makeRoom();
        HopProgress progress = new HopProgress(hops.size(), listener);
        for (int i = 0; i < hops.size(); i++) {
            progress.start(i);
            listener.onEvent("HOP", name(i) + " by " + hops.get(i).transport());
            try {
                done.add(hop(i, progress));
                if (isNothing(i)) {
                    break;
                }
            } catch (TransferException e) {
                TransferException failure = named(e, i);
                if (isResumable(e, i < stops.size())) {
                    keep(i);
                } else {
                    removeAll(stops);
                }
                throw failure;
            } catch (InterruptedException e) {
                keep(i);
                throw e;
            }
        }
        removeAll(stops);
        return result(startedAt, (service.ticker().nanoTime() - startedNs) / 1e9);
    }

    /** What a mover refuses is known before anything is made or sent. */
    void checkHops() throws TransferException {
        for (int i = 0; i < hops.size(); i++) {
            try {
                service.moves().check(hops.get(i));
            } catch (TransferException e) {
                throw named(e, i);
            }
        }
    }

    /** Whether a hop has left nothing for the next one: the only file was not selected. */
    private boolean isNothing(int hop) throws TransferException, InterruptedException {
        if (hop == stops.size() || done.getLast().report().files() > 0) {
            return false;
        }
        try (EndpointStores.Opened at = open(hops.get(hop + 1).request().source())) {
            return at.store().stat(at.path()).isEmpty();
        }
    }

    private String name(int hop) {
        return "hop " + (hop + 1) + " of " + hops.size() + ", " + hops.get(hop).sourceHost() + " to "
                + hops.get(hop).destinationHost();
    }

    /** Makes the directories, so that a host without room or permission is known before anything is sent. */
    private void makeRoom() throws TransferException, InterruptedException {
        for (Location stop : stops) {
            try {
                makeRoom(stop);
            } catch (TransferException e) {
                removeAll(fresh);
                throw new TransferException(e.reason(), noRoom(stop, e), e);
            } catch (InterruptedException e) {
                removeAll(fresh);
                throw e;
            }
        }
    }

    /** One that is there is closed again: the run that made it may have ended before it could do so. */
    private void makeRoom(Location stop) throws TransferException, InterruptedException {
        try (EndpointStores.Opened at = open(stop)) {
            boolean exists = at.store().stat(at.path()).isPresent();
            if (!exists) {
                fresh.add(stop);
                at.store().createDirectories(at.path());
            }
            at.store().narrow(at.path(), PRIVATE_DIRECTORY);
            OptionalLong free = exists ? OptionalLong.empty() : at.store().freeBytes(at.path());
            if (free.isPresent() && free.getAsLong() < order.bytes()) {
                throw new TransferException(
                        Reason.DISK_FULL,
                        HumanUnits.binarySize(order.bytes()) + " needed, " + HumanUnits.binarySize(free.getAsLong())
                                + " free");
            }
        }
    }

    private EndpointStores.Opened open(Location stop) throws TransferException, InterruptedException {
        return service.stores().open(new Endpoint(stop, true));
    }

    private static String host(Location stop) {
        return EndpointFormat.bracketed(stop.host());
    }

    private static String noRoom(Location stop, TransferException why) {
        return host(stop) + " cannot keep the intermediate copy: " + why.getMessage();
    }

    private TransferResult hop(int i, TransferListener progress) throws TransferException, InterruptedException {
        TransferOrder hop = hops.get(i);
        TransferResult result = service.moves().move(hop, progress);
        if (i < stops.size() && holdsMore(stops.get(i), result.report().files())) {
            listener.onEvent(
                    "STAGED_AGAIN",
                    "the copy at " + host(stops.get(i)) + " is made again: an earlier run left files that the source"
                            + " does not have");
            remove(stops.get(i));
            makeRoom(stops.get(i));
            result = service.moves().move(hop, progress);
        }
        if (!done.isEmpty()) {
            requireSame(i, result.report());
        }
        return result;
    }

    /**
     * All hops copy the same files, even where something changes the intermediate copies meanwhile. What is kept at the
     * destination is not copied, and links that the host between keeps may become files.
     */
    private void requireSame(int hop, TransferReport later) throws TransferException, InterruptedException {
        TransferReport source = done.getFirst().report();
        boolean keepsSome = hops.get(hop).request().rules().keepsSome();
        boolean whole = later.notTransferred().isEmpty();
        String difference = "";
        if (later.files() == source.files()) {
            boolean comparable = source.sha256() != null && later.sha256() != null && (whole || !keepsSome);
            if (comparable && !Objects.equals(source.sha256(), later.sha256())) {
                difference = "sha256 " + later.sha256() + " instead of " + source.sha256();
            }
        } else if (later.files() < source.files()
                ? whole && !keepsSome
                : count(stops.get(hop - 1), Entry.Kind.LINK) == 0) {
            difference = later.files() + " files instead of " + source.files();
        }
        if (!difference.isEmpty()) {
            throw new TransferException(Reason.WRONG_CONTENT, "the data are not those of the source: " + difference);
        }
    }

    /** Whether a directory that an earlier run has made holds more files than the source. */
    private boolean holdsMore(Location stop, long files) throws TransferException, InterruptedException {
        if (fresh.contains(stop)) {
            return false;
        }
        return count(stop, Entry.Kind.FILE) > files;
    }

    private long count(Location stop, Entry.Kind kind) throws TransferException, InterruptedException {
        long[] found = {0};
        try (EndpointStores.Opened at = open(stop)) {
            FileTree.walk(at.store(), at.path(), entry -> {
                if (entry.kind() == kind && !EntryNames.isOwn(entry.name())) {
                    found[0]++;
                }
            });
        }
        return found[0];
    }

    /** The failure with the hop, or with the host that cannot keep the data. */
    private TransferException named(TransferException e, int hop) {
        if (hop == stops.size()) {
            return new TransferException(e.reason(), name(hop) + ": " + e.getMessage(), e);
        }
        String text = isOfDisk(e.reason()) ? noRoom(stops.get(hop), e) : name(hop) + ": " + e.getMessage();
        // of what the user named as the destination nothing is written before the last hop
        return new TransferException(e.reason(), text, e).having(0, 0);
    }

    private static boolean isOfDisk(Reason reason) {
        return reason == Reason.DISK_FULL || reason == Reason.READ_ONLY || reason == Reason.DISK_FAILED;
    }

    /**
     * Whether a re-run can use the intermediate copies.
     *
     * @param atStop whether the hop that failed writes to a host between the endpoints
     */
    static boolean isResumable(TransferException failure, boolean atStop) {
        return switch (failure.reason()) {
            case BAD_INPUT, NOT_FOUND, NOTHING_TO_DO, UNSAFE, WRONG_CONTENT, VERIFICATION_FAILED, INTERNAL -> false;
            case DISK_FULL, READ_ONLY, DISK_FAILED -> !atStop;
            case PERMISSION ->
                !atStop || failure.copied() != null && failure.copied().files() > 0;
            default -> true;
        };
    }

    private void keep(int lastHop) {
        String urls = stops.stream()
                .limit(lastHop + 1L)
                .map(stop -> new Endpoint(stop, true).format())
                .collect(Collectors.joining(" "));
        listener.onEvent(
                "STAGED_KEPT",
                "the intermediate copies are kept: re-run the command to resume, or remove them with 'waybill rm -r "
                        + urls + "'");
    }

    /** Also for an interrupted thread, whose calls would fail. */
    private void removeAll(Iterable<Location> directories) {
        boolean interrupted = Thread.interrupted();
        for (Location stop : directories) {
            String why = "";
            try {
                remove(stop);
            } catch (TransferException e) {
                why = e.getMessage();
            } catch (InterruptedException _) {
                interrupted = true;
                why = notRemoved(stop, "interrupted");
            }
            if (!why.isEmpty()) {
                listener.onEvent(
                        "STAGED_KEPT",
                        why + "; remove it with 'waybill rm -r " + new Endpoint(stop, true).format() + "'");
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** @throws TransferException where any of it stays */
    private void remove(Location stop) throws TransferException, InterruptedException {
        RemovedTree removed = new RemovedTree();
        try (EndpointStores.Opened at = open(stop)) {
            if (at.store().stat(at.path()).isPresent()) {
                at.store().removeTree(at.path(), removed);
            }
        } catch (TransferException e) {
            throw new TransferException(e.reason(), notRemoved(stop, e.getMessage()), e);
        }
        if (removed.keptCount() > 0) {
            NotTransferred first = removed.kept().getFirst();
            throw new TransferException(Reason.valueOf(first.reason()), notRemoved(stop, first.text()));
        }
    }

    private static String notRemoved(Location stop, String why) {
        return "the intermediate copy at " + host(stop) + " is not removed: " + why;
    }

    private TransferResult result(Instant startedAt, double seconds) {
        List<TransferReport> reports = done.stream().map(TransferResult::report).toList();
        TransferReport last = reports.getLast();
        int slowest = 0;
        for (int i = 1; i < done.size(); i++) {
            slowest = done.get(i).seconds() > done.get(slowest).seconds() ? i : slowest;
        }
        TransferReport.Cause cause = reports.get(slowest).cause();
        boolean whole = reports.stream().allMatch(report -> report.resumedBytes() == 0);
        TransferReport report = new TransferReport(
                last.bytes(),
                last.files(),
                seconds,
                last.sha256(),
                reports.stream()
                        .map(TransferReport::compared)
                        .max(Comparator.naturalOrder())
                        .orElse(Compared.NOTHING),
                order.transport(),
                stops.stream()
                        .map(stop -> host(stop) + ":" + new Endpoint(stop, true).port())
                        .toList(),
                reports.stream().mapToInt(TransferReport::streams).max().orElse(1),
                reports.stream().mapToLong(TransferReport::retransmittedBytes).sum(),
                last.resumedBytes(),
                cause.equals(TransferReport.Cause.UNKNOWN)
                        ? cause
                        : new TransferReport.Cause(cause.code(), name(slowest) + ": " + cause.text()),
                List.of(),
                reports.getFirst().setUpSeconds(),
                reports.stream()
                        .flatMap(one -> one.notTransferred().stream())
                        .distinct()
                        .toList());
        List<TransferResult.Hop> made = new ArrayList<>();
        for (int i = 0; i < done.size(); i++) {
            TransferReport one = reports.get(i);
            made.add(new TransferResult.Hop(
                    hops.get(i).sourceHost(),
                    hops.get(i).destinationHost(),
                    one.transport(),
                    one.bytes(),
                    one.resumedBytes(),
                    done.get(i).seconds(),
                    one.sha256()));
        }
        int retries = done.stream().mapToInt(one -> one.attempts() - 1).sum();
        return new TransferResult(
                report, 1 + retries, startedAt, seconds, whole ? order.forecast() : Estimate.UNKNOWN, made);
    }
}
