package org.waybill.cli.mcp;

import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.waybill.client.WaybillHome;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.endpoint.EndpointNames;
import org.waybill.client.workflow.survey.DataSource;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.gsi.GridFiles;
import org.waybill.platform.RealPath;

/**
 * An end of a plan.
 *
 * @param text in its canonical spelling; a local path is absolute
 * @param real the local path with its links resolved as far as it is there; empty elsewhere
 */
record PlanEnd(String text, String real) {
    /**
     * Reads a place that an assistant names.
     *
     * @param names the user's remotes and aliases
     * @throws TransferException {@code BAD_INPUT} for what is no single place, {@code UNSAFE} for one with secrets
     */
    static PlanEnd of(String text, EndpointNames names, Secrets secrets) throws TransferException {
        if (DataSource.isOne(text)) {
            throw bad(text, "a place: data by identity may be elsewhere tomorrow");
        }
        Endpoint end = names.parse(text);
        String path = end.location().path();
        if (end.isStream()) {
            throw bad(text, "a file or directory");
        }
        if (!end.isLocal()) {
            if (Arrays.asList(path.split("/")).contains("..")) {
                throw bad(text, "a path without ..");
            }
            requireNoWildcard(text, path);
            return new PlanEnd(end.format(), "");
        }
        Path absolute = Path.of(path).toAbsolutePath().normalize();
        if (!Files.exists(absolute, LinkOption.NOFOLLOW_LINKS)) {
            requireNoWildcard(text, path);
        }
        Path real = RealPath.of(absolute);
        if (secrets.hold(real)) {
            throw new TransferException(Reason.UNSAFE, "secrets are kept in " + text + ": it is no place for a plan");
        }
        String plain = absolute.toString();
        boolean slash = end.location().saysDirectory() && !plain.endsWith("/");
        return new PlanEnd(slash ? plain + "/" : plain, real.toString());
    }

    /** The names that they expand to are not those that are approved. */
    private static void requireNoWildcard(String text, String path) throws TransferException {
        if (path.chars().anyMatch(one -> "*?[".indexOf(one) >= 0)) {
            throw bad(text, "a path without wildcards");
        }
    }

    private static TransferException bad(String text, String expected) {
        return new TransferException(Reason.BAD_INPUT, "invalid place '" + text + "': expected " + expected);
    }

    boolean isLocal() {
        return !real.isEmpty();
    }

    /** Whether it is this place or below it. @param prefix in its canonical spelling, with or without a slash at its end */
    boolean isIn(PlanEnd prefix) {
        return below(text, prefix.text) && isLocal() == prefix.isLocal() && (!isLocal() || below(real, prefix.real));
    }

    private static boolean below(String path, String prefix) {
        String directory = prefix.endsWith("/") ? prefix : prefix + "/";
        return path.equals(prefix) || (path + "/").equals(directory) || path.startsWith(directory);
    }

    /**
     * Where this user's secrets are: those that copies log in with.
     *
     * @param all files and directories, with their links resolved
     */
    record Secrets(List<Path> all) {
        private static final List<String> OF_USERS =
                List.of(".ssh", ".aws", ".globus", ".netrc", ".gnupg", ".config/rclone");
        /** Variables that name files. */
        private static final List<String> NAMED = List.of(
                "AWS_CONFIG_FILE",
                "AWS_SHARED_CREDENTIALS_FILE",
                "AWS_WEB_IDENTITY_TOKEN_FILE",
                "BEARER_TOKEN_FILE",
                "WAYBILL_SERVICE_TOKEN_FILE",
                "WAYBILL_VAULT_PASSPHRASE_FILE",
                "X509_USER_CERT",
                "X509_USER_KEY");

        Secrets {
            all = List.copyOf(all);
        }

        static Secrets of(WaybillHome home, Path userHome, Map<String, String> environment) {
            List<Path> all = new ArrayList<>(List.of(home.root()));
            OF_USERS.forEach(name -> all.add(userHome.resolve(name)));
            for (String name : NAMED) {
                String named = environment.getOrDefault(name, "");
                if (!named.isEmpty()) {
                    all.add(Path.of(named));
                }
            }
            new GridFiles(environment, userHome).proxy().ifPresent(all::add);
            return new Secrets(all.stream().map(RealPath::of).toList());
        }

        /** Whether a place is among them. */
        boolean hold(Path real) {
            return all.stream().anyMatch(real::startsWith);
        }

        /** Whether some are in a place. */
        boolean areIn(PlanEnd place) {
            return place.isLocal() && all.stream().anyMatch(one -> one.startsWith(place.real()));
        }
    }
}
