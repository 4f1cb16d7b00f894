package org.waybill.engine.identity;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.waybill.engine.Reason;
import org.waybill.engine.storage.RefusedException;
import org.waybill.platform.PrivateFiles;

/**
 * The peers this {@code WAYBILL_HOME} has been paired with: nodes by address, and clients that may use our node. A text
 * file of lines {@code node HOST:PORT FINGERPRINT SINCE}, {@code client ...} (see {@link PairedClient}) and
 * {@code issuer KEY SINCE} (a service whose route tokens count); read at every question, so that a pairing made or
 * ended by another process counts at once.
 */
public final class PeerStore {

    private final Path home;
    private final Path file;

    /** A node that we were paired with. */
    public record PairedNode(String address, Fingerprint fingerprint, String since) {}

    public PeerStore(Path home) {
        this.home = home;
        this.file = home.resolve("peers");
    }

    /** The list. */
    public Path file() {
        return file;
    }

    /** The certificate that the node at this address must show, if we were ever paired with it. */
    public Optional<Fingerprint> node(String host, int port) throws IOException {
        String address = address(host, port);
        return pairedNodes().stream()
                .filter(node -> node.address().equals(address))
                .reduce((earlier, later) -> later)
                .map(PairedNode::fingerprint);
    }

    /** What this client may do at our node; empty if it was not paired with it, or not any more. */
    public Optional<Grant> grant(Fingerprint client) throws IOException {
        return clients().stream()
                .filter(paired -> paired.fingerprint().equals(client))
                .reduce((earlier, later) -> later)
                .map(PairedClient::grant);
    }

    /** The clients that were paired with our node, in the order of their pairing. */
    public List<PairedClient> clients() throws IOException {
        return lines().stream()
                .filter(PairedClient::isLine)
                .map(PairedClient::parse)
                .flatMap(Optional::stream)
                .toList();
    }

    /** Pins a node; an earlier pin of the same address is replaced. */
    public void pinNode(String host, int port, Fingerprint node) throws IOException {
        String subject = "node " + address(host, port) + " ";
        change(lines -> {
            lines.removeIf(line -> line.startsWith(subject));
            lines.add(subject + node + " " + Instant.now().truncatedTo(ChronoUnit.SECONDS));
            return lines;
        });
    }

    /** Lets a client in; what it was granted before is replaced. */
    public void pinClient(PairedClient client) throws IOException {
        change(lines -> {
            lines.removeIf(line -> line.startsWith("client " + client.fingerprint()));
            lines.add(client.line());
            return lines;
        });
    }

    /** Ends a client's pairing; false if there was none. */
    public boolean removeClient(Fingerprint client) throws IOException {
        return remove("client " + client);
    }

    /** Forgets a node, {@code HOST:PORT}; false if it was not known. */
    public boolean removeNode(String address) throws IOException {
        return remove("node " + address.toLowerCase(Locale.ROOT) + " ");
    }

    private boolean remove(String start) throws IOException {
        boolean[] found = new boolean[1];
        change(lines -> {
            found[0] = lines.removeIf(line -> line.startsWith(start));
            return lines;
        });
        return found[0];
    }

    /** Whether route tokens signed with this key (hex of its 32 bytes) are honoured here. */
    public boolean trustsIssuer(String keyHex) throws IOException {
        return lines().stream()
                .map(line -> line.split(" "))
                .anyMatch(words -> words.length >= 2 && words[0].equals("issuer") && words[1].equals(keyHex));
    }

    /** Addresses, {@code HOST:PORT}, of the nodes that we were paired with. */
    public List<String> nodes() throws IOException {
        return pairedNodes().stream().map(PairedNode::address).distinct().toList();
    }

    /** The nodes that we were paired with. */
    public List<PairedNode> pairedNodes() throws IOException {
        return lines().stream()
                .map(line -> line.split(" "))
                .filter(words -> words.length >= 3 && words[0].equals("node"))
                .map(words -> new PairedNode(words[1], Fingerprint.parse(words[2]), words.length > 3 ? words[3] : ""))
                .toList();
    }

    /** Differs from an earlier one when the file was changed since. */
    String version() throws IOException {
        try {
            BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
            return now.fileKey() + " " + now.lastModifiedTime() + " " + now.size();
        } catch (NoSuchFileException _) {
            return "";
        }
    }

    private void change(UnaryOperator<List<String>> edit) throws IOException {
        PrivateFiles.holding(home.resolve("peers.lock"), () -> {
            List<String> lines = edit.apply(new ArrayList<>(lines()));
            PrivateFiles.replace(file, lines.isEmpty() ? "" : String.join("\n", lines) + "\n");
            return file;
        });
    }

    private List<String> lines() throws IOException {
        try {
            return Files.readAllLines(file);
        } catch (NoSuchFileException _) {
            return List.of();
        } catch (CharacterCodingException e) {
            throw new RefusedException(Reason.BAD_INPUT, file + " is not a list of peers: move it away and pair again");
        }
    }

    private static String address(String host, int port) {
        return host.toLowerCase(Locale.ROOT) + ":" + port;
    }
}
