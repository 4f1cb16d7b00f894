package org.waybill.client.task;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The variables of an environment by which a transfer logs in or gets out of a site. */
final class Credentials {
    private static final Set<String> NAMES = Set.of(
            "SSH_AUTH_SOCK",
            "X509_USER_PROXY",
            "WAYBILL_SERVICE_TOKEN",
            "WAYBILL_SERVICE_TOKEN_FILE",
            "WAYBILL_VAULT_PASSPHRASE_FILE");

    private Credentials() {}

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
