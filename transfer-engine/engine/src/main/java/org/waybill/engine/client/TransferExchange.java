package org.waybill.engine.client;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.UnaryOperator;
import org.waybill.engine.CopyRules;
import org.waybill.engine.CopyRules.Extra;
import org.waybill.engine.CopyRulesText;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.client.TransferClient.Options;
import org.waybill.engine.driver.udp.DatagramStreamException;
import org.waybill.engine.link.ControlLink;
import org.waybill.engine.link.NodeAddress;
import org.waybill.engine.link.Replies;
import org.waybill.engine.session.SessionResult;
import org.waybill.engine.session.SessionScope;
import org.waybill.engine.session.SessionSettings;
import org.waybill.engine.session.streams.DataSockets;
import org.waybill.engine.session.streams.TransferSide;
import org.waybill.engine.wire.DataKeys;
import org.waybill.engine.wire.Message;
import org.waybill.engine.wire.Message.Terms;
import org.waybill.engine.wire.WireException;

/**
 * One transfer as a client leads it: asks the node, hears it, brings data connections, and watches until the end. Who
 * waits for sockets here are system threads: virtual ones would have the JVM make a thread that waits in the kernel for
 * ever, and a process that ends waits 300 ms for those that do (decision 0083).
 */
final class TransferExchange implements AutoCloseable {
    private static final long CONTROL_MILLIS = 1000;
    private static final long UNKNOWN_BUT_MUCH = 1L << 40;
    private static final long PROGRESS_MILLIS = 100;
    private static final int MOST_ANSWERS = 1000;
    private static final Duration LEAVE_TIME = Duration.ofSeconds(3);
    /** A user waits for the end of an interrupted command. */
    private static final Duration HURRIED_LEAVE_TIME = Duration.ofSeconds(1);

    private final NodeAddress node;
    private final ControlLink link;
    private final Message.Hello firstWords;
    private SessionSettings settings;
    private final Options options;
    private final ProgressCounter tally;
    private final DatagramDialer datagrams;
    private final CompletableFuture<byte[]> accepted = new CompletableFuture<>();
    private final List<Thread> threads = new CopyOnWriteArrayList<>();
    private boolean welcomed;

    /**
     * A conversation on a link that is closed with it.
     *
     * @param firstWords who we are, and for whom
     * @param sending whether this side has the data
     */
    TransferExchange(
            NodeAddress node,
            ControlLink link,
            Message.Hello firstWords,
            SessionSettings settings,
            Options options,
            ProgressCounter tally,
            boolean sending) {
        this.node = node;
        this.link = link;
        this.firstWords = firstWords;
        this.settings = settings;
        this.options = options;
        this.tally = tally;
        datagrams = new DatagramDialer(link, new DataKeys(settings.secret()), options, sending);
    }

    ControlLink link() {
        return link;
    }

    SessionSettings settings() {
        return settings;
    }

    /** The request's terms: {@code path} is the node's, {@code name} what we call the thing. */
    Terms terms(String path, String name, boolean directory) {
        return new Terms(path, name, directory, settings.secret(), settings.verify(), settings.rateBitsPerSecond());
    }

    /** Sends who we are and what we request, and asks for the streams that it takes at once. */
    void ask(Message request) throws TransferException {
        ask(request, _ -> CopyRules.USUAL);
    }

    /**
     * The same with rules, if there are any: only a node that has said that it knows them gets them. What an older one
     * does not keep is reported, and not in {@link #settings} any more.
     *
     * @param part what the node must know of the rules
     */
    void ask(Message request, UnaryOperator<CopyRules> part) throws TransferException {
        try {
            if (words(part).isEmpty()) {
                link.send(datagrams.withWishes(firstWords, request));
                return;
            }
            link.send(firstWords);
            hearWelcome();
            leaveOutUnknown();
            CopyRules needed = part.apply(settings.rules());
            List<String> rules = CopyRulesText.words(needed);
            if (!rules.isEmpty() && !link.isSince(Message.Rules.SINCE)) {
                throw lacking(needed.options());
            } else if (!needed.backupDirectory().isEmpty() && !link.isSince(Message.Rules.BACKUPS_SINCE)) {
                throw lacking(List.of(CopyRules.BACKUP_OPTION));
            }
            List<Message> all = new ArrayList<>(Message.Rules.of(rules));
            all.add(request);
            link.send(datagrams.withWishes(all.toArray(new Message[0])));
        } catch (IOException e) {
            throw Replies.broken(e, settings.peerName());
        }
    }

    private TransferException lacking(List<String> options) {
        return new TransferException(
                Reason.UNSAFE,
                settings.peerName() + " runs a Waybill version without " + String.join(", ", options)
                        + ": update it, or leave that out");
    }

    /** What an older node does not keep; holes are refused, with the rules that it does not know either. */
    private void leaveOutUnknown() {
        Set<Extra> unknown = EnumSet.noneOf(Extra.class);
        for (Extra extra : settings.rules().extras()) {
            if (extra != Extra.HOLES && !link.isSince(Message.Rules.since(extra))) {
                settings.event(extra.event(), extra.notKeptBy(settings.peerName()));
                unknown.add(extra);
            }
        }
        settings = settings.with(settings.rules().without(unknown));
    }

    private List<String> words(UnaryOperator<CopyRules> part) {
        return CopyRulesText.words(part.apply(settings.rules()));
    }

    /** Waits for an answer without which there can be no session. */
    <T extends Message> T expect(Class<T> type) throws TransferException {
        try {
            return Replies.expect(type, next());
        } catch (IOException e) {
            throw Replies.broken(e, settings.peerName());
        }
    }

    /** The next that the node says to the session; called by one thread at a time. */
    private Message next() throws IOException, TransferException {
        hearWelcome();
        Message message = hear();
        for (int answers = 1; datagrams.isAnswer(message); answers++) {
            if (answers > MOST_ANSWERS) {
                throw new WireException("unexpected reply");
            }
            message = hear();
        }
        if (message instanceof Message.Ready ready) {
            tally.accepted();
            accepted.complete(ready.session());
        }
        return message;
    }

    private void hearWelcome() throws IOException, TransferException {
        if (!welcomed) {
            link.peerSpeaks(Replies.expect(Message.Welcome.class, link.answer()).version());
            welcomed = true;
        }
    }

    /** What the node says before it has taken the request is an answer; afterwards it may have nothing to say. */
    private Message hear() throws IOException {
        return accepted.isDone() ? link.receive() : link.answer();
    }

    /**
     * Lets a session work until it ends.
     *
     * @param heard what the node has said to it already
     */
    SessionResult run(TransferSide session, Message... heard) throws TransferException, InterruptedException {
        session.outcome().whenEnded(() -> accepted.cancel(false));
        session.onDataNeeded(() -> start("dial", () -> session.run(() -> dial(session, accepted.join()))));
        session.start();
        watch(session, hear(session, List.of(heard)));
        link.finish();
        return session.result();
    }

    /** Hears the node on a thread of its own until the connection ends. */
    private CompletableFuture<Void> hear(TransferSide session, List<Message> heard) {
        CompletableFuture<Void> ended = new CompletableFuture<>();
        start("control", () -> {
            session.run(() -> {
                for (Message message : heard) {
                    session.receive(message);
                }
                while (true) {
                    session.receive(next());
                }
            });
            link.awaitPeersEnd(LEAVE_TIME);
            ended.complete(null);
        });
        return ended;
    }

    /** Brings the session data connections, of the kind and along the paths that the user requests. */
    private void dial(TransferSide session, byte[] id) throws IOException, InterruptedException, TransferException {
        DataKeys keys = new DataKeys(settings.secret());
        DataConnections routes = options.routes();
        if (routes != null) {
            session.streamPatience(TransferSide.REPLACEMENT_TIME);
            routes.run(new StreamRegistry(session, settings, id, node, options, DataSockets.rttMicros(link.channel())));
        } else if (options.datagrams() != null) {
            ChannelOpener.reason(options).ifPresent(why -> settings.event("CHANNELS", why));
            new ChannelOpener(session, datagrams, keys, id, options).run();
        } else {
            dialDirectly(session, keys, id);
        }
    }

    private void dialDirectly(TransferSide session, DataKeys keys, byte[] id)
            throws IOException, InterruptedException, TransferException {
        long totalBytes = session.progress().totalBytes();
        try {
            new StreamTuner(session, link, keys, id, options.data().streams())
                    .run(DataSockets.rttMicros(link.channel()), totalBytes < 0 ? UNKNOWN_BUT_MUCH : totalBytes);
        } catch (IOException e) {
            // the control connection may know better why the node refuses data
            if (!session.outcome().endsWithin(CONTROL_MILLIS)) {
                throw e;
            }
        }
    }

    /** Reports progress until the end. */
    private void watch(TransferSide session, CompletableFuture<Void> heard)
            throws TransferException, InterruptedException {
        try {
            while (!session.outcome().await(PROGRESS_MILLIS)) {
                tally.progress(session.progress());
                if (options.deadline() != null && Instant.now().isAfter(options.deadline())) {
                    throw new TransferException(
                            Reason.DEADLINE_MISSED,
                            "not done by " + options.deadline()
                                    + "; partial data is kept, re-run the command to resume");
                }
            }
        } catch (TransferException e) {
            session.outcome().fail(e);
            session.close();
            leave(heard, LEAVE_TIME);
            throw session.named(withoutDatagrams(session, e));
        } catch (InterruptedException e) {
            session.close();
            leave(heard, HURRIED_LEAVE_TIME);
            throw e;
        }
        tally.progress(session.progress());
    }

    /** The node speaks to us and took the request, and yet none of its datagrams came or none of ours went there. */
    private TransferException withoutDatagrams(TransferSide session, TransferException failure) {
        return failure.getCause() instanceof DatagramStreamException stream
                        && stream.isSilence()
                        && session.deliveredBytes() == 0
                ? new TransferException(
                                failure.reason(),
                                failure.getMessage() + "; the node answers by TCP: UDP seems to be blocked on the way."
                                        + " Allow it to the node's ports, or use --transport tcp",
                                stream)
                        .briefly()
                : failure;
    }

    /** After a failure the node is given time to put its files in order, so that we may come back at once. */
    private static void leave(CompletableFuture<Void> heard, Duration patience) {
        try {
            heard.get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException _) {
            // the node does not answer: nothing more can be done from here
        }
    }

    private void start(String name, Runnable work) {
        Thread thread = Thread.ofPlatform().name(name).daemon().unstarted(work);
        threads.add(thread);
        thread.start();
    }

    /** Returns when no thread reads from the node or connects to it any more. */
    @Override
    public void close() {
        datagrams.close();
        link.close();
        SessionScope.interruptAndJoin(threads);
    }
}
