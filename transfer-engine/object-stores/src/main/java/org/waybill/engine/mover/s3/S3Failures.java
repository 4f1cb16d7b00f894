package org.waybill.engine.mover.s3;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.Causes;
import org.waybill.engine.ErrorText;
import org.waybill.engine.PeerLimits;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.driver.HostAddresses;
import org.waybill.engine.mover.store.StorePath;
import org.waybill.engine.mover.trust.TlsTrust;
import org.waybill.protocol.Protocol;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.services.s3.model.S3Exception;

/** What the SDK's exceptions and the codes of S3's error answers mean. */
final class S3Failures {
    /** The codes of S3, and that of the SDK for an answer without one, of keys that are not there. */
    private static final Set<String> OF_NAMES = Set.of("NoSuchKey", "NoSuchVersion", "NotFound", "404");

    private static final String ONLY_TLS = "; if this port speaks TLS, write https:// in AWS_ENDPOINT_URL";

    private S3Failures() {}

    static TransferException explain(Exception cause, S3Account account, String path) {
        if (cause instanceof TransferException known) {
            return known;
        }
        String where = StorePath.shown(path) + " at " + account.label() + ": ";
        @Nullable AwsServiceException answer = Causes.find(AwsServiceException.class, cause);
        if (answer != null) {
            return answered(answer, account, where, cause);
        }
        if (Causes.find(AbortedException.class, cause) != null
                || Causes.find(InterruptedIOException.class, cause) != null
                        && Thread.currentThread().isInterrupted()) {
            return new TransferException(Reason.INTERRUPTED, "interrupted", cause);
        }
        if (Causes.find(S3Input.AlteredException.class, cause) != null) {
            return new TransferException(
                    Reason.VERIFICATION_FAILED, where + "what arrived has not the checksum that the server has", cause);
        }
        String host = account.settings().host();
        @Nullable
        TransferException tls = TlsTrust.failure(
                Protocol.HTTPS.scheme() + "://" + account.settings().server(),
                Protocol.HTTPS.scheme() + "://" + host,
                cause);
        if (tls != null) {
            return tls;
        }
        @Nullable TransferException tooLong = PeerLimits.Exceeded.in(cause, where);
        if (tooLong != null) {
            return tooLong;
        }
        if (Causes.find(UnresolvedAddressException.class, cause) != null
                || Causes.find(UnknownHostException.class, cause) != null) {
            return HostAddresses.unknown(host, cause);
        }
        if (Causes.find(ConnectException.class, cause) != null
                || Causes.find(HttpConnectTimeoutException.class, cause) != null) {
            return new TransferException(
                    Reason.UNREACHABLE, account.settings().server() + " cannot be reached: " + text(cause), cause);
        }
        return Causes.find(IOException.class, cause) != null
                ? new TransferException(Reason.CONNECTION_LOST, where + "the connection broke: " + text(cause), cause)
                : new TransferException(Reason.INTERNAL, where + text(cause), cause);
    }

    /** The status of a server's refusal, 0 for other failures. */
    static int status(Throwable cause) {
        @Nullable AwsServiceException answer = Causes.find(AwsServiceException.class, cause);
        return answer == null ? 0 : answer.statusCode();
    }

    /** The code of a server's refusal; HEAD has none. */
    static String code(Throwable cause) {
        @Nullable AwsServiceException answer = Causes.find(AwsServiceException.class, cause);
        @Nullable AwsErrorDetails details = answer == null ? null : answer.awsErrorDetails();
        @Nullable String code = details == null ? null : details.errorCode();
        return code == null ? "" : code;
    }

    private static TransferException answered(
            AwsServiceException answer, S3Account account, String where, Exception cause) {
        String code = code(answer);
        int status = answer.statusCode();
        Reason reason = reason(code, status);
        return new TransferException(reason, where + advice(code, status, reason, answer, account), cause);
    }

    private static Reason reason(String code, int status) {
        return switch (code) {
            case "NoSuchBucket", "NoSuchKey" -> Reason.NOT_FOUND;
            case "InvalidAccessKeyId",
                    "SignatureDoesNotMatch",
                    "ExpiredToken",
                    "InvalidToken",
                    "TokenRefreshRequired",
                    "RequestTimeTooSkewed",
                    "AuthorizationHeaderMalformed" -> Reason.AUTHENTICATION;
            // begun again, the upload is a new one
            case "NoSuchUpload", "SlowDown", "RequestTimeout" -> Reason.CONNECTION_LOST;
            case "PreconditionFailed" -> Reason.SOURCE_CHANGED; // asked for of sources alone
            case "BadDigest", "XAmzContentChecksumMismatch", "XAmzContentSHA256Mismatch", "InvalidDigest" ->
                Reason.VERIFICATION_FAILED;
            case "EntityTooLarge", "KeyTooLongError" -> Reason.LIMIT;
            case "QuotaExceeded", "XMinioStorageFull" -> Reason.DISK_FULL;
            case "InvalidObjectState" -> Reason.PERMISSION;
            // of servers whose objects are files
            case "ExistingObjectIsDirectory", "ObjectParentIsFile" -> Reason.BAD_INPUT;
            default -> ofStatus(status);
        };
    }

    private static Reason ofStatus(int status) {
        return switch (status) {
            case 401 -> Reason.AUTHENTICATION;
            case 403, 405, 501 -> Reason.PERMISSION;
            case 404, 410 -> Reason.NOT_FOUND;
            case 409, 412 -> Reason.TARGET_BUSY;
            case 416 -> Reason.SOURCE_CHANGED;
            case 408, 429 -> Reason.CONNECTION_LOST;
            case 507 -> Reason.DISK_FULL;
            default ->
                status >= 500
                        ? Reason.CONNECTION_LOST
                        : status >= 300 && status < 400 ? Reason.UNSAFE : Reason.BAD_INPUT;
        };
    }

    private static String advice(
            String code, int status, Reason reason, AwsServiceException answer, S3Account account) {
        String said = said(code, status, answer);
        return switch (code) {
            case "NoSuchBucket" -> noBucket(account.settings().server());
            case "ExpiredToken", "TokenRefreshRequired", "InvalidToken" ->
                "the session's token has expired or is wrong (" + code + "): get a new one and copy again";
            case "InvalidAccessKeyId", "SignatureDoesNotMatch" ->
                "authentication failed (" + code + "): correct the key in AWS's files or environment, or with"
                        + " 'waybill account add'";
            case "RequestTimeTooSkewed" -> skewed(header(answer.awsErrorDetails(), "Date"));
            case "PreconditionFailed" -> "changed while it was copied; copy it again when no program writes it";
            case "AuthorizationHeaderMalformed", "IllegalLocationConstraintException" ->
                said + ": set AWS_REGION to the bucket's region, not "
                        + account.settings().region();
            case "NoSuchUpload" -> "the unfinished upload was removed by someone else";
            case "ExistingObjectIsDirectory" ->
                "expected a file, found a directory; choose another destination, or remove the directory";
            case "InvalidObjectState" -> "the object is archived (" + said + "): restore it first";
            default ->
                reason == Reason.UNSAFE
                        ? redirected(answer)
                        : switch (status) {
                            case 401 -> "authentication failed (" + said + ")";
                            case 403 ->
                                "access denied (" + said
                                        + (account.isAnonymous()
                                                ? "): it was asked without a key; name one in AWS's files or"
                                                        + " environment"
                                                : "): these credentials may not do this"
                                                        + Operations.permission(answer)
                                                                .map(needed -> ", which needs " + needed)
                                                                .orElse(""));
                            // HEAD has no code
                            case 404 -> code.isEmpty() || OF_NAMES.contains(code) ? "no such file or directory" : said;
                            case 400 ->
                                said + (code.isEmpty() && !account.settings().isEncrypted() ? ONLY_TLS : "");
                            case 429, 503 -> "the server asks for fewer requests (" + said + "): try again later";
                            default -> said;
                        };
        };
    }

    /** The SDK has corrected the difference and asked again, where the server says what its time is. */
    private static String skewed(String date) {
        String set = ": set it (timedatectl set-ntp true)";
        try {
            Instant theirs = ZonedDateTime.parse(date, DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toInstant();
            long minutes = Duration.between(theirs, Instant.now()).toMinutes();
            if (minutes != 0) {
                return "this machine's clock is " + Math.abs(minutes)
                        + (Math.abs(minutes) == 1 ? " minute" : " minutes") + (minutes > 0 ? " ahead of" : " behind")
                        + " the server's, which refuses that" + set;
            }
        } catch (DateTimeParseException _) {
            // said below
        }
        return "the server says that this machine's clock differs from its own by more than 15 minutes" + set;
    }

    /** Whether a server will not copy what it has itself, where another way may do; not that it cannot be asked now. */
    static boolean isRefusal(S3Exception answer) {
        int status = answer.statusCode();
        return switch (code(answer)) {
            case "NoSuchUpload", "PreconditionFailed", "RequestTimeout", "SlowDown" -> false;
            case "NoSuchKey", "InvalidObjectState" -> false; // gone, or archived: no way leads to it
            default -> status == 501 || status / 100 == 4 && status != 408 && status != 412 && status != 429;
        };
    }

    /** Whether such a refusal is of all objects. */
    static boolean copiesNothing(S3Exception refusal) {
        return refusal.statusCode() == 501
                || refusal.statusCode() == 405
                || code(refusal).equals("NotImplemented");
    }

    private static String noBucket(String server) {
        return "there is no such bucket at " + server + ": check its name, AWS_PROFILE and AWS_ENDPOINT_URL";
    }

    private static String redirected(AwsServiceException answer) {
        @Nullable AwsErrorDetails details = answer.awsErrorDetails();
        String region = header(details, "x-amz-bucket-region");
        String target = header(details, "Location");
        return region.isEmpty()
                ? "the server redirects to "
                        + (target.isEmpty() ? "another one" : StorePath.shown(target))
                        + "; not followed: name the right one in AWS_ENDPOINT_URL"
                : "the bucket is in the region " + StorePath.shown(region) + ": set AWS_REGION";
    }

    private static String header(@Nullable AwsErrorDetails details, String name) {
        return details == null || details.sdkHttpResponse() == null
                ? ""
                : details.sdkHttpResponse().firstMatchingHeader(name).orElse("");
    }

    /** A refusal in the server's words, on one line. */
    static String said(AwsServiceException answer) {
        return said(code(answer), answer.statusCode(), answer);
    }

    private static String said(String code, int status, AwsServiceException answer) {
        @Nullable AwsErrorDetails details = answer.awsErrorDetails();
        @Nullable String message = details == null ? null : details.errorMessage();
        return (code.isEmpty() || code.equals(String.valueOf(status)) ? "HTTP status " + status : StorePath.shown(code))
                + (message == null || message.isBlank() ? "" : ": " + StorePath.shown(message));
    }

    static String text(Throwable cause) {
        Throwable inner = Causes.find(IOException.class, cause);
        return StorePath.shown(ErrorText.of(inner == null ? cause : inner));
    }
}
