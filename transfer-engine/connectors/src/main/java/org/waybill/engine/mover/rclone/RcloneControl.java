package org.waybill.engine.mover.rclone;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.http.HttpPath;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.json.JsonMapper;

/** Asks one {@link RcloneProcess} by rclone's remote control (rclone.org/rc). For all threads. */
final class RcloneControl implements AutoCloseable {
    private static final ObjectMapper JSON = JsonMapper.shared();
    private static final int BOUNDARY_BYTES = 24;
    private static final int RANGE_NOT_SATISFIABLE = 416;
    private static final int PARTIAL_CONTENT = 206;
    private static final int OK = 200;

    private final RcloneProcess process;
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .proxy(HttpClient.Builder.NO_PROXY)
            .build();
    private final String authorization;
    /** That no content can have foreseen: it would end a file early, or add another one. */
    private final String boundary = RcloneProcess.random(BOUNDARY_BYTES);

    private RcloneControl(RcloneProcess process) {
        this.process = process;
        String account = RcloneProcess.USER + ":" + process.password();
        this.authorization = "Basic " + Base64.getEncoder().encodeToString(account.getBytes(StandardCharsets.US_ASCII));
    }

    static RcloneControl start(Map<String, String> environment) throws TransferException, InterruptedException {
        return new RcloneControl(RcloneProcess.start(environment));
    }

    private HttpRequest.Builder request(String pathAndQuery) {
        return HttpRequest.newBuilder(URI.create(process.address() + pathAndQuery))
                .header("Authorization", authorization);
    }

    /**
     * Carries out a command of the remote control.
     *
     * @throws RcloneErrorException where rclone could not
     */
    JsonNode call(String command, Map<String, ?> input) throws IOException, InterruptedException {
        HttpRequest request = request("/" + command)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(JSON.writeValueAsString(input)))
                .build();
        HttpResponse<byte[]> response = client.send(request, BodyHandlers.ofByteArray());
        requireSuccess(response.statusCode(), response.body());
        try {
            return JSON.readTree(response.body());
        } catch (JacksonException e) {
            throw new IOException("rclone's answer to " + command + " is not JSON", e);
        }
    }

    private static void requireSuccess(int status, byte[] body) throws RcloneErrorException {
        if (status != OK && status != PARTIAL_CONTENT) {
            String text = new String(body, StandardCharsets.UTF_8);
            try {
                text = JSON.readTree(body).path("error").asString(text);
            } catch (JacksonException _) {
                // as it is
            }
            throw new RcloneErrorException(status, text.strip());
        }
    }

    /** The content of a file from an offset to its end. @param fs a remote as rclone names it, such as {@code NAME:} */
    InputStream read(String fs, String file, long offset) throws IOException, InterruptedException {
        HttpRequest.Builder request = request("/" + HttpPath.encoded("[" + fs + "]/" + file));
        if (offset > 0) {
            request.header("Range", "bytes=" + offset + "-");
        }
        HttpResponse<InputStream> response = client.send(request.build(), BodyHandlers.ofInputStream());
        InputStream body = response.body();
        try {
            if (offset > 0 && response.statusCode() == RANGE_NOT_SATISFIABLE) {
                body.close();
                return InputStream.nullInputStream();
            }
            if (response.statusCode() != OK && response.statusCode() != PARTIAL_CONTENT) {
                requireSuccess(response.statusCode(), body.readAllBytes());
            }
            if (offset > 0 && response.statusCode() == OK) {
                body.skipNBytes(offset);
            }
            return body;
        } catch (Throwable e) {
            body.close();
            throw e;
        }
    }

    /** Writes a file; where {@code content} breaks, rclone sees the connection break. */
    void write(String fs, String directory, String name, BodyPublisher content)
            throws IOException, InterruptedException {
        HttpRequest request = request(
                        "/operations/uploadfile?fs=" + HttpPath.encoded(fs) + "&remote=" + HttpPath.encoded(directory))
                .header("Content-Type", "multipart/form-data; boundary=" + boundary)
                .POST(BodyPublishers.concat(
                        BodyPublishers.ofString(
                                "--" + boundary + "\r\nContent-Disposition: form-data; name=\"file\"; filename*=UTF-8''"
                                        + HttpPath.encoded(name) + "\r\n\r\n"),
                        content,
                        BodyPublishers.ofString("\r\n--" + boundary + "--\r\n")))
                .build();
        HttpResponse<byte[]> response = client.send(request, BodyHandlers.ofByteArray());
        requireSuccess(response.statusCode(), response.body());
    }

    boolean hasEnded() {
        return process.hasEnded();
    }

    /** What the program wrote of an error last. */
    String lastWords() {
        return process.lastWords();
    }

    @Override
    public void close() {
        client.shutdownNow();
        process.close();
    }
}
