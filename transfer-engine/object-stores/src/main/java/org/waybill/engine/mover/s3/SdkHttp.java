package org.waybill.engine.mover.s3;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.mover.trust.TlsTrust;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpFullResponse;
import software.amazon.awssdk.http.SdkHttpService;
import software.amazon.awssdk.utils.AttributeMap;

/** The SDK's requests over the JDK's client. No redirection is followed: a signed request is for one server. */
final class SdkHttp implements SdkHttpClient {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(15);

    /** Requests of all clients that are on their way. */
    private static final AtomicInteger OF_PROCESS = new AtomicInteger();

    private final HttpClient client;
    private final Patience patience;
    private final AtomicInteger waiting = new AtomicInteger();

    /** @param context of TLS; null for the platform's own */
    SdkHttp(@Nullable SSLContext context, Patience patience) {
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
        this.patience = patience;
    }

    /** For the SDK's own clients, such as those that take a role. */
    public static final class Service implements SdkHttpService, SdkHttpClient.Builder<Service> {
        /** The SDK makes one without asking whom to trust; AWS's settings are those of the process. */
        private static volatile @Nullable TlsTrust trusted;

        static void trust(TlsTrust tls) {
            trusted = tls;
        }

        @Override
        public SdkHttpClient.Builder<?> createHttpClientBuilder() {
            return this;
        }

        @Override
        public SdkHttpClient buildWithDefaults(AttributeMap defaults) {
            TlsTrust tls = trusted;
            return new SdkHttp(tls == null ? null : tls.newContextOfOthers(), Patience.USUAL);
        }
    }

    /** Whether a request is on its way, whose silence is limited here. */
    boolean isWaiting() {
        return waiting.get() > 0;
    }

    /** The same of any client of this process. */
    static boolean isAnyWaiting() {
        return OF_PROCESS.get() > 0;
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
                // a thread that is interrupted ends its request
            }
        };
    }

    private HttpExecuteResponse answer(HttpExecuteRequest asked) throws IOException {
        SdkRequest request = new SdkRequest(asked, patience);
        waiting.incrementAndGet();
        OF_PROCESS.incrementAndGet();
        try {
            HttpResponse<Flow.Publisher<List<ByteBuffer>>> response =
                    request.await(client.sendAsync(request.translated(), HttpResponse.BodyHandlers.ofPublisher()));
            AnswerBody body = new AnswerBody(patience.silence(), request.mostAnswerBytes(response.statusCode()));
            response.body().subscribe(body);
            return HttpExecuteResponse.builder()
                    .response(SdkHttpFullResponse.builder()
                            .statusCode(response.statusCode())
                            .headers(response.headers().map())
                            .build())
                    .responseBody(AbortableInputStream.create(body, body::close))
                    .build();
        } catch (IllegalArgumentException e) {
            throw new IOException("not an HTTP request: " + e.getMessage(), e);
        } finally {
            OF_PROCESS.decrementAndGet();
            waiting.decrementAndGet();
        }
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
