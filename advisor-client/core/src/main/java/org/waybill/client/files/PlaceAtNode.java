package org.waybill.client.files;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.endpoint.NodePaths;
import org.waybill.engine.Location;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.link.NodeAddress;
import org.waybill.engine.mover.store.CopyRoot;
import org.waybill.engine.mover.store.Entry;
import org.waybill.engine.mover.store.RemoteTargets;
import org.waybill.engine.mover.store.Store;
import org.waybill.engine.mover.store.StorePath;
import org.waybill.engine.storage.EntryNames;
import org.waybill.engine.storage.StorageErrors;
import org.waybill.protocol.Protocol;

/**
 * Which path of a node is the place that a copy by SSH reads or writes. A node serves a directory under paths of its own,
 * so that each end of SSH's path is tried; only evidence counts (decision 0302). At a destination a probe file of a random
 * name and length, written over SSH, must be seen through the node. At a source nothing is written: a file of equal size
 * and time must have the same SHA-256; a directory proves nothing. A tree with links that lead out of it stays with SSH:
 * a node may not keep these.
 *
 * @param remote knows the trees that this home has started
 */
public record PlaceAtNode(EndpointStores stores, RemoteTargets remote) {
    /** Nodes show none of Waybill's own names. */
    private static final String PROBE = ".waybill-mark-%s.tmp";

    private static final int NAME_BYTES = 16;
    private static final int LONGEST_PROBE_BYTES = 4096;

    private static final SecureRandom RANDOM = new SecureRandom();

    /**
     * The same copy to or from the node.
     *
     * @param bySsh between this machine and a host, running or complete: what it makes at its destination exists
     * @return empty where the node does not prove to have the same files
     */
    public Optional<TransferRequest> of(TransferRequest bySsh, NodeAddress node)
            throws TransferException, InterruptedException {
        boolean sends = bySsh.source().isLocal();
        Endpoint atNode = new Endpoint(location(node, "/"), true);
        try (EndpointStores.Opened from = stores.open(new Endpoint(bySsh.source(), true));
                EndpointStores.Opened to = stores.open(new Endpoint(bySsh.destination(), true));
                EndpointStores.Opened there = stores.open(atNode)) {
            CopyRoot root = CopyRoot.of(bySsh, from.store(), to.store(), remote);
            if (sends
                    && root.source().isDirectory()
                    && hasLinkOut(Path.of(root.source().path()))) {
                return Optional.empty();
            }
            return sends
                    ? destination(root, to.store(), there.store())
                            .map(path -> bySsh.between(source(bySsh, root), location(node, path)))
                    : source(root.source(), from.store(), there.store())
                            .map(path -> bySsh.between(location(node, path), Location.local(root.path())));
        }
    }

    private static boolean hasLinkOut(Path tree) throws TransferException {
        try (Stream<Path> all = Files.walk(tree)) {
            for (Path path : (Iterable<Path>) all.filter(Files::isSymbolicLink)::iterator) {
                List<String> names =
                        Stream.of(tree.relativize(path).toString().split("/")).toList();
                if (EntryNames.leadsOut(names, Files.readSymbolicLink(path).toString())) {
                    return true;
                }
            }
            return false;
        } catch (IOException e) {
            throw StorageErrors.map(e, "reading", tree.toString());
        } catch (UncheckedIOException e) {
            throw StorageErrors.map(Objects.requireNonNull(e.getCause()), "reading", tree.toString());
        }
    }

    private static Location location(NodeAddress node, String path) {
        int port = node.port() == Protocol.WAYBILL.defaultPort() ? 0 : node.port();
        return new Location(Protocol.WAYBILL.scheme(), null, node.host(), port, path);
    }

    /** Of a directory the contents: where it is at the destination is known by now. */
    private static Location source(TransferRequest bySsh, CopyRoot root) {
        Location named = bySsh.source();
        return root.source().isDirectory() && !named.saysDirectory() ? Location.local(named.path() + "/") : named;
    }

    private static Optional<String> destination(CopyRoot root, Store ssh, Store node)
            throws TransferException, InterruptedException {
        boolean tree = root.source().isDirectory();
        String directory = tree ? root.path() : StorePath.parent(root.path());
        byte[] name = new byte[NAME_BYTES];
        RANDOM.nextBytes(name);
        String probe = PROBE.formatted(HexFormat.of().formatHex(name));
        byte[] content = new byte[1 + RANDOM.nextInt(LONGEST_PROBE_BYTES)];
        String path = StorePath.join(directory, probe);
        try {
            ssh.write(path, 0, new ByteArrayInputStream(content), content.length);
            for (String end : NodePaths.ends(directory, ssh.realPath(directory))) {
                if (isFile(NodePaths.look(node, StorePath.join(end, probe)), content.length)) {
                    return Optional.of(tree ? end : StorePath.join(end, StorePath.name(root.path())));
                }
            }
            return Optional.empty();
        } catch (IOException e) {
            throw ssh.failure(e, path);
        } finally {
            delete(ssh, path);
        }
    }

    /** Also where this thread was interrupted since the copy is over, which may have broken the connection. */
    private static void delete(Store ssh, String path) throws TransferException, InterruptedException {
        boolean interrupted = Thread.interrupted();
        try {
            ssh.renewed().delete(path);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static Optional<String> source(Entry file, Store ssh, Store node)
            throws TransferException, InterruptedException {
        Instant modified = file.modified();
        if (!file.isFile() || modified == null || file.sizeBytes() <= 0) {
            return Optional.empty();
        }
        for (String end : NodePaths.ends(file.path(), ssh.realPath(file.path()))) {
            Optional<Entry> there = NodePaths.look(node, end);
            boolean alike = isFile(there, file.sizeBytes())
                    && there.map(Entry::modified)
                            .filter(time -> time.getEpochSecond() == modified.getEpochSecond())
                            .isPresent();
            if (alike && areEqual(file, ssh, end, node)) {
                return Optional.of(end);
            }
        }
        return Optional.empty();
    }

    /** By the SHA-256 of all of it, as both ends compute it: a mirror may differ in a few bytes only. */
    private static boolean areEqual(Entry file, Store ssh, String path, Store node)
            throws TransferException, InterruptedException {
        Optional<String> hash = ssh.sha256(file.path(), file.sizeBytes());
        return hash.isPresent() && hash.equals(node.sha256(path, 0, file.sizeBytes()));
    }

    private static boolean isFile(Optional<Entry> entry, long bytes) {
        return entry.filter(one -> one.isFile() && one.sizeBytes() == bytes).isPresent();
    }
}
