package org.waybill.client.remote;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.protocol.WebUrls;

/** An advisor service that the user names with {@code --service}: where it is, and the token that lets one in. */
public final class RemoteService {
    private static final String VARIABLE = "WAYBILL_SERVICE_TOKEN";
    private static final String FILE = "WAYBILL_SERVICE_TOKEN_FILE";
    private static final int LONGEST_BYTES = 64 << 10;

    private RemoteService() {}

    /**
     * The URL, if a token may be sent there: HTTPS to anywhere, HTTP to this machine alone.
     *
     * @throws TransferException {@code BAD_INPUT} for what is not a service's URL, {@code UNSAFE} for HTTP to elsewhere
     */
    public static URI checked(URI url) throws TransferException {
        if (!WebUrls.isOne(url)) {
            throw new TransferException(
                    Reason.BAD_INPUT,
                    "invalid service '" + url + "': expected https://HOST[:PORT], without a password");
        }
        if (!WebUrls.keepsSecrets(url)) {
            throw new TransferException(
                    Reason.UNSAFE,
                    "the access token would be sent unencrypted to " + url
                            + ": use https, or a tunnel to this machine");
        }
        return url;
    }

    /**
     * The access token, from the environment or from the first line of a file that it names; never from a command line.
     *
     * @throws TransferException {@code AUTHENTICATION} where there is none, and for a file that cannot be read
     */
    public static String token(Map<String, String> environment) throws TransferException {
        String token = environment.getOrDefault(VARIABLE, "");
        if (!token.isBlank()) {
            return token.strip();
        }
        String file = environment.getOrDefault(FILE, "");
        if (!file.isBlank()) {
            return read(Path.of(file));
        }
        throw new TransferException(
                Reason.AUTHENTICATION,
                "--service needs an access token: set the variable " + VARIABLE + ", or set " + FILE
                        + " to a file that contains it");
    }

    private static String read(Path file) throws TransferException {
        try (InputStream in = Files.newInputStream(file)) {
            String line = new String(in.readNBytes(LONGEST_BYTES), StandardCharsets.UTF_8)
                    .lines()
                    .findFirst()
                    .orElse("")
                    .strip();
            if (line.isEmpty()) {
                throw new TransferException(
                        Reason.BAD_INPUT, "the first line of " + file + " is empty: expected the secret");
            }
            return line;
        } catch (NoSuchFileException e) {
            throw new TransferException(Reason.NOT_FOUND, "the file " + file + " with the secret does not exist", e);
        } catch (IOException e) {
            throw new TransferException(
                    Reason.PERMISSION, "cannot read the secret from " + file + ": " + e.getMessage(), e);
        }
    }
}
