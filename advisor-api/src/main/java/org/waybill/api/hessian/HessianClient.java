package org.waybill.api.hessian;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.time.Duration;
import java.util.Map;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import org.jspecify.annotations.Nullable;
import org.waybill.api.Bulk;
import org.waybill.api.ServiceException;
import org.waybill.api.ServiceProxy;

/**
 * Makes objects that call a service over Hessian 2. They may be shared by many threads, keep connections alive, never
 * follow a redirect, and throw nothing but {@link ServiceException}: {@code UNREACHABLE} when there is no usable
 * answer, {@code UNTRUSTED} when the service's certificate is refused, {@code UNAUTHENTICATED} and the service's own
 * codes otherwise. Nothing is retried here.
 */
public final class HessianClient implements AutoCloseable {
    /** The media type of bodies. */
    public static final String MEDIA_TYPE = "application/x-hessian";

    /** The JDK puts its classes' names into the text: {@code sun.security...Exception: unable to find ...}. */
    private static final int DEEPEST_CAUSE = 16;

    private static final String CLASS_NAMES = "([a-z]\\w*\\.)+\\w+Exception: ";

    private final HttpClient http;
    private final Supplier<String> token;
    private final Duration callTimeout;
    private final StrictSerializerFactory factory;

    /**
     * @param token gives the bearer token for each call
     * @param tls whom to trust with {@code https}; null for the JDK's default trust store, with http
     * @param connectTimeout for the connection, {@code callTimeout} for a call as a whole
     */
    public HessianClient(
            Supplier<String> token,
            @Nullable SSLContext tls,
            Duration connectTimeout,
            Duration callTimeout,
            StrictSerializerFactory factory) {
        HttpClient.Builder builder = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(connectTimeout);
        if (tls != null) {
            builder.sslContext(tls);
        }
        this.http = builder.build();
        this.token = token;
        this.callTimeout = callTimeout;
        this.factory = factory;
    }

    /**
     * An object of {@code api} whose calls go to {@code uri}, such as {@code http://127.0.0.1:7412/hessian/advisor}.
     */
    public <T> T at(URI uri, Class<T> api) {
        return ServiceProxy.of(api, "Hessian service at " + uri, (method, arguments) -> call(uri, method, arguments));
    }

    /** Closes the connections; calls under way fail. */
    @Override
    public void close() {
        http.shutdownNow();
    }

    private @Nullable Object call(URI uri, Method method, @Nullable Object[] arguments) {
        boolean bulk = method.isAnnotationPresent(Bulk.class);
        int limit = bulk ? factory.limits().bulkBytes() : factory.limits().requestBytes();
        byte[] request = request(method, arguments);
        if (request.length > limit) {
            throw new ServiceException(
                    ServiceException.TOO_LARGE,
                    method.getName() + " takes at most " + limit + " bytes, not " + request.length);
        }
        Answer answer = send(uri, request, bulk);
        if (answer.status() != 200) {
            throw refusal(uri, answer);
        }
        return result(uri, method, answer.body());
    }

    private byte[] request(Method method, @Nullable Object[] arguments) {
        try {
            return factory.written(out -> out.call(method.getName(), arguments));
        } catch (IOException e) {
            throw new ServiceException(ServiceException.BAD_REQUEST, String.valueOf(e.getMessage()), e);
        }
    }

    private record Answer(int status, byte[] body) {}

    private Answer send(URI uri, byte[] request, boolean bulk) {
        HttpRequest post = HttpRequest.newBuilder(uri)
                .timeout(callTimeout)
                .header("Content-Type", MEDIA_TYPE)
                .header("Authorization", "Bearer " + token.get())
                .POST(HttpRequest.BodyPublishers.ofByteArray(request))
                .build();
        int limit = bulk ? factory.limits().bulkBytes() : factory.limits().replyBytes();
        try {
            HttpResponse<InputStream> response = http.send(post, BodyHandlers.ofInputStream());
            byte[] body = BoundedBody.read(response.body(), limit, callTimeout);
            if (body.length > limit) {
                throw new IOException("the answer is over " + limit + " bytes");
            }
            return new Answer(response.statusCode(), body);
        } catch (SSLHandshakeException e) {
            String why = String.valueOf(e.getMessage()).replaceAll(CLASS_NAMES, "");
            throw new ServiceException(
                    ServiceException.UNTRUSTED, "no trusted connection to " + uri + ": " + why + remedy(e), e);
        } catch (IOException e) {
            String why = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
            throw new ServiceException(ServiceException.UNREACHABLE, "no answer from " + uri + ": " + why, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ServiceException(ServiceException.UNREACHABLE, "interrupted", e);
        }
    }

    /** No authority makes a certificate good whose time is over, or to come. */
    private static String remedy(Throwable refused) {
        Throwable at = refused;
        for (int depth = 0; at != null && depth < DEEPEST_CAUSE; depth++) {
            if (at instanceof CertificateExpiredException) {
                return ": its certificate has expired (" + at.getMessage()
                        + "); have the service's administrator renew it";
            }
            if (at instanceof CertificateNotYetValidException) {
                return ": its certificate is not valid yet (" + at.getMessage() + "); check this machine's clock";
            }
            at = at.getCause();
        }
        return "; if you trust its authority, add it to the trusted certificates (PEM)";
    }

    /**
     * A 404 is no {@code NOT_FOUND} of the service, which answers that with 200: no service has answered, as where another
     * program has its port by now.
     */
    private static ServiceException refusal(URI uri, Answer answer) {
        String said = new String(answer.body(), 0, Math.min(200, answer.body().length), StandardCharsets.UTF_8)
                .replaceAll("[^\\x20-\\x7e]+", " ")
                .strip();
        String line = uri + " answered " + answer.status() + " " + said;
        return switch (answer.status()) {
            case 400 -> new ServiceException(ServiceException.BAD_REQUEST, line);
            case 401 -> new ServiceException(ServiceException.UNAUTHENTICATED, line);
            case 403 -> new ServiceException(ServiceException.FORBIDDEN, line);
            case 404 ->
                new ServiceException(
                        ServiceException.UNREACHABLE,
                        uri + " answered 404: no advisor service is there, or one of an older version; expected the"
                                + " address of a 'waybill service', https://HOST[:PORT]");
            case 409 ->
                new ServiceException(
                        ServiceException.CONFLICT,
                        uri + " answered 409: another request has changed the same meanwhile"
                                + (said.isEmpty() ? "" : " (" + said + ")")
                                + "; look at it again, and repeat the change");
            case 413 -> new ServiceException(ServiceException.TOO_LARGE, line);
            case 503 -> new ServiceException(ServiceException.UNAVAILABLE, line);
            case 507 -> new ServiceException(ServiceException.DISK_FULL, line);
            default -> new ServiceException(ServiceException.UNREACHABLE, line);
        };
    }

    private @Nullable Object result(URI uri, Method method, byte[] reply) {
        Object result;
        try {
            boolean fault =
                    new BodyScanner(reply, factory.limits(), factory.types().names()).checkReply();
            StrictInput in = new StrictInput(reply, 4, factory);
            Object raw = in.readObject();
            if (!fault) {
                return method.getReturnType() == void.class
                        ? null
                        : in.fitter().fit(method.getGenericReturnType(), raw, false);
            }
            result = raw;
        } catch (IOException | RuntimeException e) {
            throw new ServiceException(
                    ServiceException.UNREACHABLE,
                    uri + " answered " + method.getName() + " with no valid reply: " + e.getMessage(),
                    e);
        }
        throw fault(result);
    }

    private static ServiceException fault(@Nullable Object raw) {
        Map<?, ?> fault = raw instanceof Map<?, ?> map ? map : Map.of();
        return fault.get("detail") instanceof ServiceException detail
                ? new ServiceException(detail.code(), String.valueOf(detail.getMessage()))
                : new ServiceException(ServiceException.INTERNAL, String.valueOf(fault.get("message")));
    }
}
