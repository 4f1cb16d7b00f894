package org.waybill.engine.identity;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.waybill.platform.PrivateFiles;

/**
 * When and where from paired clients were seen last, and what they use of their quota: a line
 * {@code INSTANT ADDRESS BYTES} in a file each under {@code WAYBILL_HOME/peers-seen}, for people to read.
 */
public final class PeerActivity {
    /** A peer that is always connected is noted this often. */
    private static final Duration PACE = Duration.ofSeconds(10);

    private final Path directory;
    private final Map<Fingerprint, LastSeen> noted = new ConcurrentHashMap<>();

    /** @param usedBytes of the quota; 0 if there is none */
    public record LastSeen(Instant at, String address, long usedBytes) {}

    public PeerActivity(Path home) {
        this.directory = home.resolve("peers-seen");
    }

    /** A client is here. */
    public void note(Fingerprint client, Instant now, String address, long usedBytes) throws IOException {
        LastSeen before = noted.get(client);
        if (before != null
                && before.at().plus(PACE).isAfter(now)
                && before.address().equals(address)
                && before.usedBytes() == usedBytes) {
            return;
        }
        noted.put(client, new LastSeen(now, address, usedBytes));
        PrivateFiles.createDirectory(directory);
        PrivateFiles.replace(
                directory.resolve(client.hex()),
                now.truncatedTo(ChronoUnit.SECONDS) + " " + address + " " + usedBytes + "\n");
    }

    /** What was noted last, by whichever process; empty if it never was. */
    public Optional<LastSeen> of(Fingerprint client) throws IOException {
        Path file = directory.resolve(client.hex());
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try {
            String[] words = Files.readString(file).strip().split(" ");
            return Optional.of(new LastSeen(Instant.parse(words[0]), words[1], Long.parseLong(words[2])));
        } catch (RuntimeException _) {
            return Optional.empty();
        }
    }

    /** Nothing of a client that was removed is kept. */
    public void forget(Fingerprint client) throws IOException {
        Files.deleteIfExists(directory.resolve(client.hex()));
    }
}
