package org.waybill.engine.mover.http;

import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import java.util.function.LongSupplier;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.store.CopyTarget;
import org.waybill.engine.mover.store.Entry;
import org.waybill.engine.mover.store.StorePath;
import org.waybill.protocol.WebUrls;

/**
 * One COPY at one of two servers (HTTP-TPC of the WLCG, version 1). The connection is the copy: the server ends it when
 * that is closed.
 *
 * @param asked the server that copies
 * @param other where it fetches or sends to
 * @param pull whether it fetches
 * @param to the path at the destination
 * @param summed whether the other one is known to give a checksum that the server can compare
 * @param handsOn whether the server may have the user's token for the other one
 */
record CopyOrder(
        HttpAccount asked, HttpAccount other, boolean pull, Entry file, String to, boolean summed, boolean handsOn) {
    private static final Set<Integer> ACCEPTED = Set.of(200, 201, 202, 204);
    private static final int ACCEPTED_ONLY = 202;
    /** Those by which a server says that it copies no file so; others are about one file. */
    private static final Set<Integer> OF_ALL = Set.of(400, 405, 501);

    private static final Set<Integer> BUSY = Set.of(429, 503);
    /** A server may read a whole file to make a checksum that it does not keep. */
    private static final long HASHED_BYTES_PER_MILLI = 50_000;

    private static final int LEAST_DIGEST_MILLIS = 90_000;
    private static final int MOST_DIGEST_MILLIS = 3_600_000;

    /**
     * How long a server may say nothing, and its markers show no progress.
     *
     * @param clockNs measures the latter
     */
    record Limits(Duration silence, Duration stall, LongSupplier clockNs) {
        static final Limits USUAL = new Limits(Duration.ofSeconds(90), CopyAnswer.USUAL_STALL, System::nanoTime);
    }

    /**
     * What came of it.
     *
     * @param begun whether the server accepted it
     * @param ofAll whether it does no other file either
     * @param said why it was not done
     */
    record Outcome(boolean done, boolean begun, boolean ofAll, String said) {}

    /**
     * Has it carried out.
     *
     * @return what the server refuses, or ends with a failure: the data may go otherwise
     * @throws TransferException when it broke off, {@link Reason#CONNECTION_LOST} mostly
     */
    Outcome run(WholeAnswers over, Limits limits, CopyTarget.Progress progress)
            throws TransferException, InterruptedException {
        String path = pull ? to : file.path();
        HttpRequest.Builder request = HttpRequest.newBuilder(asked.uri(path))
                .method("COPY", HttpRequest.BodyPublishers.noBody())
                .header(
                        pull ? "Source" : "Destination",
                        other.uri(pull ? file.path() : to).toASCIIString())
                .header("Credential", "none")
                .header("Overwrite", "T")
                .header("RequireChecksumVerification", String.valueOf(summed));
        if (handsOn && WebUrls.keepsSecrets(asked.uri("/"))) {
            other.logIn().bearer().ifPresent(token -> request.header("TransferHeaderAuthorization", token));
        }
        int silenceMillis = (int) limits.silence().toMillis();
        try {
            HttpResponse<InputStream> response = asked.send(one -> over.send(one, silenceMillis), request);
            try (InputStream body = response.body()) {
                int status = response.statusCode();
                if (BUSY.contains(status)) {
                    throw asked.failure(new HttpStatusException("COPY", status), path);
                }
                return ACCEPTED.contains(status)
                        ? accepted(status, body, limits, progress)
                        : new Outcome(false, false, isOfAll(status), "HTTP status " + status + said(body));
            }
        } catch (SocketTimeoutException e) {
            throw new TransferException(
                    Reason.CONNECTION_LOST,
                    StorePath.shown(file.path()) + ": " + asked.label() + " has said nothing of the copy for "
                            + limits.silence().toSeconds() + " s",
                    e);
        } catch (IOException e) {
            throw asked.failure(e, path);
        } catch (TransferException e) {
            if (e.reason() != Reason.UNSAFE) {
                throw e;
            }
            return new Outcome(false, false, true, String.valueOf(e.getMessage())); // it redirects elsewhere
        }
    }

    private static boolean isOfAll(int status) {
        return OF_ALL.contains(status) || FileLookup.isRedirection(status);
    }

    private Outcome accepted(int status, InputStream body, Limits limits, CopyTarget.Progress progress)
            throws IOException, TransferException {
        long[] counted = new long[1];
        CopyAnswer.Ending ending =
                CopyAnswer.read(body, asked.label(), file.sizeBytes(), limits.stall(), limits.clockNs(), bytes -> {
                    progress.copied(bytes - counted[0]);
                    counted[0] = bytes;
                    progress.check();
                });
        if (ending.isSuccess() || status != ACCEPTED_ONLY && ending.empty()) {
            progress.copied(file.sizeBytes() - counted[0]);
            return new Outcome(true, true, false, "");
        }
        String verdict = ending.said();
        if (verdict == null && ending.copiedBytes() > 0) {
            throw new TransferException(
                    Reason.CONNECTION_LOST,
                    StorePath.shown(file.path()) + ": " + asked.label() + " broke off the copy "
                            + (pull ? "from " : "to ") + other.label() + ": it ended its answer without a verdict");
        }
        return new Outcome(false, true, false, verdict == null ? "it ended its answer without a verdict" : verdict);
    }

    /** The first line of what a server adds to a refusal; servers of storage sites give the reason there. */
    private static String said(InputStream body) {
        try {
            String text = new String(body.readNBytes(300), StandardCharsets.UTF_8)
                    .strip()
                    .split("\\R", 2)[0];
            boolean page = text.startsWith("<") || text.toLowerCase(Locale.ROOT).contains("<html");
            return text.isEmpty() || page ? "" : ", " + StorePath.shown(text);
        } catch (IOException _) {
            return "";
        }
    }

    /** How long a server may take for the checksum of a file of so many bytes. */
    static Duration digestPatience(long bytes) {
        return Duration.ofMillis(Math.clamp(bytes / HASHED_BYTES_PER_MILLI, LEAST_DIGEST_MILLIS, MOST_DIGEST_MILLIS));
    }

    /**
     * The digests that a server gives of a file.
     *
     * @param like of other algorithms it need not give any, where there are some
     */
    static FileDigests digests(HttpAccount at, String path, FileDigests like, WholeAnswers over, long bytes)
            throws IOException, TransferException, InterruptedException {
        HttpRequest.Builder head = FileDigests.asked(
                HttpRequest.newBuilder(at.uri(path)).method("HEAD", HttpRequest.BodyPublishers.noBody()), like);
        int patienceMillis = (int) digestPatience(bytes).toMillis();
        HttpResponse<InputStream> answer = at.send(one -> over.send(one, patienceMillis), head);
        answer.body().close();
        return answer.statusCode() >= 200 && answer.statusCode() < 300
                ? FileDigests.of(answer.headers())
                : FileDigests.NONE;
    }
}
