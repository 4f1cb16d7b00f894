package org.waybill.engine.mover.s3;

import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Location;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.Credentials;
import org.waybill.engine.mover.store.StoreProvider;
import org.waybill.engine.mover.trust.TlsTrust;
import org.waybill.engine.mover.trust.UserCertificate;
import org.waybill.protocol.Protocol;
import software.amazon.awssdk.auth.credentials.AnonymousCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProviderChain;
import software.amazon.awssdk.auth.credentials.EnvironmentVariableCredentialsProvider;
import software.amazon.awssdk.auth.credentials.ProfileCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.auth.credentials.SystemPropertyCredentialsProvider;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.SdkSystemSetting;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3ClientBuilder;
import software.amazon.awssdk.services.s3.S3Configuration;
import software.amazon.awssdk.services.sts.StsClient;
import software.amazon.awssdk.services.sts.auth.StsWebIdentityTokenFileCredentialsProvider;

/** One bucket and who asks for it. The client and its connections are shared by all stores of the account. */
final class S3Account {
    /** With the SDK's pauses in between; servers that are asked too much say SlowDown. */
    private static final int MOST_ATTEMPTS = 4;

    private final Location location;
    private final S3Settings settings;
    private final TlsTrust tls;
    private final AwsCredentialsProvider identity;
    private final Patience patience;
    private final PartMemory memory;
    private @Nullable S3Client client;
    private @Nullable SdkHttp http;
    private int users;

    private S3Account(
            Location location,
            S3Settings settings,
            TlsTrust tls,
            AwsCredentialsProvider identity,
            Patience patience,
            PartMemory memory) {
        this.location = location;
        this.settings = settings;
        this.tls = tls;
        this.identity = identity;
        this.patience = patience;
        this.memory = memory;
    }

    static S3Account of(
            Location location,
            Credentials credentials,
            S3Settings settings,
            StoreProvider.Events events,
            Patience patience,
            PartMemory memory)
            throws TransferException {
        TlsTrust tls = TlsTrust.of(
                credentials,
                null,
                0,
                new UserCertificate(
                        credentials, Protocol.HTTPS.scheme(), settings.host(), Protocol.HTTPS.defaultPort()));
        AwsCredentialsProvider identity = location.user() == null
                ? ofTheProcess(settings, location, events)
                : ofTheVault(location, location.user(), credentials);
        if (!settings.isEncrypted()) {
            events.tell(
                    "NOT_ENCRYPTED",
                    "the connection to " + settings.endpoint() + " is not encrypted: data can be read on the way");
        }
        return new S3Account(location, settings, tls, identity, patience, memory);
    }

    private static AwsCredentialsProvider ofTheVault(Location location, String key, Credentials credentials)
            throws TransferException {
        char[] secret = credentials
                .password(location.scheme(), location.host(), Protocol.S3.defaultPort(), key)
                .orElseThrow(() -> {
                    String account = location.scheme() + "://" + key + "@" + location.host();
                    return new TransferException(
                            Reason.AUTHENTICATION,
                            "no secret key of " + key + " is stored: add it with 'waybill account add " + account
                                    + "', or leave out the key to use AWS's profiles and environment");
                });
        try {
            return StaticCredentialsProvider.create(AwsBasicCredentials.create(key, new String(secret)));
        } finally {
            Arrays.fill(secret, '\0');
        }
    }

    private static AwsCredentialsProvider ofTheProcess(
            S3Settings settings, Location location, StoreProvider.Events events) throws TransferException {
        List<AwsCredentialsProvider> all = new ArrayList<>(
                List.of(SystemPropertyCredentialsProvider.create(), EnvironmentVariableCredentialsProvider.create()));
        if (SdkSystemSetting.AWS_WEB_IDENTITY_TOKEN_FILE.getStringValue().isPresent()) {
            all.add(StsWebIdentityTokenFileCredentialsProvider.builder()
                    .stsClient(StsClient.builder()
                            .region(Region.of(settings.region()))
                            .credentialsProvider(AnonymousCredentialsProvider.create())
                            .httpClient(new SdkHttp(null, Patience.USUAL))
                            .build())
                    .build());
        }
        if (settings.profile() != null) {
            all.add(ProfileCredentialsProvider.builder()
                    .profileFile(settings.file())
                    .profileName(settings.profileName())
                    .build());
        }
        AwsCredentialsProvider chain =
                AwsCredentialsProviderChain.builder().credentialsProviders(all).build();
        try {
            chain.resolveCredentials();
            return chain;
        } catch (SdkClientException e) {
            if (all.size() > 2) {
                throw new TransferException(
                        Reason.AUTHENTICATION,
                        "no AWS credentials of the " + (settings.profile() == null ? "web identity" : "profile ")
                                + (settings.profile() == null ? "" : settings.profileName()) + " can be had: "
                                + S3Failures.text(e),
                        e);
            }
            events.tell(
                    "ANONYMOUS",
                    "no AWS credentials were found for " + location.scheme() + "://" + location.host()
                            + " in the environment or in AWS's files: asking without");
            return AnonymousCredentialsProvider.create();
        }
    }

    String bucket() {
        return location.host();
    }

    String label() {
        return location.scheme() + "://" + location.host();
    }

    S3Settings settings() {
        return settings;
    }

    /** Whether it is the same server, asked as the same user: it can copy from the other's bucket. */
    boolean isOfOneServer(S3Account other) {
        return settings.host().equals(other.settings.host())
                && (location.user() == null
                        ? other.location.user() == null
                        : location.user().equals(other.location.user()));
    }

    /** Taken for all that is in memory to be sent. */
    PartMemory memory() {
        return memory;
    }

    /** One more store uses it. */
    synchronized S3Account shared() {
        users++;
        return this;
    }

    /** One store fewer; with the last one the connections end. */
    synchronized void released() {
        if (--users > 0) {
            return;
        }
        S3Client last = client;
        SdkHttp connections = http;
        client = null;
        http = null;
        if (connections != null) {
            connections.close();
        }
        if (last != null) {
            last.close();
        }
    }

    synchronized S3Client client() {
        S3Client made = client;
        if (made == null) {
            SdkHttp connections = new SdkHttp(tls.newContext(), patience);
            made = newClient(connections);
            http = connections;
            client = made;
        }
        return made;
    }

    /** Whether a request is on its way, whose silence is limited, or waited for. */
    synchronized boolean isWaiting() {
        return memory.isShort() || http != null && http.isWaiting();
    }

    private S3Client newClient(SdkHttp connections) {
        S3ClientBuilder builder = S3Client.builder()
                .httpClient(connections)
                .credentialsProvider(identity)
                .region(Region.of(settings.region()))
                .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
                // each part has its own checksum: no second one in pieces
                .serviceConfiguration(S3Configuration.builder()
                        .pathStyleAccessEnabled(settings.pathStyle())
                        .chunkedEncodingEnabled(false)
                        .build())
                .overrideConfiguration(all -> all.retryStrategy(AwsRetryStrategy.standardRetryStrategy().toBuilder()
                        .maxAttempts(MOST_ATTEMPTS)
                        .build()));
        URI endpoint = settings.endpoint();
        return (endpoint == null ? builder.crossRegionAccessEnabled(true) : builder.endpointOverride(endpoint)).build();
    }

    TransferException failure(Exception cause, String path) {
        return S3Failures.explain(cause, this, path);
    }
}
