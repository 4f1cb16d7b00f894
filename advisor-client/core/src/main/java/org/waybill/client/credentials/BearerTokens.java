package org.waybill.client.credentials;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.trust.BearerToken;
import org.waybill.platform.LibC;
import org.waybill.platform.PrivateFiles;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Finds the user's token where the WLCG Bearer Token Discovery says (version 1.0,
 * https://doi.org/10.5281/zenodo.3937438): {@code BEARER_TOKEN}, {@code BEARER_TOKEN_FILE}, {@code bt_uUID} in {@code
 * XDG_RUNTIME_DIR}, and in {@code /tmp}. The first one that is there decides, and is read again each time: others renew
 * it.
 */
final class BearerTokens {
    private static final String TOKEN = "BEARER_TOKEN";
    private static final String FILE = "BEARER_TOKEN_FILE";
    private static final String RUNTIME = "XDG_RUNTIME_DIR";
    private static final int MOST_BYTES = 64 << 10;
    /** RFC 6750, section 2.1: nothing in it ends a line of a request. */
    private static final Pattern FORM = Pattern.compile("[A-Za-z0-9._~+/-]+=*");

    /** Where users have no numbers; then only what is named is used. */
    private static final int NO_USER = -1;

    private final Map<String, String> environment;
    private final Path temporary;
    private final int user;

    /** @param temporary where all users keep files, {@code /tmp} */
    BearerTokens(Map<String, String> environment, Path temporary, int user) {
        this.environment = Map.copyOf(environment);
        this.temporary = temporary;
        this.user = user;
    }

    static BearerTokens of(Map<String, String> environment) {
        return new BearerTokens(environment, Path.of("/tmp"), LibC.isSupported() ? PrivateFiles.thisUser() : NO_USER);
    }

    /**
     * The token as it is now.
     *
     * @throws TransferException {@link Reason#UNSAFE} for a file that others may have written or read, {@link
     *     Reason#BAD_INPUT} for what is no token, or is not there though it was named
     */
    Optional<BearerToken> find() throws TransferException {
        String given = environment.getOrDefault(TOKEN, "").strip();
        if (!given.isEmpty()) {
            return Optional.of(token(given, TOKEN));
        }
        String named = environment.getOrDefault(FILE, "");
        if (!named.isEmpty()) {
            Path file = Path.of(named);
            return Optional.of(read(file, false)
                    .orElseThrow(() -> new TransferException(
                            Reason.BAD_INPUT, "there is no " + file + ", which " + FILE + " names")));
        }
        String runtime = environment.getOrDefault(RUNTIME, "");
        Optional<BearerToken> own = runtime.isEmpty() ? Optional.empty() : read(Path.of(runtime, "bt_u" + user), true);
        return own.isPresent() ? own : read(temporary.resolve("bt_u" + user), true);
    }

    /** @param usual a place where anyone may have put a link */
    private Optional<BearerToken> read(Path file, boolean usual) throws TransferException {
        LinkOption[] links = usual ? new LinkOption[] {LinkOption.NOFOLLOW_LINKS} : new LinkOption[0];
        try {
            Object owner = Files.getAttribute(file, "unix:uid", links);
            boolean ours = user == NO_USER || owner.equals(user) || !usual && owner.equals(0);
            if (!ours || !Files.isRegularFile(file, links)) {
                throw new TransferException(
                        Reason.UNSAFE, "the token in " + file + " is not used: it is not a file of this user's");
            }
            if (PrivateFiles.isOpenToOthers(file)) {
                throw new TransferException(
                        Reason.UNSAFE,
                        "the token in " + file + " is not used: others have access to the file ('chmod 600 " + file
                                + "' ends that)");
            }
            if (Files.size(file) > MOST_BYTES) {
                throw new TransferException(
                        Reason.LIMIT,
                        "the token in " + file + " is not used: it has more than " + MOST_BYTES + " bytes");
            }
            return Optional.of(
                    token(Files.readString(file, StandardCharsets.ISO_8859_1).strip(), file.toString()));
        } catch (NoSuchFileException _) {
            return Optional.empty();
        } catch (IOException e) {
            throw new TransferException(
                    Reason.BAD_INPUT, "the token in " + file + " cannot be read: " + e.getMessage(), e);
        }
    }

    private static BearerToken token(String text, String origin) throws TransferException {
        if (text.length() > MOST_BYTES || !FORM.matcher(text).matches()) {
            throw new TransferException(
                    Reason.BAD_INPUT, "what is in " + origin + " is no bearer token: expected one line of it alone");
        }
        @Nullable JsonNode claims = claims(text);
        if (claims == null) {
            return new BearerToken(text, origin, List.of(), null, null);
        }
        return new BearerToken(
                text, origin, audiences(claims.path("aud")), time(claims.path("nbf")), time(claims.path("exp")));
    }

    /** What a JWT says (RFC 7519); null for a token that is none. Whether it says the truth, its servers find out. */
    private static @Nullable JsonNode claims(String text) {
        String[] parts = text.split("\\.", -1);
        if (parts.length != 3) {
            return null;
        }
        try {
            JsonNode claims =
                    JsonMapper.shared().readTree(Base64.getUrlDecoder().decode(parts[1]));
            return claims.isObject() ? claims : null;
        } catch (IllegalArgumentException | JacksonException _) {
            return null;
        }
    }

    private static List<String> audiences(JsonNode claim) {
        List<String> audiences = new ArrayList<>();
        if (claim.isString()) {
            audiences.add(claim.asString());
        }
        for (JsonNode one : claim) {
            if (one.isString()) {
                audiences.add(one.asString());
            }
        }
        return audiences;
    }

    private static @Nullable Instant time(JsonNode claim) {
        double seconds = claim.isNumber() ? claim.asDouble() : -1;
        return seconds >= 0 && seconds < 1e11 ? Instant.ofEpochMilli((long) (seconds * 1000)) : null;
    }
}
