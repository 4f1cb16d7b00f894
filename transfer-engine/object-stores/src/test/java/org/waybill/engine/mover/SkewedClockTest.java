package org.waybill.engine.mover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.Location;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.testserver.TestCredentials;
import org.waybill.engine.testserver.TestMovers;

/** A server whose clock is two hours ahead of this machine's, and that refuses what differs by 15 minutes, as S3 does. */
@Timeout(60)
class SkewedClockTest {
    private static final Duration AHEAD = Duration.ofHours(2);
    private static final DateTimeFormatter SIGNED = DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'", Locale.ROOT);

    @TempDir
    private Path here;

    private ServerSocket server;
    private Map<String, String> settings;
    private final AtomicInteger refused = new AtomicInteger();
    private volatile boolean stubborn;

    @BeforeEach
    void start() throws IOException {
        server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(() -> {
            while (!server.isClosed()) {
                try {
                    Socket one = server.accept();
                    Thread.ofVirtual().start(() -> serve(one));
                } catch (IOException _) {
                    return;
                }
            }
        });
        settings = Map.of(
                "aws.endpointUrlS3", "http://127.0.0.1:" + server.getLocalPort(),
                "aws.accessKeyId", "key",
                "aws.secretAccessKey", "secret",
                "aws.configFile", "/dev/null",
                "aws.sharedCredentialsFile", "/dev/null");
        settings.forEach(System::setProperty);
    }

    @AfterEach
    void stop() throws IOException {
        settings.keySet().forEach(System::clearProperty);
        server.close();
    }

    private void serve(Socket connection) {
        try (connection) {
            BufferedReader in =
                    new BufferedReader(new InputStreamReader(connection.getInputStream(), StandardCharsets.US_ASCII));
            String request = in.readLine();
            String date = "";
            for (String line = in.readLine(); line != null && !line.isEmpty(); line = in.readLine()) {
                if (line.toLowerCase(Locale.ROOT).startsWith("x-amz-date:")) {
                    date = line.substring(line.indexOf(':') + 1).strip();
                }
            }
            if (request != null) {
                connection.getOutputStream().write(answer(request, date).getBytes(StandardCharsets.US_ASCII));
            }
        } catch (IOException _) {
            // the client has gone
        }
    }

    private String answer(String request, String date) {
        Instant now = Instant.now().plus(AHEAD);
        Instant signed = LocalDateTime.parse(date, SIGNED).toInstant(ZoneOffset.UTC);
        boolean wrong = stubborn || Duration.between(signed, now).abs().compareTo(Duration.ofMinutes(15)) > 0;
        boolean head = request.startsWith("HEAD");
        String body = wrong
                ? "<Error><Code>RequestTimeTooSkewed</Code><Message>The difference is too large.</Message></Error>"
                : request.contains("list-type")
                        ? "<ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>"
                        : "content";
        if (wrong) {
            refused.incrementAndGet();
        }
        return "HTTP/1.1 " + (wrong ? "403 Forbidden" : "200 OK") + "\r\nDate: "
                + DateTimeFormatter.RFC_1123_DATE_TIME.format(now.atOffset(ZoneOffset.UTC))
                + "\r\nConnection: close\r\nETag: \"a\"\r\nLast-Modified: Mon, 07 Jun 2021 08:09:10 GMT"
                + "\r\nContent-Length: " + body.length() + "\r\n\r\n" + (head ? "" : body);
    }

    private void get() throws TransferException, InterruptedException {
        TestMovers.named("s3", new TestCredentials())
                .move(
                        TransferRequest.of(
                                new Location("s3", null, "bucket", 0, "/a"),
                                Location.local(here.resolve("copy").toString())),
                        new TestListener());
    }

    @Test
    void theDifferenceIsCorrectedAndTheRequestIsMadeAgain() throws Exception {
        get();
        assertThat(here.resolve("copy")).hasContent("content");
        assertThat(refused).hasPositiveValue();
    }

    @Test
    void aServerThatRefusesStillIsToldOfInOneLineWithTheDifference() {
        stubborn = true;
        TransferException e = catchThrowableOfType(TransferException.class, this::get);
        assertThat(e.reason()).as(e.getMessage()).isEqualTo(Reason.AUTHENTICATION);
        assertThat(e.getMessage()).contains("120 minutes behind the server's").doesNotContain("\n");
    }
}
