package org.waybill.engine.mover.s3;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Executors;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.mover.trust.TlsTrust;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ContentStreamProvider;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpFullResponse;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.SdkHttpService;
import software.amazon.awssdk.utils.AttributeMap;

/** The SDK's requests over the JDK's client. No redirection is followed: a signed request is for one server. */
final class SdkHttp implements SdkHttpClient {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(15);
    private static final Duration ANSWER_TIMEOUT = Duration.ofMinutes(5);
    private static final String LENGTH = "content-length";
    /** What the JDK's client writes itself, or not at all. */
    private static final Set<String> OF_THE_CLIENT =
            Set.of("host", LENGTH, "connection", "expect", "upgrade", "transfer-encoding");

    private final HttpClient client;

    /** @param context of TLS; null for the platform's own */
    SdkHttp(@Nullable SSLContext context) {
        HttpClient.Builder builder = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .proxy(HttpClient.Builder.NO_PROXY)
                .connectTimeout(CONNECT_TIMEOUT)
                .executor(Executors.newVirtualThreadPerTaskExecutor());
        if (context != null) {
            builder.sslContext(context).sslParameters(TlsTrust.checkingNames(new SSLParameters()));
        }
        this.client = builder.build();
    }

    /** For the SDK's own clients, such as those that take a role. */
    public static final class Service implements SdkHttpService, SdkHttpClient.Builder<Service> {
        @Override
        public SdkHttpClient.Builder<?> createHttpClientBuilder() {
            return this;
        }

        @Override
        public SdkHttpClient buildWithDefaults(AttributeMap defaults) {
            return new SdkHttp(null);
        }
    }

    @Override
    public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
        return new ExecutableHttpRequest() {
            @Override
            public HttpExecuteResponse call() throws IOException {
                return answer(request);
            }

            @Override
            public void abort() {
                // the thread that waits is interrupted
            }
        };
    }

    private HttpExecuteResponse answer(HttpExecuteRequest request) throws IOException {
        try {
            HttpResponse<InputStream> response =
                    client.send(translated(request), HttpResponse.BodyHandlers.ofInputStream());
            InputStream body = response.body();
            return HttpExecuteResponse.builder()
                    .response(SdkHttpFullResponse.builder()
                            .statusCode(response.statusCode())
                            .headers(response.headers().map())
                            .build())
                    .responseBody(AbortableInputStream.create(body, () -> close(body)))
                    .build();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            InterruptedIOException ended = new InterruptedIOException("interrupted");
            ended.initCause(e);
            throw ended;
        } catch (IllegalArgumentException e) {
            throw new IOException("not an HTTP response: " + e.getMessage(), e);
        }
    }

    private static void close(InputStream body) {
        try {
            body.close();
        } catch (IOException _) {
            // it is given up
        }
    }

    private static HttpRequest translated(HttpExecuteRequest asked) {
        SdkHttpRequest request = asked.httpRequest();
        URI uri = request.getUri();
        HttpRequest.Builder builder = HttpRequest.newBuilder(uri).timeout(ANSWER_TIMEOUT);
        request.forEachHeader((name, values) -> {
            if (!OF_THE_CLIENT.contains(name.toLowerCase(Locale.ROOT))) {
                values.forEach(value -> builder.header(name, value));
            }
        });
        long length = request.firstMatchingHeader(LENGTH).map(Long::parseLong).orElse(-1L);
        HttpRequest.BodyPublisher body = asked.contentStreamProvider()
                .filter(_ -> length != 0)
                .map(content -> body(content, length))
                .orElseGet(HttpRequest.BodyPublishers::noBody);
        return builder.method(request.method().name(), body).build();
    }

    private static HttpRequest.BodyPublisher body(ContentStreamProvider content, long length) {
        HttpRequest.BodyPublisher stream = HttpRequest.BodyPublishers.ofInputStream(content::newStream);
        return length < 0 ? stream : HttpRequest.BodyPublishers.fromPublisher(stream, length);
    }

    @Override
    public String clientName() {
        return "Jdk";
    }

    @Override
    public void close() {
        client.shutdownNow();
    }
}
