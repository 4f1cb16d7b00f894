package org.waybill.client;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.waybill.engine.Sha256;
import org.waybill.platform.PrivateFiles;

/**
 * The directory that Waybill keeps its things in: {@code WAYBILL_HOME}, or {@code ~/.waybill}.
 *
 * @param root absolute; need not exist yet
 */
public record WaybillHome(Path root) {
    private static final System.Logger LOG = System.getLogger(WaybillHome.class.getName());
    private static final List<String> OURS = List.of("identity.pem", "service.lock", "vault", "activity", "outbox");
    private static final List<String> BELOW = List.of(
            "service",
            "activity",
            "outbox",
            "hosts",
            "logs",
            "syncs",
            "recent",
            "advices",
            "tasks",
            "workers",
            "agent",
            "mcp");

    private static final int OUTBOX_CHARACTERS = 16;

    public WaybillHome {
        root = root.toAbsolutePath().normalize();
    }

    /** The home that the environment names. */
    public static WaybillHome of(Map<String, String> environment) {
        String named = environment.getOrDefault("WAYBILL_HOME", "");
        if (!named.isBlank()) {
            return new WaybillHome(Path.of(named));
        }
        String user = environment.getOrDefault("HOME", "");
        if (user.isBlank()) {
            user = System.getProperty("user.home", "?");
        }
        // what Java says of a user whom the system does not know
        return new WaybillHome(Path.of(user.equals("?") ? "/" : user, ".waybill"));
    }

    /** The name by which this machine knows itself, so that a home on a network file system can distinguish two. */
    public static String thisMachine() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "localhost";
        }
    }

    /** Makes the directory, readable by its owner only. */
    public void create() throws IOException {
        if (!Files.isDirectory(root)) {
            PrivateFiles.createDirectory(root);
        }
    }

    /** Closes a directory that is there and open to others, as an earlier version or {@code mkdir} made it. */
    public void closeToOthers() {
        try {
            // a directory that holds nothing of ours may be used for other things
            PrivateFiles.close(root, OURS.stream().map(root::resolve).anyMatch(Files::exists));
            for (String below : BELOW) {
                PrivateFiles.close(root.resolve(below), true);
            }
        } catch (IOException e) {
            LOG.log(System.Logger.Level.WARNING, "other users can read " + root + ": " + e);
        }
    }

    /** Held by the one process that runs the advisor service of this home. */
    public Path serviceLock() {
        return root.resolve("service.lock");
    }

    /** Where the running advisor service is, and the token it requires. */
    public Path serviceFile() {
        return root.resolve("service.properties");
    }

    /** Outcomes of transfers that the home's own advisor service has not received yet. */
    public Path outbox() {
        return root.resolve("outbox");
    }

    /** Those for a service that was named: no other one learns the names of its hosts. */
    public Path outbox(URI service) {
        String url = service.toString().replaceAll("/+$", "");
        return root.resolve("outbox-" + Sha256.ofText(url, OUTBOX_CHARACTERS));
    }

    /** The last transfers between this machine and others, for the forecasts of copies that start without advice. */
    public Path recent() {
        return root.resolve("recent");
    }

    /** Locks on remote targets that this home's transfers write. */
    public Path locks() {
        return root.resolve("locks");
    }

    /** What earlier syncs saw of their sources. */
    public Path syncs() {
        return root.resolve("syncs");
    }

    /** The advices of this user with their facts, one file each. */
    public Path advices() {
        return root.resolve("advices");
    }

    /** How fast this user's copies to and from nodes were, directly and over relays. */
    public Path relayMemory() {
        return root.resolve("relay-memory");
    }

    /** How much was copied by advice, and how much of it by options that were tried. */
    public Path exploration() {
        return root.resolve("exploration");
    }

    public Path vault() {
        return root.resolve("vault");
    }

    /** The master secret of a vault without a passphrase. */
    public Path vaultKey() {
        return root.resolve("vault.key");
    }

    /** The transfers of this user, one file each. */
    public Path activity() {
        return root.resolve("activity");
    }

    /** TLS servers whose certificate the user has said to be right. */
    public Path knownServers() {
        return root.resolve("known_servers");
    }

    /** Remotes and defaults of options, which the user may edit. */
    public Path config() {
        return root.resolve("config");
    }

    /** The endpoints that the user keeps. */
    public Path bookmarks() {
        return root.resolve("bookmarks");
    }

    /** What other machines reported of themselves, one file each. */
    public Path hosts() {
        return root.resolve("hosts");
    }

    /** There if the user was told once what a slash at the end of a source means now. */
    public Path slashTold() {
        return root.resolve("slash-told");
    }

    /** Transfers in the background, a directory each. */
    public Path tasks() {
        return root.resolve("tasks");
    }

    /** The tasks that a worker of this home has leased, a directory each. */
    public Path worker(String name) {
        return root.resolve("workers").resolve(name);
    }

    /** Where the agents of this home say where they are, and what they hold. */
    public Path agent() {
        return root.resolve("agent");
    }

    /** What assistants have planned, what may be approved without a person, and the token of their server. */
    public Path assistants() {
        return root.resolve("mcp");
    }

    public Path logs() {
        return root.resolve("logs");
    }

    /** Certificates in PEM form that are trusted besides the system's, if the file exists. */
    public Path trustedCertificates() {
        return root.resolve("trusted.pem");
    }
}
