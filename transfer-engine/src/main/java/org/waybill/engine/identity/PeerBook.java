package org.waybill.engine.identity;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.waybill.engine.storage.PrivateFiles;

/**
 * The peers this {@code WAYBILL_HOME} has been paired with: nodes by address, and clients that may use our node. A text
 * file of lines {@code node HOST:PORT FINGERPRINT SINCE}, {@code client FINGERPRINT SINCE} and {@code issuer KEY SINCE}
 * (a service whose route tokens count); read at every question,
 * so that a pairing made by another process counts at once.
 */
public final class PeerBook {
    private static final Object ONE_WRITER = new Object();

    private final Path home;
    private final Path file;

    public PeerBook(Path home) {
        this.home = home;
        this.file = home.resolve("peers");
    }

    /** The certificate that the node at this address must show, if we were ever paired with it. */
    public Optional<Fingerprint> node(String host, int port) throws IOException {
        String address = address(host, port);
        return lines().stream().map(line -> line.split(" "))
                .filter(words -> words.length >= 3 && words[0].equals("node") && words[1].equals(address))
                .reduce((earlier, later) -> later).map(words -> Fingerprint.parse(words[2]));
    }

    /** Whether this client was paired with our node. */
    public boolean trustsClient(Fingerprint client) throws IOException {
        return lines().stream().map(line -> line.split(" "))
                .anyMatch(words -> words.length >= 2 && words[0].equals("client") && words[1].equals(client.hex()));
    }

    /** Pins a node; an earlier pin of the same address is replaced. */
    public void pinNode(String host, int port, Fingerprint node) throws IOException {
        put("node " + address(host, port), node);
    }

    public void pinClient(Fingerprint client) throws IOException {
        put("client", client);
    }

    /** Whether route tokens signed with this key (hex of its 32 bytes) are honoured here. */
    public boolean trustsIssuer(String keyHex) throws IOException {
        return lines().stream().map(line -> line.split(" "))
                .anyMatch(words -> words.length >= 2 && words[0].equals("issuer") && words[1].equals(keyHex));
    }

    /** Addresses, {@code HOST:PORT}, of the nodes that we were paired with. */
    public List<String> nodes() throws IOException {
        return lines().stream().map(line -> line.split(" "))
                .filter(words -> words.length >= 3 && words[0].equals("node")).map(words -> words[1])
                .distinct().toList();
    }

    private void put(String subject, Fingerprint fingerprint) throws IOException {
        PrivateFiles.createDirectory(home);
        synchronized (ONE_WRITER) {
            try (FileChannel channel = PrivateFiles.openLock(home.resolve("peers.lock"));
                    FileLock _ = channel.lock()) {
                List<String> kept = new ArrayList<>(lines());
                String replaced = subject.equals("client") ? "client " + fingerprint : subject;
                kept.removeIf(line -> line.startsWith(replaced + " "));
                kept.add(subject + " " + fingerprint + " " + Instant.now().truncatedTo(ChronoUnit.SECONDS));
                PrivateFiles.replace(file, String.join("\n", kept) + "\n");
            }
        }
    }

    private List<String> lines() throws IOException {
        try {
            return Files.readAllLines(file);
        } catch (NoSuchFileException _) {
            return List.of();
        }
    }

    private static String address(String host, int port) {
        return host.toLowerCase(java.util.Locale.ROOT) + ":" + port;
    }
}
