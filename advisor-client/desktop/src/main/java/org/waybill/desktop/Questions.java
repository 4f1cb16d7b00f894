package org.waybill.desktop;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.waybill.client.WaybillHome;
import org.waybill.client.credentials.VaultCredentials;
import org.waybill.client.endpoint.Shown;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.link.PairingClient;
import org.waybill.engine.link.UnknownNodeException;
import org.waybill.engine.mover.sftp.InteractiveSessions;
import org.waybill.engine.mover.trust.ServerIdentity;
import org.waybill.engine.mover.trust.UnknownServerException;

/**
 * Asks the person at the window for what neither the vault nor files have: whether an unknown server is the right one
 * (decision 0274), passwords, passphrases and one-time codes. The thread that asks waits for the answer; an interrupt
 * withdraws the question. One question is shown at a time, and each secret is asked for once: it is kept in memory
 * until {@link #forget}. A server whose key or certificate changed is never asked about.
 */
public final class Questions implements VaultCredentials.Asker {
    private final InteractiveSessions logIns = new InteractiveSessions();
    private final ReentrantLock one = new ReentrantLock();
    private final Map<String, char[]> given = new ConcurrentHashMap<>();
    private final Set<String> trusted = new HashSet<>();
    private final AtomicInteger attempts = new AtomicInteger();
    private final Path home;
    private volatile boolean over;
    private volatile boolean answered;
    private volatile @Nullable Consumer<Question> person;

    /** How a question is answered. */
    public enum Kind {
        /** With a button: any text trusts. */
        TRUST,
        /** With text that is not shown. */
        SECRET,
        OPEN
    }

    /**
     * What is asked.
     *
     * @param fingerprint that a server shows; empty for another question
     * @param answer completed with empty when the person declines; cancelled when the question is withdrawn
     */
    public record Question(
            Kind kind,
            String title,
            String text,
            String fingerprint,
            String note,
            CompletableFuture<Optional<char[]>> answer) {}

    /** Something that may meet an unknown server. */
    @FunctionalInterface
    public interface Attempt<T> {
        T run() throws TransferException, InterruptedException;
    }

    public Questions(WaybillHome home) {
        this.home = home.root();
    }

    /** Has {@code shows} show each question, on any thread; without it no one is asked. */
    public void askBy(Consumer<Question> shows) {
        person = shows;
    }

    /** The SSH sessions that the person helped to open. */
    public InteractiveSessions logIns() {
        return logIns;
    }

    /**
     * Does something, and again each time the person has trusted a server that it failed for: nothing was sent to it.
     *
     * @throws TransferException also when the person does not trust the server
     */
    public <T> T settling(Attempt<T> attempt) throws TransferException, InterruptedException {
        Set<String> settled = new HashSet<>();
        attempts.incrementAndGet();
        try {
            while (true) {
                try {
                    return attempt.run();
                } catch (TransferException e) {
                    if (e.reason() == Reason.AUTHENTICATION) {
                        forgetSecrets(); // one of them was wrong
                    }
                    if (!settles(e, settled)) {
                        throw e;
                    }
                }
            }
        } finally {
            if (attempts.decrementAndGet() == 0 && over) {
                forget();
            }
        }
    }

    /** Forgets secrets and closes sessions, as soon as nothing uses them. */
    public void forget() {
        over = attempts.get() > 0;
        if (!over) {
            answered = false;
            forgetSecrets();
            logIns.close();
        }
    }

    /** Whether a person has logged in to anything since {@link #forget}: nobody else knows the answers. */
    public boolean isAnswered() {
        return answered;
    }

    private void forgetSecrets() {
        given.values().forEach(secret -> Arrays.fill(secret, '\0'));
        given.clear();
    }

    private boolean settles(TransferException failure, Set<String> settled)
            throws TransferException, InterruptedException {
        Optional<UnknownNodeException> node = UnknownNodeException.in(failure);
        Optional<ServerIdentity> unknown = UnknownServerException.in(failure).map(UnknownServerException::identity);
        String name = node.map(found -> found.node().toString())
                .or(() -> unknown.map(ServerIdentity::server))
                .orElse("");
        String line = node.isPresent()
                ? name + " " + node.get().shown().sha256()
                : unknown.map(ServerIdentity::line).orElse("");
        if (line.isEmpty() || person == null || !settled.add(line)) {
            return false;
        }
        one.lockInterruptibly();
        try {
            if (trusted.contains(line)) {
                return true; // by the answer to another thread
            }
            boolean trusts = node.isPresent() ? pairs(node.get()) : keeps(unknown.orElseThrow());
            if (!trusts) {
                throw new TransferException(
                        failure.reason(), Shown.of(name) + " is not trusted: nothing was sent to it", failure);
            }
            trusted.add(line);
            return true;
        } finally {
            one.unlock();
        }
    }

    private boolean keeps(ServerIdentity shown) throws TransferException, InterruptedException {
        String server = Shown.of(shown.server());
        Optional<char[]> answer = put(
                Kind.TRUST,
                "Unknown server " + server,
                "This machine has not connected to it before, and no authority confirms its " + shown.what()
                        + ". Compare this fingerprint with the one that the server's administrator gives you.",
                shown.fingerprint(),
                "Trust saves it in " + shown.file() + ". From then on a different " + shown.what() + " is refused.");
        if (answer.isEmpty()) {
            return false;
        }
        try {
            shown.keep();
            return true;
        } catch (IOException e) {
            throw new TransferException(Reason.PERMISSION, "cannot write " + shown.file() + ": " + e.getMessage(), e);
        }
    }

    /**
     * A fingerprint would not admit anyone: the token proves that the node is the right one, and lets it know this
     * home.
     */
    private boolean pairs(UnknownNodeException unknown) throws TransferException, InterruptedException {
        Optional<char[]> token = put(
                Kind.SECRET,
                "Pair with the node " + Shown.of(unknown.node().toString()),
                "This machine is not paired with it. Enter the pairing token; 'waybill node peers token' at the node "
                        + "prints one.",
                unknown.shown().sha256(),
                "");
        if (token.isEmpty()) {
            return false;
        }
        try {
            PairingClient.pair(home, unknown.node().host(), unknown.node().port(), new String(token.get()).strip());
            return true;
        } finally {
            Arrays.fill(token.get(), '\0');
        }
    }

    @Override
    public Optional<char[]> ask(String question, boolean secret, boolean again) {
        try {
            one.lockInterruptibly();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
        try {
            Optional<char[]> known = again ? Optional.empty() : known(question);
            if (known.isPresent()) {
                return known;
            }
            Optional<char[]> answer = put(
                    secret ? Kind.SECRET : Kind.OPEN,
                    "Log in",
                    (again ? "That was not accepted. " : "") + question,
                    "",
                    isReused(question)
                            ? "Kept in memory until the transfer ends. To save it, add an account under Profile."
                            : "");
            answered |= answer.isPresent();
            if (isReused(question)) {
                answer.ifPresent(text -> given.put(question, text.clone()));
            }
            return answer;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        } finally {
            one.unlock();
        }
    }

    /** The answer that was given already; what measures and counts on its own asks no one. */
    public Optional<char[]> known(String question) {
        return Optional.ofNullable(given.get(question)).map(char[]::clone);
    }

    /** A code is good for one log-in. */
    private static boolean isReused(String question) {
        String words = question.toLowerCase(Locale.ROOT);
        return words.contains("password") || words.contains("passphrase");
    }

    private Optional<char[]> put(Kind kind, String title, String text, String fingerprint, String note)
            throws InterruptedException {
        Consumer<Question> shows = person;
        if (shows == null) {
            return Optional.empty();
        }
        Question question = new Question(kind, title, text, fingerprint, note, new CompletableFuture<>());
        shows.accept(question);
        try {
            return question.answer().get();
        } catch (ExecutionException | CancellationException e) {
            return Optional.empty();
        } finally {
            question.answer().cancel(false); // withdrawn, if it was not answered
        }
    }
}
