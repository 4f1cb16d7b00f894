package org.waybill.client.worker;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.endpoint.EndpointNames;
import org.waybill.client.endpoint.EndpointParser;
import org.waybill.engine.Location;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.platform.HostRules;
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

    /** @throws TransferException {@code NOT_FOUND} for what is no directory */
    public static WorkerPlaces of(List<Path> named, EndpointNames names) throws TransferException {
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
        if (!names.parse(text).location().equals(end.location())) {
            throw unsafe("'" + text + "' is a name of the worker's own home: write the place that it stands for");
        }
        if (end.isLocal()) {
            return local(text, end.location());
        }
        requireListed(end, HostRules.of(listed));
        return text;
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
        return at.saysDirectory() ? real + "/" : real.toString();
    }

    private static void requireListed(Endpoint end, HostRules rules) throws TransferException {
        Location at = end.location();
        boolean bucket = Protocols.named(at.scheme())
                .map(Protocol::pathMeaning)
                .filter(meaning -> meaning == PathMeaning.BUCKET)
                .isPresent();
        if (bucket || !rules.isListed(at.host())) {
            throw unsafe("transfers to or from " + at.host() + " are not allowed by the service");
        }
        List<InetAddress> found;
        try {
            found = List.of(InetAddress.getAllByName(at.host()));
        } catch (UnknownHostException _) {
            return; // which the command reports, and is tried again
        }
        String why = rules.refusal(at.host(), found).orElse("");
        if (!why.isEmpty()) {
            throw unsafe(why);
        }
    }

    private static TransferException unsafe(String why) {
        return new TransferException(Reason.UNSAFE, why);
    }
}
