package org.waybill.engine.mover.s3;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Location;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.Credentials;
import org.waybill.engine.mover.store.StoreProvider;
import org.waybill.engine.mover.trust.TlsTrust;
import org.waybill.protocol.Protocol;
import software.amazon.awssdk.auth.credentials.AnonymousCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProviderChain;
import software.amazon.awssdk.auth.credentials.EnvironmentVariableCredentialsProvider;
import software.amazon.awssdk.auth.credentials.ProfileCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.auth.credentials.SystemPropertyCredentialsProvider;
import software.amazon.awssdk.core.SdkSystemSetting;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.sts.StsClient;
import software.amazon.awssdk.services.sts.auth.StsWebIdentityTokenFileCredentialsProvider;
import software.amazon.awssdk.utils.SdkAutoCloseable;

/** Who asks a server: a key of the vault, what AWS's own tools read, or no one. Its connections end with those to the bucket. */
final class S3Identity {
    private final Supplier<AwsCredentialsProvider> source;
    private final boolean anonymous;
    private @Nullable AwsCredentialsProvider open;

    private S3Identity(Supplier<AwsCredentialsProvider> source, boolean anonymous) {
        this.source = source;
        this.anonymous = anonymous;
    }

    /** Whether the server is asked without a key. */
    boolean isAnonymous() {
        return anonymous;
    }

    /** The credentials; roles are asked for again when they end. */
    synchronized AwsCredentialsProvider provider() {
        AwsCredentialsProvider made = open;
        if (made == null) {
            made = source.get();
            open = made;
        }
        return made;
    }

    /** Ends its connections; it can be used again. */
    synchronized void close() {
        AwsCredentialsProvider last = open;
        open = null;
        if (last instanceof SdkAutoCloseable some) {
            some.close();
        }
    }

    /** @param tls whom the server is trusted by that gives roles */
    static S3Identity of(
            Location location, Credentials credentials, S3Settings settings, TlsTrust tls, StoreProvider.Events events)
            throws TransferException {
        return location.user() == null
                ? ofTheProcess(settings, location, tls, events)
                : ofTheVault(location, location.user(), credentials);
    }

    private static S3Identity ofTheVault(Location location, String key, Credentials credentials)
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
            AwsCredentialsProvider known =
                    StaticCredentialsProvider.create(AwsBasicCredentials.create(key, new String(secret)));
            return new S3Identity(() -> known, false);
        } finally {
            Arrays.fill(secret, '\0');
        }
    }

    private static S3Identity ofTheProcess(
            S3Settings settings, Location location, TlsTrust tls, StoreProvider.Events events)
            throws TransferException {
        SdkHttp.Service.trust(tls);
        S3Identity identity = new S3Identity(() -> chain(settings, tls), false);
        try {
            identity.provider().resolveCredentials();
            return identity;
        } catch (SdkException e) {
            identity.close();
            if (settings.profileIsOfSingleSignOn()) {
                throw new TransferException(Reason.AUTHENTICATION, singleSignOn(settings.profileName()), e);
            }
            if (hasWebIdentity() || settings.profileHasCredentials()) {
                throw new TransferException(
                        Reason.AUTHENTICATION,
                        "no AWS credentials of the "
                                + (settings.profileHasCredentials()
                                        ? "profile " + settings.profileName()
                                        : "web identity")
                                + " can be had: " + S3Failures.text(e),
                        e);
            }
            events.tell(
                    "ANONYMOUS",
                    "no AWS credentials were found for " + location.scheme() + "://" + location.host()
                            + " in the environment or in AWS's files: asking without");
            return new S3Identity(AnonymousCredentialsProvider::create, true);
        }
    }

    private static String singleSignOn(String profile) {
        return "the profile " + profile + " logs in by SSO, which only AWS's own tool does: run 'eval \"$(aws configure"
                + " export-credentials --profile " + profile + " --format env)\"', or use a profile with"
                + " 'credential_process = aws configure export-credentials --profile " + profile + "'";
    }

    private static boolean hasWebIdentity() {
        return SdkSystemSetting.AWS_WEB_IDENTITY_TOKEN_FILE.getStringValue().isPresent();
    }

    private static AwsCredentialsProvider chain(S3Settings settings, TlsTrust tls) {
        List<AwsCredentialsProvider> all = new ArrayList<>(
                List.of(SystemPropertyCredentialsProvider.create(), EnvironmentVariableCredentialsProvider.create()));
        if (hasWebIdentity()) {
            all.add(new WebIdentity(settings.region(), tls));
        }
        if (settings.profileHasCredentials()) {
            all.add(ProfileCredentialsProvider.builder()
                    .profileFile(settings.file())
                    .profileName(settings.profileName())
                    .build());
        }
        return AwsCredentialsProviderChain.builder().credentialsProviders(all).build();
    }

    /** A role by a token in a file; with the client that asks for it, which the SDK leaves to who made it. */
    private static final class WebIdentity implements AwsCredentialsProvider, SdkAutoCloseable {
        private final StsClient sts;
        private final StsWebIdentityTokenFileCredentialsProvider role;

        WebIdentity(String region, TlsTrust tls) {
            sts = StsClient.builder()
                    .region(Region.of(region))
                    .credentialsProvider(AnonymousCredentialsProvider.create())
                    .httpClient(new SdkHttp(tls.newContextOfOthers(), Patience.USUAL))
                    .build();
            role = StsWebIdentityTokenFileCredentialsProvider.builder()
                    .stsClient(sts)
                    .build();
        }

        @Override
        public AwsCredentials resolveCredentials() {
            return role.resolveCredentials();
        }

        @Override
        public void close() {
            role.close();
            sts.close();
        }
    }
}
