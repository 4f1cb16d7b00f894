package org.waybill.engine.identity;

import java.io.IOException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.waybill.platform.PrivateFiles;

/**
 * One-time tokens that pair another machine with this node. A token proves itself without being sent: both sides show
 * an HMAC keyed by it over the two certificates of the connection, so that an attacker in the middle, whose certificate
 * differs, learns nothing that opens the other side. 128 random bits leave nothing to guess off line, hence no PAKE.
 * Open tokens are stored in {@code WAYBILL_HOME/pairing-tokens} (0600) until they are used or too old, so that a
 * command can make one for a node that runs.
 */
public final class PairingTokens {
    /** How long a printed token can be used. */
    public static final Duration LIFETIME = Duration.ofHours(1);

    private static final int MAX_OPEN = 16;
    private static final int MAX_FAILURES = 10;

    private final Path home;
    private final Path file;
    private final InstantSource clock;
    private final SecureRandom random = new SecureRandom();

    private int failures;

    /**
     * A token that can be used.
     *
     * @param grant what it gives
     * @param name what the operator calls who will use it; may be empty
     */
    public record Open(PairingToken token, Instant until, Grant grant, String name) {
        private static Optional<Open> parse(String line) {
            try {
                String[] words = line.split(" ", -1);
                return Optional.of(new Open(
                        PairingToken.parse(words[0]),
                        Instant.parse(words[1]),
                        Grant.parse(words[2]),
                        URLDecoder.decode(words[3], StandardCharsets.UTF_8)));
            } catch (RuntimeException _) {
                // a damaged line lets no one in
                return Optional.empty();
            }
        }

        private String line() {
            return token.text() + " " + until + " " + grant.text() + " "
                    + URLEncoder.encode(name, StandardCharsets.UTF_8);
        }
    }

    public PairingTokens(Path home, InstantSource clock) {
        this.home = home;
        this.file = home.resolve("pairing-tokens");
        this.clock = clock;
    }

    /** A new token; the oldest is forgotten when too many are open. */
    public synchronized PairingToken issue(Grant grant, String name) throws IOException {
        failures = 0;
        PairingToken token = PairingToken.random(random);
        change(open -> {
            if (open.size() == MAX_OPEN) {
                open.removeFirst();
            }
            open.add(new Open(token, clock.instant().plus(LIFETIME), grant, name));
        });
        return token;
    }

    /** Uses up the token that this proof was made with. Ten wrong proofs end every open token. */
    public synchronized Optional<Open> redeem(byte[] proof, Fingerprint client, Fingerprint node) throws IOException {
        List<Open> found = new ArrayList<>();
        change(open -> {
            for (Iterator<Open> each = open.iterator(); found.isEmpty() && each.hasNext(); ) {
                Open entry = each.next();
                if (MessageDigest.isEqual(proof, entry.token().clientProof(client, node))) {
                    each.remove();
                    found.add(entry);
                }
            }
            if (found.isEmpty() && ++failures >= MAX_FAILURES) {
                open.clear();
            }
        });
        return found.stream().findFirst();
    }

    private void change(Consumer<List<Open>> edit) throws IOException {
        PrivateFiles.holding(home.resolve("pairing-tokens.lock"), () -> {
            List<Open> before = read();
            List<Open> open = new ArrayList<>(before);
            Instant now = clock.instant();
            open.removeIf(entry -> entry.until().isBefore(now));
            edit.accept(open);
            if (!open.equals(before)) {
                StringBuilder text = new StringBuilder();
                open.forEach(entry -> text.append(entry.line()).append('\n'));
                PrivateFiles.replace(file, text.toString());
            }
            return file;
        });
    }

    private List<Open> read() throws IOException {
        try {
            return Files.readAllLines(file).stream()
                    .map(Open::parse)
                    .flatMap(Optional::stream)
                    .toList();
        } catch (NoSuchFileException _) {
            return List.of();
        }
    }
}
