package org.waybill.engine.mover.rclone;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Causes;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.ServerFailures;
import org.waybill.engine.mover.store.StorePath;

/** What rclone's answers mean: its backends report in their own words, of which the usual ones are known here. */
final class RcloneFailures {
    private static final int NOT_FOUND = 404;

    /** The first that a text holds gives the reason. */
    private static final List<Map.Entry<String, Reason>> WORDS = List.of(
            Map.entry("rclone_config_pass", Reason.BAD_INPUT),
            Map.entry("unable to decrypt configuration", Reason.BAD_INPUT),
            Map.entry("no space left", Reason.DISK_FULL),
            Map.entry("quota", Reason.DISK_FULL),
            Map.entry("insufficient storage", Reason.DISK_FULL),
            Map.entry("read-only file system", Reason.READ_ONLY),
            Map.entry("permission denied", Reason.PERMISSION),
            Map.entry("access denied", Reason.PERMISSION),
            Map.entry("accessdenied", Reason.PERMISSION),
            Map.entry("forbidden", Reason.PERMISSION),
            Map.entry("unauthorized", Reason.AUTHENTICATION),
            Map.entry("invalidaccesskeyid", Reason.AUTHENTICATION),
            Map.entry("signaturedoesnotmatch", Reason.AUTHENTICATION),
            Map.entry("unable to authenticate", Reason.AUTHENTICATION),
            Map.entry("login incorrect", Reason.AUTHENTICATION),
            Map.entry("invalid_grant", Reason.AUTHENTICATION),
            Map.entry("couldn't fetch token", Reason.AUTHENTICATION),
            Map.entry("knownhosts", Reason.HOST_KEY),
            Map.entry("x509", Reason.CERTIFICATE),
            Map.entry("no such host", Reason.UNKNOWN_HOST),
            Map.entry("connection refused", Reason.UNREACHABLE),
            Map.entry("no route to host", Reason.UNREACHABLE),
            Map.entry("network is unreachable", Reason.UNREACHABLE),
            Map.entry("i/o timeout", Reason.UNREACHABLE),
            Map.entry("corrupted on transfer", Reason.VERIFICATION_FAILED),
            Map.entry("directory not empty", Reason.BAD_INPUT),
            Map.entry("not a directory", Reason.BAD_INPUT),
            Map.entry("is a directory", Reason.BAD_INPUT),
            Map.entry("file name too long", Reason.LIMIT),
            Map.entry("not implemented", Reason.PERMISSION),
            Map.entry("not supported", Reason.PERMISSION),
            Map.entry("not found", Reason.NOT_FOUND),
            Map.entry("no such file", Reason.NOT_FOUND),
            Map.entry("didn't find backend", Reason.BAD_INPUT),
            Map.entry("failed to create file system", Reason.BAD_INPUT));

    private RcloneFailures() {}

    static boolean isUnknownRemote(Exception cause) {
        @Nullable RcloneErrorException answer = Causes.find(RcloneErrorException.class, cause);
        return answer != null && answer.text().contains("didn't find section in config file");
    }

    static boolean isMissing(Exception cause) {
        @Nullable RcloneErrorException answer = Causes.find(RcloneErrorException.class, cause);
        return answer != null && answer.status() == NOT_FOUND;
    }

    /** Whether rclone itself said it. */
    static boolean isAnswer(Exception cause) {
        return Causes.find(RcloneErrorException.class, cause) != null;
    }

    static TransferException explain(Exception cause, String server, String path) {
        if (cause instanceof TransferException known) {
            return known;
        }
        String where = StorePath.shown(path) + " at " + server + ": ";
        @Nullable TransferException told = ServerFailures.known(cause, where);
        if (told != null) {
            return told;
        }
        @Nullable RcloneErrorException answer = Causes.find(RcloneErrorException.class, cause);
        if (answer == null) {
            return ServerFailures.other(cause, cause instanceof IOException, where);
        }
        return new TransferException(
                reason(answer), where + "rclone reports: " + StorePath.shown(answer.text()), cause);
    }

    private static Reason reason(RcloneErrorException answer) {
        String text = answer.text().toLowerCase(Locale.ROOT);
        return answer.status() == NOT_FOUND
                ? Reason.NOT_FOUND
                : WORDS.stream()
                        .filter(word -> text.contains(word.getKey()))
                        .map(Map.Entry::getValue)
                        .findFirst()
                        .orElse(Reason.CONNECTION_LOST);
    }
}
