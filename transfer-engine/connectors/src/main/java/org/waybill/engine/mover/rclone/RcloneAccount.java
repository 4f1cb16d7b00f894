package org.waybill.engine.mover.rclone;

import java.io.IOException;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.store.StorePath;
import org.waybill.protocol.Protocol;
import tools.jackson.databind.JsonNode;

/**
 * One remote of rclone's configuration and the program that reaches it, which runs as long as a store uses it. For all
 * threads.
 */
final class RcloneAccount {
    /** What rclone reports of a backend that keeps no times: a hundred years. */
    private static final long NO_TIMES_NS = 100L * 365 * 24 * 3600 * 1_000_000_000L;

    private static final int UPLOAD_END_CHECKS = 100;
    private static final long UPLOAD_END_MILLIS = 20;
    private static final Pattern OF_ENVIRONMENT = Pattern.compile("RCLONE_CONFIG_(.+)_TYPE");

    private final String name;
    private final String fs;
    private final Map<String, String> environment;
    private final Set<String> meant = ConcurrentHashMap.newKeySet();
    private final Set<String> brokenOff = ConcurrentHashMap.newKeySet();
    private int users;
    private @Nullable RcloneControl control;
    private volatile @Nullable Abilities abilities;

    /**
     * What a backend can do.
     *
     * @param renames files, at once
     * @param directories whether one can be empty
     * @param purges removes a directory with all that is in it, what rclone does not list as well
     */
    record Abilities(boolean renames, boolean directories, boolean purges, boolean times, boolean sha256) {
        static Abilities of(JsonNode told) {
            JsonNode features = told.path("Features");
            Set<String> hashes = new HashSet<>();
            told.path("Hashes").forEach(hash -> hashes.add(hash.asString("")));
            return new Abilities(
                    features.path("Move").asBoolean(false),
                    features.path("CanHaveEmptyDirectories").asBoolean(false),
                    features.path("Purge").asBoolean(false),
                    told.path("Precision").asLong(NO_TIMES_NS) < NO_TIMES_NS,
                    hashes.contains("sha256"));
        }
    }

    /** @param absolute whether paths begin at the root of the server and not where the remote does by itself */
    RcloneAccount(String name, boolean absolute, Map<String, String> environment) {
        this.name = name;
        this.fs = name + (absolute ? ":/" : ":");
        this.environment = environment;
    }

    /** As rclone names it. */
    String fs() {
        return fs;
    }

    String label() {
        return Protocol.RCLONE.scheme() + ":" + fs;
    }

    /** Directories that were made where none can be empty: they are there once they hold something. */
    Set<String> meant() {
        return meant;
    }

    /** Files whose upload was broken off, until they are deleted. */
    Set<String> brokenOff() {
        return brokenOff;
    }

    /** rclone hears a little later that an upload was broken off, and would make the file once more after a deletion. */
    void awaitEndOfUpload(String file) throws TransferException, InterruptedException {
        boolean runs = brokenOff.remove(file);
        for (int i = 0; runs && i < UPLOAD_END_CHECKS; i++) {
            runs = false;
            for (JsonNode one : call("core/stats", Map.of(), "/").path("transferring")) {
                runs |= one.path("name").asString("").equals(file);
            }
            if (runs) {
                Thread.sleep(UPLOAD_END_MILLIS);
            }
        }
    }

    /** One more store uses it, until it calls {@link #released}. */
    synchronized void used() {
        users++;
    }

    synchronized void released() {
        users--;
        if (users == 0) {
            stop();
        }
    }

    private void stop() {
        RcloneControl running = control;
        control = null;
        if (running != null) {
            running.close();
        }
    }

    private synchronized RcloneControl control() throws TransferException, InterruptedException {
        RcloneControl running = control;
        if (running == null) {
            running = RcloneControl.start(environment);
            control = running;
        }
        return running;
    }

    /** What is asked of the program. */
    @FunctionalInterface
    interface Question<T> {
        T ask(RcloneControl rclone) throws IOException, InterruptedException;
    }

    <T> T ask(String path, Question<T> question) throws TransferException, InterruptedException {
        RcloneControl running = control();
        try {
            return question.ask(running);
        } catch (IOException e) {
            throw failure(e, path);
        }
    }

    /** The same where the caller explains failures. */
    <T> T askPlainly(Question<T> question) throws IOException, TransferException, InterruptedException {
        return question.ask(control());
    }

    JsonNode call(String command, Map<String, ?> input, String path) throws TransferException, InterruptedException {
        return ask(path, rclone -> rclone.call(command, input));
    }

    /** Finds out what the remote can do; a program that has ended since is started again by the next store. */
    Abilities abilities() throws TransferException, InterruptedException {
        Abilities known = abilities;
        if (known == null) {
            try {
                known = Abilities.of(askPlainly(rclone -> rclone.call("operations/fsinfo", Map.of("fs", fs))));
            } catch (IOException e) {
                throw RcloneFailures.isUnknownRemote(e) ? unknown() : failure(e, "/");
            }
            abilities = known;
        }
        return known;
    }

    private TransferException unknown() throws TransferException, InterruptedException {
        Set<String> names = ofEnvironment();
        call("config/listremotes", Map.of(), "/").path("remotes").forEach(one -> names.add(one.asString("")));
        Set<String> shown = new LinkedHashSet<>();
        names.forEach(one -> shown.add(StorePath.shown(one)));
        return new TransferException(
                Reason.BAD_INPUT,
                "rclone has no remote '" + StorePath.shown(name) + "': "
                        + (shown.isEmpty()
                                ? "it has none yet; 'rclone config' makes one"
                                : "expected one of " + String.join(", ", shown)));
    }

    private Set<String> ofEnvironment() {
        Set<String> names = new TreeSet<>();
        for (String variable : environment.keySet()) {
            Matcher remote = OF_ENVIRONMENT.matcher(variable);
            if (remote.matches()) {
                names.add(remote.group(1).toLowerCase(Locale.ROOT));
            }
        }
        // an option of one may look like another: RCLONE_CONFIG_NAME_HASH_TYPE
        Set<String> all = Set.copyOf(names);
        names.removeIf(one -> all.stream().anyMatch(other -> one.startsWith(other + "_")));
        return names;
    }

    TransferException failure(Exception cause, String path) {
        Exception known = cause;
        if (cause instanceof IOException && !RcloneFailures.isAnswer(cause)) {
            String lastWords = lastWordsOfEnded();
            known = lastWords.isEmpty() ? cause : new RcloneErrorException(0, "it has ended: " + lastWords);
        }
        return RcloneFailures.explain(known, label(), path);
    }

    /** A program that has ended is of no use to the next store; empty where it runs. */
    private String lastWordsOfEnded() {
        RcloneControl running;
        synchronized (this) {
            running = control;
        }
        if (running == null || !running.hasEnded()) {
            return "";
        }
        synchronized (this) {
            if (control == running) {
                stop();
            }
        }
        return running.lastWords();
    }
}
