package org.waybill.engine.mover.http;

import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.store.CopyTarget;
import org.waybill.engine.mover.store.CopyTarget.Copied;
import org.waybill.engine.mover.store.Entry;
import org.waybill.engine.mover.store.StorePath;
import org.waybill.protocol.ServersCopy;

/**
 * Has two web servers copy files from one to the other, so that the data do not pass this machine (HTTP-TPC of the WLCG):
 * the destination is asked to fetch; if it does not, the source is asked to send. What neither does goes through this
 * machine, and the reason is said. Of all threads of a copy. See decision 0320.
 */
final class BetweenServers implements AutoCloseable {
    private final End source;
    private final End target;
    private final CopyOrder.Limits limits;
    private final Known known;
    /** Of all attempts: a copy that has broken off once may be tried again, and is refused the next time. */
    private final Set<String> broken;

    private final AtomicInteger running = new AtomicInteger();

    /**
     * A server of the two.
     *
     * @param copies what it offers
     * @param over connections for this alone
     */
    record End(HttpAccount account, ServersCopy copies, WholeAnswers over) {
        static End of(HttpAccount account, ServersCopy copies) {
            return new End(account, copies, account.newConnections());
        }

        String label() {
            return account.label();
        }
    }

    /** What is asked of the destination besides the copy. */
    interface Destination {
        Optional<Entry> stat(String path) throws TransferException, InterruptedException;

        void delete(String path) throws TransferException, InterruptedException;
    }

    /** Which of the two is asked. */
    private enum Order {
        PULL,
        PUSH
    }

    /** Why one of the two does not copy: one file, or any more. */
    private static final class Refusals {
        private @Nullable String path;
        private String why = "";
        private boolean ofAll;
        private boolean isLookedAt;

        /** A second file that is refused stands for all. */
        void add(boolean all, String file, String reason) {
            ofAll |= all || path != null && !path.equals(file);
            path = file;
            why = reason;
        }
    }

    /** Counts no byte twice where a second server begins the file again. */
    private static final class Growth implements CopyTarget.Progress {
        private final CopyTarget.Progress to;
        private long bytes;
        private long most;

        Growth(CopyTarget.Progress to) {
            this.to = to;
        }

        void restart() {
            bytes = 0;
        }

        @Override
        public void kept(long kept) {
            to.kept(kept);
        }

        @Override
        public void copied(long copied) {
            bytes += copied;
            if (bytes > most) {
                to.copied(bytes - most);
                most = bytes;
            }
        }

        @Override
        public void check() throws TransferException {
            to.check();
        }
    }

    /** What all connections between the two have learnt. */
    private static final class Known {
        private final Refusals pull = new Refusals();
        private final Refusals push = new Refusals();
        private boolean isSaid;

        Refusals of(Order order) {
            return order == Order.PULL ? pull : push;
        }
    }

    BetweenServers(End source, End target, CopyOrder.Limits limits, Set<String> broken) {
        this(source, target, limits, broken, new Known());
    }

    private BetweenServers(End source, End target, CopyOrder.Limits limits, Set<String> broken, Known known) {
        this.source = source;
        this.target = target;
        this.limits = limits;
        this.broken = broken;
        this.known = known;
    }

    /** The same over new connections. */
    BetweenServers renewed() {
        return new BetweenServers(
                End.of(source.account(), source.copies()),
                End.of(target.account(), target.copies()),
                limits,
                broken,
                known);
    }

    /** Ends what is under way, here and at the servers. */
    @Override
    public void close() {
        source.over().close();
        target.over().close();
    }

    /** Whether it goes on at the moment: who asks for a copy limits its silence. */
    boolean isRunning() {
        return running.get() > 0;
    }

    /** As {@link CopyTarget#copyWithin}. */
    Copied copy(Entry file, String to, Destination at, CopyTarget.Progress progress)
            throws TransferException, InterruptedException {
        running.incrementAndGet();
        try {
            return carryOut(file, to, at, progress);
        } finally {
            running.decrementAndGet();
        }
    }

    private Copied carryOut(Entry file, String to, Destination at, CopyTarget.Progress progress)
            throws TransferException, InterruptedException {
        FileDigests digests = FileDigests.NONE;
        boolean asked = false;
        Growth growth = new Growth(progress);
        for (Order order : Order.values()) {
            if (isOpen(order)) {
                digests = asked ? digests : digests(source, file.path(), FileDigests.NONE, file.sizeBytes());
                asked = true;
                growth.restart();
                if (isCopied(order, file, to, at, digests, growth)) {
                    return compared(file, to, at, digests);
                }
            }
        }
        sayWhyNot(file.path());
        return Copied.REFUSED;
    }

    private boolean isOpen(Order order) {
        synchronized (known) {
            if (known.of(order).isLookedAt) {
                return !known.of(order).ofAll;
            }
        }
        Optional<String> obstacle = obstacle(order); // which may take a look-up of a name
        synchronized (known) {
            known.of(order).isLookedAt = true;
            obstacle.ifPresent(why -> known.of(order).add(true, "", why));
            return !known.of(order).ofAll;
        }
    }

    private End asked(Order order) {
        return order == Order.PULL ? target : source;
    }

    private End other(Order order) {
        return order == Order.PULL ? source : target;
    }

    private Optional<String> obstacle(Order order) {
        // one that knows no Source: does nothing without a Destination: (RFC 4918, section 9.8), but one that knows no
        // other servers may look at the path in a Destination: alone, and write there
        boolean offered =
                order == Order.PULL ? target.copies().listed() : source.copies().known();
        if (!offered) {
            return Optional.of(asked(order).label() + " does not offer it");
        }
        if (other(order).account().logIn().hasUser()) {
            return Optional.of("the password for " + other(order).label() + " is given to no other server");
        }
        if (!handsOn(order) && other(order).account().logIn().bearer().isPresent()) {
            return Optional.of("no token is handed to " + asked(order).label());
        }
        return source.account().isOnThisMachine() == target.account().isOnThisMachine()
                ? Optional.empty()
                : Optional.of("only one of them is on this machine");
    }

    /** Any web site may list COPY: the token for the other server goes to one that copies files of sites only. */
    private boolean handsOn(Order order) {
        End asked = asked(order);
        return asked.copies().known() || asked.account().logIn().isTrusted();
    }

    /** Says it once of all files, and of one that is refused. */
    private void sayWhyNot(String path) {
        String text;
        synchronized (known) {
            if (known.isSaid) {
                return;
            }
            known.isSaid = known.pull.ofAll && known.push.ofAll;
            text = source.label() + " and " + target.label() + " do not copy "
                    + (known.isSaid ? "" : StorePath.shown(path) + " ") + "between each other (" + known.pull.why + "; "
                    + known.push.why + "): the data pass through this machine";
        }
        target.account().tell("THROUGH_THIS_MACHINE", text);
    }

    private boolean isCopied(
            Order order, Entry file, String to, Destination at, FileDigests digests, CopyTarget.Progress progress)
            throws TransferException, InterruptedException {
        boolean pull = order == Order.PULL;
        CopyOrder copy = new CopyOrder(
                asked(order).account(),
                other(order).account(),
                pull,
                file,
                to,
                pull && digests.isCheckable(),
                handsOn(order));
        CopyOrder.Outcome outcome = outcome(order, copy, progress);
        if (outcome.done()) {
            target.account()
                    .tell(
                            "SERVER_TO_SERVER",
                            pull
                                    ? target.label() + " fetches straight from " + source.label()
                                    : source.label() + " sends straight to " + target.label());
            return true;
        }
        if (outcome.begun()) {
            discard(at, to);
        }
        synchronized (known) {
            known.of(order).add(outcome.ofAll(), file.path(), asked(order).label() + ": " + outcome.said());
        }
        return false;
    }

    /** What breaks off, or finds the server busy, is tried again once; each time all bytes may have been copied. */
    private CopyOrder.Outcome outcome(Order order, CopyOrder copy, CopyTarget.Progress progress)
            throws TransferException, InterruptedException {
        try {
            return copy.run(asked(order).over(), limits, progress);
        } catch (TransferException e) {
            String which =
                    source.label() + " " + target.label() + " " + copy.file().path();
            if (e.reason() != Reason.CONNECTION_LOST || broken.add(which)) {
                throw e;
            }
            return new CopyOrder.Outcome(false, true, false, String.valueOf(e.getMessage()));
        }
    }

    private void discard(Destination at, String to) throws InterruptedException {
        try {
            at.delete(to);
        } catch (TransferException _) {
            // what is sent there through this machine replaces it, or fails for the same reason
        }
    }

    /** That a server says that it has copied proves nothing. */
    private Copied compared(Entry file, String to, Destination at, FileDigests first)
            throws TransferException, InterruptedException {
        long there = at.stat(to).map(Entry::sizeBytes).orElse(-1L);
        if (there != file.sizeBytes()) {
            discard(at, to);
            throw StorePath.failure(
                    Reason.VERIFICATION_FAILED,
                    file.path(),
                    ": " + source.label() + " and " + target.label() + " say that they have copied its "
                            + file.sizeBytes() + " bytes, and there " + (there < 0 ? "is nothing" : "are " + there));
        }
        FileDigests atSource = first;
        FileDigests atTarget = digests(target, to, first, there);
        if (atSource.common(atTarget).isEmpty() && !atTarget.isEmpty()) {
            atSource = digests(source, file.path(), atTarget, there);
        }
        Optional<String> algorithm = atSource.common(atTarget);
        if (algorithm.isEmpty()) {
            return Copied.UNREAD;
        }
        String name = algorithm.get();
        if (!atSource.of(name).equals(atTarget.of(name))) {
            discard(at, to);
            throw StorePath.failure(
                    Reason.VERIFICATION_FAILED,
                    file.path(),
                    " was copied with other content: " + name + " " + atTarget.of(name) + " at " + target.label()
                            + " instead of " + atSource.of(name));
        }
        target.account()
                .tell(
                        "VERIFIED_BY_FAR_END",
                        source.label() + " and " + target.label() + " have equal checksums (" + name + ") and sizes");
        return Copied.COMPARED;
    }

    /** None where a server gives none, or fails at it: then the files are read. */
    private FileDigests digests(End end, String path, FileDigests like, long bytes) throws InterruptedException {
        try {
            return CopyOrder.digests(end.account(), path, like, end.over(), bytes);
        } catch (TransferException | IOException _) {
            return FileDigests.NONE;
        }
    }
}
