package org.waybill.engine.mover.s3;

import java.net.URI;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Location;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.Credentials;
import org.waybill.engine.mover.store.StoreProvider;
import org.waybill.engine.mover.trust.TlsTrust;
import org.waybill.engine.mover.trust.UserCertificate;
import org.waybill.protocol.Protocol;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.core.client.config.ClientOverrideConfiguration;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3ClientBuilder;
import software.amazon.awssdk.services.s3.S3Configuration;
import software.amazon.awssdk.services.s3.model.RequestPayer;

/** One bucket and who asks for it. The client and its connections are shared by all stores of the account. */
final class S3Account {
    /** With the SDK's pauses in between; servers that are asked too much say SlowDown. */
    private static final int MOST_ATTEMPTS = 4;

    private final Location location;
    private final S3Settings settings;
    private final TlsTrust tls;
    private final S3Identity identity;
    private final Patience patience;
    private final PartMemory memory;
    private final CopyDestination incoming;
    private @Nullable S3Client client;
    private @Nullable SdkHttp http;
    private int users;

    private S3Account(
            Location location,
            S3Settings settings,
            TlsTrust tls,
            S3Identity identity,
            Patience patience,
            PartMemory memory,
            CopyDestination incoming) {
        this.location = location;
        this.settings = settings;
        this.tls = tls;
        this.identity = identity;
        this.patience = patience;
        this.memory = memory;
        this.incoming = incoming;
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
                Optional.ofNullable(settings.caBundle()),
                null,
                0,
                new UserCertificate(
                        credentials, Protocol.HTTPS.scheme(), settings.host(), Protocol.HTTPS.defaultPort()));
        S3Identity identity = S3Identity.of(location, credentials, settings, tls, events);
        if (!settings.isEncrypted()) {
            events.tell(
                    "NOT_ENCRYPTED",
                    "the connection to " + settings.endpoint() + " is not encrypted: data can be read on the way");
        }
        return new S3Account(location, settings, tls, identity, patience, memory, new CopyDestination(events));
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

    boolean isAnonymous() {
        return identity.isAnonymous();
    }

    /** What is known of the copy that this is the destination of. */
    CopyDestination incoming() {
        return incoming;
    }

    /** Whether the same server is asked, as the same user. */
    boolean isOneWith(S3Account other) {
        return Objects.equals(settings.endpoint(), other.settings.endpoint())
                && Objects.equals(location.user(), other.location.user())
                && isAnonymous() == other.isAnonymous();
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
        identity.close();
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
        return http != null && http.isWaiting() || memory.isShort() && SdkHttp.isAnyWaiting();
    }

    private S3Client newClient(SdkHttp connections) {
        S3ClientBuilder builder = S3Client.builder()
                .httpClient(connections)
                .credentialsProvider(identity.provider())
                .region(Region.of(settings.region()))
                .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
                // asked for where all of an object is read: servers are known that give the whole's with a part
                .responseChecksumValidation(ResponseChecksumValidation.WHEN_REQUIRED)
                // each part has its own checksum: no second one in pieces
                .serviceConfiguration(S3Configuration.builder()
                        .pathStyleAccessEnabled(settings.pathStyle())
                        .chunkedEncodingEnabled(false)
                        .build())
                .overrideConfiguration(this::ofEachRequest);
        URI endpoint = settings.endpoint();
        return (endpoint == null ? builder.crossRegionAccessEnabled(true) : builder.endpointOverride(endpoint)).build();
    }

    private void ofEachRequest(ClientOverrideConfiguration.Builder all) {
        all.addExecutionInterceptor(new Operations());
        all.retryStrategy(AwsRetryStrategy.standardRetryStrategy().toBuilder()
                .maxAttempts(MOST_ATTEMPTS)
                .build());
        if (settings.requesterPays()) {
            all.putHeader("x-amz-request-payer", RequestPayer.REQUESTER.toString());
        }
    }

    TransferException failure(Exception cause, String path) {
        return S3Failures.explain(cause, this, path);
    }

    /** One or several requests. */
    @FunctionalInterface
    interface Question<T> {
        T ask(S3Client s3) throws TransferException, InterruptedException;
    }

    /** Asks the server; what it refuses concerns {@code path}. */
    <T> T ask(String path, Question<T> question) throws TransferException, InterruptedException {
        try {
            return question.ask(client());
        } catch (SdkException e) {
            if (Thread.interrupted()) {
                throw (InterruptedException) new InterruptedException().initCause(e);
            }
            throw failure(e, path);
        }
    }
}
