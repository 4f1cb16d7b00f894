package org.waybill.engine.mover.http;

import java.io.InputStream;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.store.Entry;

/**
 * What a web server without WebDAV has at a path, by HEAD. Some servers refuse HEAD (those of signed addresses), do not find
 * a file by it, or announce 0 bytes for each: then by the first byte of a GET.
 */
final class FileLookup {
    /** What comes with a file's content (RFC 9110, section 15.3): after 202 it is not there yet, with 204 there is none. */
    private static final Set<Integer> CONTENT = Set.of(200, 203, 206);

    private static final Set<Integer> DESCRIBED = Set.of(200, 203);
    /** After these a GET would be answered no better. */
    private static final Set<Integer> FINAL = Set.of(401, 407, 408, 425, 429, 500, 502, 503, 504);

    private static final Set<Integer> MISSING = Set.of(404, 410);
    private static final int UNSATISFIABLE = 416;

    /** Sends a request; the body of its answer does not matter. */
    @FunctionalInterface
    interface Asking {
        HttpResponse<InputStream> answer(HttpRequest.Builder request, String path)
                throws TransferException, InterruptedException;
    }

    private final HttpAccount account;
    private final Asking server;
    /** It has described a file: what it does not find is not there, and GET need not be asked for each new file. */
    private volatile boolean headFindsFiles;

    FileLookup(HttpAccount account, Asking server) {
        this.account = account;
        this.server = server;
    }

    static boolean isContent(int status) {
        return CONTENT.contains(status);
    }

    static boolean isMissing(int status) {
        return MISSING.contains(status);
    }

    static boolean isRedirection(int status) {
        return status >= 300 && status < 400;
    }

    /** -1 when the server gives none that is a number. */
    static long length(HttpHeaders headers) {
        return Entry.size(headers.firstValue("Content-Length").orElse(""));
    }

    /** What is there; a redirection to the name with a slash shows a directory. */
    Optional<Entry> find(String path) throws TransferException, InterruptedException {
        if (path.equals("/")) {
            return Optional.of(Entry.directory(path));
        }
        HttpResponse<InputStream> head = server.answer(account.request("HEAD", path), path);
        int status = head.statusCode();
        if (DESCRIBED.contains(status) && length(head.headers()) != 0) {
            headFindsFiles = true;
            return Optional.of(file(path, head.headers(), length(head.headers())));
        }
        boolean answered = isRedirection(status) || FINAL.contains(status) || isMissing(status) && headFindsFiles;
        HttpResponse<InputStream> first = answered ? head : firstByte(path);
        if (isMissing(first.statusCode())) {
            return Optional.empty();
        }
        if (isRedirection(first.statusCode())) {
            return Optional.of(Entry.directory(path));
        }
        if (first.statusCode() == UNSATISFIABLE) {
            return Optional.of(file(path, head.headers(), 0)); // it has no first byte
        }
        if (!isContent(first.statusCode())) {
            throw account.failure(new HttpStatusException(answered ? "HEAD" : "GET", first.statusCode()), path);
        }
        return Optional.of(file(path, first.headers(), RangeAnswer.wholeLength(first)));
    }

    private HttpResponse<InputStream> firstByte(String path) throws TransferException, InterruptedException {
        HttpRequest.Builder get = account.request("GET", path).header("Accept-Encoding", "identity");
        return server.answer(get.header("Range", "bytes=0-0"), path);
    }

    /** @param bytes -1 when the server gives none */
    private static Entry file(String path, HttpHeaders headers, long bytes) {
        @Nullable
        Instant modified = DavListing.time(headers.firstValue("Last-Modified").orElse(""));
        @Nullable String tag = headers.firstValue("ETag").orElse(null);
        return new Entry(path, Entry.Kind.FILE, bytes, modified, -1, tag, true);
    }
}
