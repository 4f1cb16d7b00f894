package org.waybill.cli.move;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.waybill.cli.command.CommandFailure;
import org.waybill.cli.command.Invalid;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.sync.DeletionGuard;
import org.waybill.engine.CopyRules;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.filter.EntryFilter;
import org.waybill.engine.mover.compare.Removal;
import org.waybill.engine.mover.compare.TreePair;
import org.waybill.engine.mover.store.Store;
import org.waybill.engine.mover.store.StorePath;

/** What a sync deletes of one source's destination, and whether it may in such a place. */
record SyncDeletion(SyncSource asked, TreePair trees) {
    /** Both endpoints are opened again: much may have happened since they were compared. */
    static Removal.Result of(SyncComparison looked) throws TransferException, InterruptedException {
        SyncSource asked = looked.asked();
        try (OpenEndpoints open = OpenEndpoints.open(asked.session(), asked.source(), asked.destination())) {
            TreePair trees = open.trees();
            if (!looked.fileSystem()
                    .equals(trees.source().fileSystem(trees.here().path()))) {
                throw new TransferException(
                        Reason.UNSAFE,
                        "nothing was deleted, since the source is on another file "
                                + "system than when it was compared");
            }
            new SyncDeletion(asked, trees).check(true);
            CopyRules meant = asked.options().deleteExcluded
                    ? asked.rules()
                    : asked.rules().with(EntryFilter.ALL);
            return new Removal(trees, meant, asked.opened(trees))
                    .run(looked.plan().unwanted());
        }
    }

    static void refuse(Optional<String> why) {
        if (why.isPresent()) {
            throw CommandFailure.unsafe(why.get());
        }
    }

    /**
     * Fails where nothing may be deleted.
     *
     * @param known whether these two were synced before, so that the meaning of the slashes is known
     */
    void check(boolean known) throws TransferException, InterruptedException {
        if (!trees.here().isDirectory()) {
            throw Invalid.usage("--delete is for directories, and "
                    + StorePath.shown(trees.here().path()) + " is a file");
        }
        boolean slashes = asked.source().location().saysDirectory()
                || asked.destination().location().path().endsWith("/");
        if (!known
                && !slashes
                && trees.there() != null
                && !StorePath.name(trees.path()).equals(trees.here().name())) {
            throw Invalid.usage(StorePath.shown(trees.path()) + " exists: end the source in /"
                    + " to make that directory equal to it, or end the destination in / to put the copy into it");
        }
        Store store = trees.destination();
        String at = trees.there() == null ? trees.path() : store.realPath(trees.path());
        List<String> homes = homes();
        String here = trees.here().path();
        for (String root : asked.named().isEmpty()
                ? List.of(here)
                : asked.named().stream().map(name -> StorePath.join(here, name)).toList()) {
            refuse(DeletionGuard.refusal(new DeletionGuard.Place(at, sourceThere(at, root), homes)));
        }
    }

    /** The source's path where it may be on the destination's machine. */
    private Optional<String> sourceThere(String at, String root) throws TransferException, InterruptedException {
        String real = trees.source().realPath(root);
        if (trees.source().label().equals(trees.destination().label())) {
            return Optional.of(real);
        }
        // a server of this machine may show its files under the same paths, or others altogether
        boolean here = isHere(asked.source()) && isHere(asked.destination());
        return here && !real.equals(at) ? Optional.of(real) : Optional.empty();
    }

    private static boolean isHere(Endpoint end) {
        try {
            return end.isLocal() || InetAddress.getByName(end.host()).isLoopbackAddress();
        } catch (UnknownHostException _) {
            return false;
        }
    }

    private List<String> homes() throws InterruptedException {
        List<String> homes = new ArrayList<>();
        if (asked.destination().isLocal()) {
            Map<String, String> environment = asked.session().terminal().environment();
            Stream.of(environment.getOrDefault("HOME", ""), System.getProperty("user.home", ""))
                    .filter(home -> home.startsWith("/"))
                    .forEach(home -> {
                        homes.add(home);
                        homes.add(real(Path.of(home)));
                    });
        } else {
            try {
                homes.add(trees.destination().resolve(""));
            } catch (TransferException _) {
                // a server that has no login directory
            }
        }
        return homes;
    }

    private static String real(Path home) {
        try {
            return home.toRealPath().toString();
        } catch (IOException _) {
            return home.toString();
        }
    }
}
