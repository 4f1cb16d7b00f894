package org.waybill.engine.mover.http;

import java.io.IOException;
import java.io.InputStream;
import java.net.ProtocolException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLSession;

/**
 * An answer as it came (RFC 9112), over a connection that carries nothing else.
 *
 * @param body ends as the answer's framing says, and is checked against what the connection still holds then
 */
record HttpAnswer(HttpRequest request, int statusCode, HttpHeaders headers, InputStream body)
        implements HttpResponse<InputStream> {
    private static final int MOST_HEAD_BYTES = 256 << 10;
    /** The status of an answer that has none, with any announced length. */
    private static final int NO_BODY = 204;

    private static final int MOST_INTERIM_ANSWERS = 16;
    private static final Pattern STATUS = Pattern.compile("HTTP/1\\.[01] (\\d{3})(?: .*)?");
    private static final Pattern FIELD = Pattern.compile("([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \\t]*(.*?)[ \\t]*");

    /** Reads the head; the rest is the body's. */
    static HttpAnswer read(HttpRequest request, InputStream in, Runnable hangUp, HttpBody.Patience patience)
            throws IOException {
        for (int i = 0; i < MOST_INTERIM_ANSWERS; i++) {
            List<String> lines = head(in);
            Matcher status = STATUS.matcher(lines.isEmpty() ? "" : lines.getFirst());
            if (!status.matches()) {
                throw new ProtocolException("not an HTTP/1.1 server");
            }
            int code = Integer.parseInt(status.group(1));
            if (code >= 200) {
                HttpHeaders headers = headers(lines.subList(1, lines.size()));
                return new HttpAnswer(
                        request,
                        code,
                        headers,
                        HttpBody.of(request.method().equals("HEAD") ? NO_BODY : code, headers, in, hangUp, patience));
            }
        }
        throw new ProtocolException("more than " + MOST_INTERIM_ANSWERS + " interim answers");
    }

    private static List<String> head(InputStream in) throws IOException {
        List<String> lines = new ArrayList<>();
        int bytes = 0;
        for (String line = HttpBody.line(in, MOST_HEAD_BYTES);
                !line.isEmpty();
                line = HttpBody.line(in, MOST_HEAD_BYTES - bytes)) {
            lines.add(line);
            bytes += line.length();
        }
        return lines;
    }

    private static HttpHeaders headers(List<String> lines) throws IOException {
        Map<String, List<String>> fields = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (String line : lines) {
            Matcher field = FIELD.matcher(line);
            if (!field.matches()) {
                throw new ProtocolException("malformed header line in the response");
            }
            fields.computeIfAbsent(field.group(1), name -> new ArrayList<>()).add(field.group(2));
        }
        return HttpHeaders.of(fields, (name, value) -> true);
    }

    @Override
    public Optional<HttpResponse<InputStream>> previousResponse() {
        return Optional.empty();
    }

    @Override
    public Optional<SSLSession> sslSession() {
        return Optional.empty();
    }

    @Override
    public URI uri() {
        return request.uri();
    }

    @Override
    public HttpClient.Version version() {
        return HttpClient.Version.HTTP_1_1;
    }
}
