package org.waybill.engine.mover.compare;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.waybill.engine.CopyRules;
import org.waybill.engine.CopyRules.Links;
import org.waybill.engine.NotTransferred;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.filter.EntryFilter;
import org.waybill.engine.mover.compare.Difference.Verdict;
import org.waybill.engine.mover.store.ConnectionPair;
import org.waybill.engine.mover.store.Entry;
import org.waybill.engine.mover.store.Store;
import org.waybill.engine.mover.store.Store.Feature;
import org.waybill.engine.mover.store.StorePath;
import org.waybill.engine.storage.Directory;
import org.waybill.engine.storage.EntryNames;

/**
 * Symbolic links in a comparison of two trees: which of the source are followed, and which no copy takes.
 *
 * @param policy of the copy, for these two stores
 * @param keeps whether a copy makes links of links
 * @param confined whether one of the two leaves out links that lead out of what it serves
 * @param sourceReal the source's directory with all links resolved
 * @param destinationRoot the destination's directory
 */
record ComparedLinks(
        EntryFilter filter,
        ComparisonTally tally,
        Links policy,
        boolean keeps,
        boolean confined,
        String sourceReal,
        String destinationRoot) {
    static ComparedLinks of(
            CopyRules rules, ComparisonTally tally, Store source, String sourceReal, Store destination, String root) {
        boolean both = source.has(Feature.LINKS) && destination.has(Feature.LINKS);
        Links policy = rules.links().where(both);
        boolean confined = source.has(Feature.CONFINED_LINKS) || destination.has(Feature.CONFINED_LINKS);
        return new ComparedLinks(
                rules.filter(), tally, policy, both && policy == Links.KEEP, confined, sourceReal, root);
    }

    /**
     * What a link of the source leads to, under the link's name; the link where it is not followed or leads out, nowhere,
     * or back. As for a copy, a link on the way to what a list names is a directory.
     */
    Entry followed(String above, Entry link, Store source, Map<String, String> reals)
            throws TransferException, InterruptedException {
        String path = Comparison.below(above, link.name());
        boolean onTheWay = policy == Links.KEEP && !filter.chosenBelow(path).isEmpty();
        if (!onTheWay && policy != Links.INSIDE && policy != Links.FOLLOW) {
            return link;
        }
        try {
            Optional<Entry> target = source.stat(link.path());
            String real = target.isPresent() ? source.realPath(link.path()) : "";
            if (target.isEmpty()
                    || policy != Links.FOLLOW && !StorePath.isWithin(sourceReal, real)
                    || onTheWay && !target.get().isDirectory()) {
                return link;
            }
            reals.put(link.name(), real);
            return target.get();
        } catch (TransferException e) {
            if (!TreeComparison.OWN.contains(e.reason())) {
                throw e;
            }
            return link;
        }
    }

    /** What no copy takes is not a difference, and neither is what the destination has in its place. */
    boolean leftOut(Difference one, boolean cycle) {
        Entry source = one.source();
        if (source == null
                || one.isUnreadable()
                || source.isFile()
                || source.isDirectory() && !cycle
                || keeps && source.kind() == Entry.Kind.LINK) {
            return false;
        }
        tally.leaveOut(NotTransferred.leftOut(
                one.path(),
                source.isDirectory()
                        ? "leads back into itself"
                        : source.kind() == Entry.Kind.LINK
                                ? policy == Links.SKIP || policy == Links.KEEP
                                        ? "is a symbolic link"
                                        : "is a link that leads out of the tree, or nowhere"
                                : NotTransferred.SPECIAL));
        return true;
    }

    /**
     * A link that no copy takes: a node leaves out what leads out of its data directory, as a source and as a destination,
     * and some links cannot be read. A server is not asked for each.
     */
    boolean isRefused(Difference one, ConnectionPair ends) throws TransferException, InterruptedException {
        Entry source = one.source();
        Store from = ends.source();
        if (source == null || source.kind() != Entry.Kind.LINK || one.isUnreadable() || !confined && from.isRemote()) {
            return false;
        }
        try {
            String text = from.readLink(source.path());
            boolean out = leadsOut(from, source.path(), text)
                    || leadsOut(ends.target(), StorePath.join(destinationRoot, one.path()), text);
            if (out) {
                tally.leaveOut(NotTransferred.leftOut(one.path(), Directory.LEADS_OUT));
            }
            return out;
        } catch (TransferException e) {
            if (!TreeComparison.OWN.contains(e.reason())) {
                throw e;
            } else if (e.reason() == Reason.UNSAFE && from.has(Feature.CONFINED_LINKS)) {
                // the node says so in place of the link's text
                tally.leaveOut(NotTransferred.leftOut(one.path(), Directory.LEADS_OUT));
            } else {
                tally.add(new Difference(
                        one.path(), Verdict.SOURCE_UNREADABLE, source, one.destination(), e.getMessage(), e.reason()));
            }
            return true;
        }
    }

    private static boolean leadsOut(Store store, String link, String text) {
        List<String> names =
                Stream.of(link.split("/")).filter(name -> !name.isEmpty()).toList();
        return store.has(Feature.CONFINED_LINKS) && EntryNames.leadsOut(names, text);
    }
}
