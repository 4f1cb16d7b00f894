package org.waybill.client.task;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;

/** The variables of an environment by which a transfer logs in or gets out of a site. */
final class Credentials {
    private static final Set<String> NAMES = Set.of(
            "SSH_AUTH_SOCK",
            "X509_USER_PROXY",
            "WAYBILL_SERVICE_TOKEN",
            "WAYBILL_SERVICE_TOKEN_FILE",
            "WAYBILL_VAULT_PASSPHRASE_FILE");

    private static final Pattern URL_WITH_PASSWORD = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*://[^/?#]*:[^/?#]*@");

    private Credentials() {}

    /** Refuses a password in a URL, wherever it is in the command: the words are kept. It is not shown. */
    static void requireNone(List<String> words) throws TransferException {
        if (words.stream().anyMatch(word -> URL_WITH_PASSWORD.matcher(word).find())) {
            throw new TransferException(
                    Reason.BAD_INPUT,
                    "a URL contains a password, which the task would keep: write USER@HOST and store the password once"
                            + " with 'waybill account add'");
        }
    }

    static List<String> names(Map<String, String> environment) {
        return environment.keySet().stream()
                .filter(name ->
                        NAMES.contains(name) || name.toLowerCase(Locale.ROOT).endsWith("_proxy"))
                .sorted()
                .toList();
    }

    /** Whether one of these is not there any more, or the file or socket that it names. */
    static boolean isGone(List<String> names, Map<String, String> environment) {
        return names.stream()
                .map(name -> environment.getOrDefault(name, ""))
                .anyMatch(value -> value.isEmpty() || value.startsWith("/") && !Files.exists(Path.of(value)));
    }
}
