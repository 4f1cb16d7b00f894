package org.waybill.client.worker;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.endpoint.EndpointNames;
import org.waybill.client.endpoint.EndpointParser;
import org.waybill.engine.Location;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.platform.HostRules;
import org.waybill.platform.PrivateFiles;
import org.waybill.platform.RealPath;
import org.waybill.protocol.PathMeaning;
import org.waybill.protocol.Protocol;
import org.waybill.protocol.Protocols;

/**
 * Where tasks may lead from this worker: local paths below its data directories, links resolved, and hosts that its service
 * has listed. The service has checked the same, but this machine connects.
 *
 * @param directories absolute, with their links resolved
 * @param names the remotes and aliases of the worker's own home, which are not for the users of the service
 */
public record WorkerPlaces(List<Path> directories, EndpointNames names) {
    public WorkerPlaces {
        directories = List.copyOf(directories);
    }

    /**
     * @param secret files and directories of the worker's own, which none of the directories may hold, nor be within
     * @throws TransferException {@code NOT_FOUND} for what is no directory, {@code UNSAFE} for one with a secret
     */
    public static WorkerPlaces of(List<Path> named, EndpointNames names, List<Path> secret) throws TransferException {
        List<Path> real = new ArrayList<>();
        for (Path directory : named) {
            try {
                real.add(directory.toRealPath());
            } catch (IOException e) {
                throw new TransferException(Reason.NOT_FOUND, "there is no directory " + directory, e);
            }
            if (!Files.isDirectory(directory)) {
                throw new TransferException(Reason.NOT_FOUND, directory + " is no directory");
            }
        }
        for (Path own : secret) {
            Path there = RealPath.of(own);
            for (Path directory : real) {
                if (there.startsWith(directory) || directory.startsWith(there)) {
                    throw unsafe("tasks would reach " + own + " through --data " + directory
                            + ": name a directory apart from it");
                }
            }
        }
        return new WorkerPlaces(real, names);
    }

    /**
     * An end as the command is to get it: a local path has its links resolved.
     *
     * @param listed hosts that the service allows
     * @throws TransferException {@code UNSAFE} if the worker may not go there
     */
    String checked(String text, List<String> listed) throws TransferException {
        Endpoint end = EndpointParser.parse(text);
        Endpoint reached = names.parse(text);
        if (!reached.location().equals(end.location())) {
            throw unsafe("'" + text + "' is a name of the worker's own home: write the place that it stands for");
        }
        if (end.isLocal()) {
            return local(text, end.location());
        }
        HostRules rules = HostRules.of(listed);
        requireListed(end.location(), end.location().host(), rules);
        // ssh_config may lead from a host that is listed to one that is not
        requireListed(end.location(), reached.host(), rules);
        return text;
    }

    /** The same of a destination, which is below a data directory: links beside that could be followed from it. */
    String destination(String text, List<String> listed) throws TransferException {
        String end = checked(text, listed);
        if (EndpointParser.parse(end).isLocal()) {
            Path real = Path.of(end);
            if (directories.stream().noneMatch(one -> real.startsWith(one) && !real.equals(one))) {
                throw unsafe("'" + text + "' is a data directory of this worker: name a place below it");
            }
        }
        return end;
    }

    private String local(String text, Location at) throws TransferException {
        Path path = Path.of(at.path());
        if (at.isStream()
                || !path.isAbsolute()
                || Arrays.asList(at.path().split("/")).contains("..")) {
            throw unsafe("'" + text + "' is no absolute path of this worker");
        }
        for (Path there = path; there != null; there = there.getParent()) {
            if (Files.isSymbolicLink(there) && !Files.exists(there)) {
                throw unsafe(there + " is a link that leads nowhere");
            }
        }
        Path real = RealPath.of(path);
        if (directories.stream().noneMatch(real::startsWith)) {
            throw unsafe(
                    real.equals(path.normalize())
                            ? text + " is not below a data directory of this worker"
                            : text + " leads out of the data directories of this worker, to " + real);
        }
        // a name with wildcards that is not there would be expanded, to links among others
        if (!Files.exists(real) && at.path().chars().anyMatch(one -> "*?[".indexOf(one) >= 0)) {
            throw unsafe("'" + text + "' has wildcards, which are not expanded on a worker");
        }
        requireStable(real);
        return at.saysDirectory() ? real + "/" : real.toString();
    }

    /**
     * The command opens by name what was checked here: nobody else may put a link into the place of one of its names. From
     * where it opens on, the engine lets no link lead out, so what the last name holds may belong to anybody.
     */
    private void requireStable(Path real) throws TransferException {
        for (Path there = real.getParent(); there != null; there = there.getParent()) {
            Path above = there;
            if (directories.stream().anyMatch(above::startsWith) && Files.exists(above) && isOpenToOthers(above)) {
                throw unsafe(above + " may be written by others than the worker's user, who could put a link there:"
                        + " name that directory itself, or close it to them");
            }
        }
    }

    private static boolean isOpenToOthers(Path directory) throws TransferException {
        try {
            int owner = (Integer) Files.getAttribute(directory, "unix:uid");
            Set<PosixFilePermission> modes = Files.getPosixFilePermissions(directory);
            return owner != 0 && owner != PrivateFiles.thisUser()
                    || modes.contains(PosixFilePermission.GROUP_WRITE)
                    || modes.contains(PosixFilePermission.OTHERS_WRITE);
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
            throw new TransferException(Reason.UNSAFE, "who may write " + directory + " cannot be told", e);
        }
    }

    /** @param host where it leads to */
    private static void requireListed(Location at, String host, HostRules rules) throws TransferException {
        boolean hostless = Protocols.named(at.scheme())
                .map(Protocol::pathMeaning)
                .filter(PathMeaning::isHostless)
                .isPresent();
        if (hostless || !rules.isListed(host)) {
            throw unsafe("transfers to or from " + host + " are not allowed by the service");
        }
        List<InetAddress> found;
        try {
            found = List.of(InetAddress.getAllByName(host));
        } catch (UnknownHostException _) {
            return; // which the command reports, and is tried again
        }
        String why = rules.refusal(host, found).orElse("");
        if (!why.isEmpty()) {
            throw unsafe(why);
        }
    }

    private static TransferException unsafe(String why) {
        return new TransferException(Reason.UNSAFE, why);
    }
}
