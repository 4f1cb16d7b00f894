package org.waybill.client.probe.host;

import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.probe.path.LocalCommands;
import org.waybill.engine.Location;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.Credentials;
import org.waybill.engine.mover.engine.NodeStore;
import org.waybill.engine.mover.sftp.SshCommands;
import org.waybill.engine.mover.store.Store;
import org.waybill.protocol.Protocol;

/** Examines this machine by its tables and others over SSH, where a log-in works and the host's key is known. */
public final class HostProbe implements HostExaminer {
    private static final System.Logger LOG = System.getLogger(HostProbe.class.getName());

    private final LocalHost local = new LocalHost(Path.of("/"));
    private final @Nullable Path home;
    private final boolean marksSources;
    private final SharedShells shells;

    /**
     * A prober.
     *
     * @param agentSocket of an SSH agent, null where there is none
     * @param home this machine's {@code WAYBILL_HOME}, to be known by nodes; null to do without nodes
     */
    public HostProbe(Credentials credentials, @Nullable Path agentSocket, @Nullable Path home) {
        this(credentials, agentSocket, home, false);
    }

    /** @param marksSources whether a file may be made beside a source for a moment, as by a copy of it */
    public HostProbe(Credentials credentials, @Nullable Path agentSocket, @Nullable Path home, boolean marksSources) {
        this.home = home;
        this.marksSources = marksSources;
        this.shells = new SharedShells(at -> new SshCommands(at, credentials, agentSocket));
    }

    @Override
    public HostFacts examine(Endpoint end, int sshPort, Disk disk) throws InterruptedException {
        if (end.isLocal()) {
            String path = end.isStream() ? "." : end.location().path();
            return local.examine(path)
                    .measured(Instant.now())
                    .withQuota(CpuQuota.of(new LocalCommands())
                            .map(CpuQuota::cores)
                            .orElse(null))
                    .withDisk(
                            disk != Disk.READ || end.isStream()
                                    ? null
                                    : LocalDisk.slowReadBytesPerSecond(Path.of(path)),
                            disk != Disk.WRITE || end.isStream()
                                    ? null
                                    : LocalDisk.slowWriteBytesPerSecond(Path.of(path)));
        }
        if (sshPort == 0) {
            return HostFacts.unknown(end.host(), List.of());
        }
        try (SharedShells.Shell shell = shell(end, sshPort)) {
            return measuredNow(
                    RemoteHost.examine(shell.commands(), end.location().path(), disk));
        } catch (TransferException e) {
            LOG.log(Level.DEBUG, "{0} is not examined: {1}", end.host(), e.getMessage());
            return HostFacts.unknown(end.host(), List.of());
        }
    }

    /**
     * Examines another machine where a path is that must exist.
     *
     * @throws TransferException {@code NOT_FOUND} for a path that does not exist, else why no log-in was possible there
     */
    public HostFacts examineExisting(Endpoint end) throws TransferException, InterruptedException {
        try (SharedShells.Shell shell = shell(end, end.shell().port())) {
            return measuredNow(
                    RemoteHost.examineExisting(shell.commands(), end.location().path()));
        }
    }

    private static HostFacts measuredNow(HostFacts facts) {
        return facts.basis().equals(HostFacts.UNKNOWN) ? facts : facts.measured(Instant.now());
    }

    private SharedShells.Shell shell(Endpoint end, int sshPort) {
        Location at = end.location();
        return shells.open(new Location(Protocol.SFTP.scheme(), at.user(), at.host(), sshPort, "."));
    }

    @Override
    public Optional<NodePlace> placeAtNode(Endpoint end, int sshPort, int nodePort, boolean receives)
            throws InterruptedException {
        if (home == null
                || sshPort == 0
                || nodePort == 0
                || !end.location().path().startsWith("/")) {
            return Optional.empty();
        }
        // while the log-in at the node goes on, the examination of the host logs in over SSH: for both of them
        try (SharedShells.Shell shell = shell(end, sshPort);
                Store node = NodeStore.provider(home).open(end.by(Protocol.WAYBILL, nodePort), (_, _) -> {})) {
            Optional<String> path = new SharedFileSystemCheck(shell.commands(), node, marksSources)
                    .at(end.location().path(), receives);
            boolean asked = path.isPresent() || receives || marksSources;
            return asked ? Optional.of(new NodePlace(path.orElse(null))) : Optional.empty();
        } catch (TransferException e) {
            LOG.log(Level.DEBUG, "{0}: SSH and node are not compared: {1}", end.host(), e.getMessage());
            return Optional.empty();
        }
    }
}
