package org.waybill.cli;

import java.io.InputStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.waybill.engine.Reason;

/** The token for a service named with {@code --service}: from the environment or a file, never from argv. */
final class ServiceToken {
    private static final String VARIABLE = "WAYBILL_SERVICE_TOKEN";
    private static final String FILE = "WAYBILL_SERVICE_TOKEN_FILE";

    private ServiceToken() {}

    static String of(Map<String, String> environment) {
        String token = environment.getOrDefault(VARIABLE, "");
        if (!token.isBlank()) {
            return token.strip();
        }
        String file = environment.getOrDefault(FILE, "");
        if (!file.isBlank()) {
            char[] secret = SecretInput.read(Path.of(file), InputStream.nullInputStream());
            String read = new String(secret).strip();
            Arrays.fill(secret, '\0');
            return read;
        }
        throw new CommandFailure(Reason.AUTHENTICATION, "--service wants an access token: put it into the variable "
                + VARIABLE + ", or name a file that holds it in " + FILE);
    }
}
