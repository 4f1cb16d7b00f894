package org.waybill.client.execution;

import java.util.ArrayList;
import java.util.List;
import org.waybill.client.workflow.option.FileNames;
import org.waybill.client.workflow.option.LocalPaths;
import org.waybill.engine.CopyRules;
import org.waybill.engine.CopyRulesText;
import org.waybill.engine.Location;
import org.waybill.engine.filter.EntryFilter;
import org.waybill.engine.storage.TemporaryNames;

/**
 * The hops of a staged transfer, and where each stores its copy: a directory that is named after the endpoints and what
 * is copied, so that a re-run finds it and another copy does not.
 *
 * @param orders in order
 * @param stops the directories of the intermediate copies: each hop but the last writes into the one in its place
 */
record StagedHops(List<TransferOrder> orders, List<Location> stops) {
    StagedHops {
        orders = List.copyOf(orders);
        stops = List.copyOf(stops);
    }

    /** @param names keyed with the home's secret */
    static StagedHops of(TransferOrder order, TemporaryNames names) {
        String directory = names.staged(place(order.request().source())
                + "\0"
                + place(order.request().destination())
                + "\0"
                + selection(order.hops().getFirst().request().rules()));
        List<TransferOrder> placed = new ArrayList<>();
        List<Location> stops = new ArrayList<>();
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
        return new StagedHops(placed, stops);
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

    int count() {
        return orders.size();
    }

    TransferOrder get(int hop) {
        return orders.get(hop);
    }

    /** Whether a hop writes to the destination that the user named. */
    boolean isLast(int hop) {
        return hop == stops.size();
    }

    /** What a hop is called in messages. */
    String name(int hop) {
        return "hop " + (hop + 1) + " of " + count() + ", " + get(hop).sourceHost() + " to "
                + get(hop).destinationHost();
    }
}
