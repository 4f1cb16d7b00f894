package org.waybill.engine.mover.rclone;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The environment of rclone: the user's, so that the configuration, its password and what backends are told are as when
 * he runs it himself, without what would change the meaning of an operation, leave files out or hide messages.
 */
final class RcloneEnvironment {
    private static final List<String> BEGINNINGS =
            List.of("RC_", "LOG_", "STATS", "INCLUDE", "EXCLUDE", "FILTER", "FILES_FROM", "SUFFIX", "METRICS_");
    private static final Set<String> NAMES = Set.of(
            "RC",
            "DRY_RUN",
            "INTERACTIVE",
            "IMMUTABLE",
            "IGNORE_EXISTING",
            "IGNORE_SIZE",
            "IGNORE_CHECKSUM",
            "UPDATE",
            "SIZE_ONLY",
            "CHECKSUM",
            "BACKUP_DIR",
            "COMPARE_DEST",
            "COPY_DEST",
            "MIN_SIZE",
            "MAX_SIZE",
            "MIN_AGE",
            "MAX_AGE",
            "MAX_DEPTH",
            "MAX_TRANSFER",
            "MAX_DURATION",
            "VERBOSE",
            "QUIET",
            "USE_JSON_LOG",
            "SYSLOG");
    /** Of Amazon's library: rclone's S3 cannot begin where it is set, or does without it; it has RCLONE_CA_CERT. */
    private static final String OF_AWS = "AWS_CA_BUNDLE";

    private static final String PREFIX = "RCLONE_";

    private RcloneEnvironment() {}

    /** @param user and password: those that its remote control asks for */
    static Map<String, String> of(Map<String, String> users, String user, String password) {
        Map<String, String> kept = new HashMap<>(users);
        kept.keySet().removeIf(RcloneEnvironment::isLeftOut);
        kept.put(PREFIX + "RC_USER", user);
        kept.put(PREFIX + "RC_PASS", password);
        return kept;
    }

    private static boolean isLeftOut(String variable) {
        if (!variable.startsWith(PREFIX)) {
            return variable.equals(OF_AWS);
        }
        String name = variable.substring(PREFIX.length());
        return NAMES.contains(name) || BEGINNINGS.stream().anyMatch(name::startsWith);
    }
}
