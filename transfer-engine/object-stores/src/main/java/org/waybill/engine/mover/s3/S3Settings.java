package org.waybill.engine.mover.s3;

import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.ErrorText;
import org.waybill.engine.Location;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.store.StorePath;
import org.waybill.protocol.Protocol;
import org.waybill.protocol.WebUrls;
import software.amazon.awssdk.core.SdkSystemSetting;
import software.amazon.awssdk.profiles.Profile;
import software.amazon.awssdk.profiles.ProfileFile;
import software.amazon.awssdk.profiles.ProfileFileSystemSetting;
import software.amazon.awssdk.profiles.ProfileProperty;
import software.amazon.awssdk.services.s3.model.RequestPayer;

/**
 * Where buckets are, by what AWS's own tools read: the environment, else the files of profiles. The metadata of an
 * instance are never asked.
 *
 * @param endpoint null for AWS's own
 * @param pathStyle whether the bucket is in the path of a URL, not in its host; usual for endpoints other than AWS's
 * @param profile null where the files have no such one
 * @param caBundle authorities that are trusted besides the platform's; null for none
 * @param requesterPays whether the user pays for what is asked of other owners' buckets, as some owners require
 */
record S3Settings(
        @Nullable URI endpoint,
        String region,
        boolean pathStyle,
        ProfileFile file,
        String profileName,
        @Nullable Profile profile,
        @Nullable Path caBundle,
        boolean requesterPays) {
    private static final String USUAL_REGION = "us-east-1";
    private static final String USUAL_PROFILE = "default";
    private static final Pattern REGION = Pattern.compile("[a-zA-Z0-9-]{1,63}");
    private static final String SSO_SESSION = "sso_session";
    /** What says that a profile gives credentials, not only where to ask. */
    private static final List<String> OF_CREDENTIALS = List.of(
            ProfileProperty.AWS_ACCESS_KEY_ID,
            ProfileProperty.AWS_SECRET_ACCESS_KEY,
            ProfileProperty.AWS_SESSION_TOKEN,
            ProfileProperty.ROLE_ARN,
            ProfileProperty.CREDENTIAL_PROCESS,
            ProfileProperty.CREDENTIAL_SOURCE,
            ProfileProperty.WEB_IDENTITY_TOKEN_FILE,
            SSO_SESSION,
            ProfileProperty.SSO_START_URL);

    /** A variable of the environment, or the property that the SDK knows it by too. */
    static @Nullable String ofProcess(String property, String variable) {
        String own = System.getProperty(property);
        return own != null ? own : System.getenv(variable);
    }

    /** @param setting gives a property or its variable; null for neither */
    static S3Settings read(BiFunction<String, String, @Nullable String> setting, Location location)
            throws TransferException {
        if (location.port() != 0) {
            throw new TransferException(
                    Reason.BAD_INPUT,
                    Protocol.S3.scheme() + "://" + location.host() + ":" + location.port()
                            + " has a port, and a bucket has none: name the server in AWS_ENDPOINT_URL, or as"
                            + " endpoint_url of a profile");
        }
        ProfileFile file = files();
        String named = setting.apply(
                ProfileFileSystemSetting.AWS_PROFILE.property(),
                ProfileFileSystemSetting.AWS_PROFILE.environmentVariable());
        String name = named == null || named.isBlank() ? USUAL_PROFILE : named;
        @Nullable Profile profile = file.profile(name).orElse(null);
        if (profile == null && !name.equals(USUAL_PROFILE)) {
            throw new TransferException(
                    Reason.BAD_INPUT,
                    "AWS_PROFILE names " + StorePath.shown(name) + ", which is not in AWS's files: "
                            + (file.profiles().isEmpty()
                                    ? "they have no profile"
                                    : "expected one of "
                                            + String.join(", ", file.profiles().keySet())));
        }
        @Nullable URI endpoint = endpoint(setting, file, profile);
        return new S3Settings(
                endpoint,
                region(setting, profile),
                isPathStyle(endpoint, profile),
                file,
                name,
                profile,
                caBundle(setting, profile),
                RequestPayer.REQUESTER
                        .toString()
                        .equalsIgnoreCase(setting.apply("aws.requestPayer", "AWS_REQUEST_PAYER")));
    }

    private static @Nullable Path caBundle(
            BiFunction<String, String, @Nullable String> setting, @Nullable Profile profile) throws TransferException {
        Optional<String> named = Optional.ofNullable(setting.apply("aws.caBundle", "AWS_CA_BUNDLE"))
                .filter(Predicate.not(String::isBlank))
                .or(() -> property(profile, "ca_bundle"));
        try {
            return named.isEmpty() ? null : ofUser(named.get());
        } catch (InvalidPathException e) {
            throw new TransferException(
                    Reason.BAD_INPUT,
                    "invalid AWS_CA_BUNDLE '" + StorePath.shown(named.get()) + "': expected a PEM file",
                    e);
        }
    }

    private static Path ofUser(String path) {
        return path.startsWith("~/")
                ? Path.of(String.valueOf(System.getProperty("user.home")), path.substring(2))
                : Path.of(path);
    }

    private static ProfileFile files() throws TransferException {
        try {
            return ProfileFile.defaultProfileFile();
        } catch (IllegalArgumentException | IllegalStateException | UncheckedIOException e) {
            throw new TransferException(
                    Reason.BAD_INPUT, "AWS's files cannot be read: " + StorePath.shown(ErrorText.of(e)), e);
        }
    }

    /** Whether its user logs in with a browser, for which no credentials are in a file that others may read. */
    boolean profileIsOfSingleSignOn() {
        return property(profile, SSO_SESSION).isPresent()
                || property(profile, ProfileProperty.SSO_START_URL).isPresent();
    }

    /** Whether the profile gives credentials, and not only a region or an endpoint. */
    boolean profileHasCredentials() {
        return OF_CREDENTIALS.stream().anyMatch(name -> property(profile, name).isPresent());
    }

    private static @Nullable URI endpoint(
            BiFunction<String, String, @Nullable String> setting, ProfileFile file, @Nullable Profile profile)
            throws TransferException {
        if ("true"
                .equalsIgnoreCase(setting.apply(
                        SdkSystemSetting.AWS_IGNORE_CONFIGURED_ENDPOINT_URLS.property(),
                        SdkSystemSetting.AWS_IGNORE_CONFIGURED_ENDPOINT_URLS.environmentVariable()))) {
            return null;
        }
        for (String variable : List.of("AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL")) {
            String property = variable.endsWith("_S3") ? "aws.endpointUrlS3" : "aws.endpointUrl";
            @Nullable String text = setting.apply(property, variable);
            if (text != null && !text.isBlank()) {
                return checked(variable, text.strip());
            }
        }
        Optional<String> text = property(profile, "services")
                .flatMap(name -> file.getSection("services", name))
                .flatMap(services -> nested(services, ProfileProperty.ENDPOINT_URL))
                .or(() -> property(profile, ProfileProperty.ENDPOINT_URL))
                .filter(Predicate.not(String::isBlank));
        return text.isEmpty() ? null : checked(ProfileProperty.ENDPOINT_URL + " of AWS's files", text.get());
    }

    private static URI checked(String origin, String text) throws TransferException {
        try {
            URI url = URI.create(text);
            if (WebUrls.isOne(url)
                    && url.getPort() <= 65_535
                    && url.getRawQuery() == null
                    && url.getRawFragment() == null) {
                return url;
            }
        } catch (IllegalArgumentException _) {
            // said below
        }
        // what is before an @ may be a password
        throw new TransferException(
                Reason.BAD_INPUT,
                "invalid " + origin + " '" + StorePath.shown(text.replaceFirst("(?<=//|^)[^/]*@", "...@"))
                        + "': expected https://HOST[:PORT]");
    }

    private static String region(BiFunction<String, String, @Nullable String> setting, @Nullable Profile profile)
            throws TransferException {
        String region = Stream.of(
                        Optional.ofNullable(setting.apply(
                                SdkSystemSetting.AWS_REGION.property(),
                                SdkSystemSetting.AWS_REGION.environmentVariable())),
                        Optional.ofNullable(setting.apply("aws.defaultRegion", "AWS_DEFAULT_REGION")),
                        property(profile, ProfileProperty.REGION))
                .flatMap(Optional::stream)
                .filter(Predicate.not(String::isBlank))
                .findFirst()
                .orElse(USUAL_REGION);
        if (!REGION.matcher(region).matches()) {
            throw new TransferException(
                    Reason.BAD_INPUT,
                    "invalid AWS region '" + StorePath.shown(region) + "': expected one such as " + USUAL_REGION);
        }
        return region;
    }

    /** As {@code addressing_style} below {@code s3} of a profile says. */
    private static boolean isPathStyle(@Nullable URI endpoint, @Nullable Profile profile) {
        Optional<String> style = Optional.ofNullable(profile).flatMap(one -> nested(one, "addressing_style"));
        return style.map("path"::equals).orElse(endpoint != null);
    }

    private static Optional<String> property(@Nullable Profile profile, String name) {
        return Optional.ofNullable(profile).flatMap(one -> one.property(name));
    }

    /** A property that is indented below the service's name. */
    private static Optional<String> nested(Profile section, String name) {
        return section.property(Protocol.S3.scheme()).stream()
                .flatMap(String::lines)
                .map(line -> line.split("=", 2))
                .filter(pair -> pair.length == 2 && pair[0].strip().equals(name))
                .map(pair -> pair[1].strip())
                .findFirst();
    }

    URI url() {
        return endpoint == null ? URI.create(Protocol.HTTPS.scheme() + "://" + host()) : endpoint;
    }

    /** The name of the server, for messages and for its certificate. */
    String host() {
        return endpoint == null ? "s3." + region + ".amazonaws.com" : endpoint.getHost();
    }

    /** The same with a port that was given, for messages on the server. */
    String server() {
        return endpoint == null ? host() : endpoint.getAuthority();
    }

    boolean isEncrypted() {
        return endpoint == null || WebUrls.isEncrypted(endpoint);
    }
}
