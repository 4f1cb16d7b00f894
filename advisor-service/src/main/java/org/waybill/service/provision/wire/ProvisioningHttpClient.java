package org.waybill.service.provision.wire;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.waybill.api.ServiceException;
import org.waybill.api.hessian.BoundedBody;
import org.waybill.service.InputChecks;

/**
 * HTTP with one system: its own host and no other, no redirects, time-outs, and bounded answers. What goes wrong is a
 * {@link ServiceException} with one line.
 */
public final class ProvisioningHttpClient {
    private static final Duration CONNECT = Duration.ofSeconds(10);
    private static final Duration ANSWER = Duration.ofSeconds(30);
    private static final int LARGEST = 8 << 20;

    private final SystemAccess access;
    private final HttpClient http;

    /** An answer with a status of 200 to 299, or of 500, as SOAP faults have. */
    public record Reply(int status, byte[] body) {}

    public ProvisioningHttpClient(SystemAccess access) {
        this.access = access;
        this.http = HttpClient.newBuilder()
                .connectTimeout(CONNECT)
                .sslContext(TlsSettings.of(access))
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .build();
    }

    public SystemAccess access() {
        return access;
    }

    /** Sends {@code body}, or asks with GET if there is none, at the system's address itself or below its root. */
    public Reply send(String path, Map<String, String> headers, byte @Nullable [] body) {
        URI target = path.isEmpty() ? access.url() : access.url().resolve(path);
        if (!target.getRawAuthority().equals(access.url().getRawAuthority())) {
            throw ServiceException.forbidden("refusing to call another host for " + access.name());
        }
        HttpRequest.Builder request = HttpRequest.newBuilder(target).timeout(ANSWER);
        headers.forEach(request::header);
        HttpRequest built = (body == null ? request.GET() : request.POST(BodyPublishers.ofByteArray(body))).build();
        try {
            HttpResponse<InputStream> response = http.send(built, BodyHandlers.ofInputStream());
            byte[] answer = BoundedBody.read(response.body(), LARGEST, ANSWER);
            if (answer.length > LARGEST) {
                throw unavailable("answers with more than 8 MiB");
            }
            return checked(response.statusCode(), answer);
        } catch (IOException e) {
            throw unavailable("does not answer (" + e.getClass().getSimpleName() + ")", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw unavailable("was not waited for", e);
        }
    }

    private Reply checked(int status, byte[] answer) {
        if ((status >= 200 && status < 300) || status == 500) {
            return new Reply(status, answer);
        }
        if (status >= 300 && status < 400) {
            throw unavailable("redirects, which is not allowed");
        }
        if (status == 401 || status == 403) {
            throw ServiceException.forbidden(access.name() + " denies access: HTTP " + status);
        }
        if (status == 409) {
            throw conflict("refuses: HTTP 409");
        }
        if (status >= 400 && status < 500) {
            throw InputChecks.bad(access.name() + " rejects the request: HTTP " + status);
        }
        throw unavailable("answers HTTP " + status);
    }

    /** Says that the system refuses. */
    public ServiceException conflict(String why) {
        return ServiceException.conflict(access.name() + " " + why);
    }

    /** Says that the system has no room for the data. */
    public ServiceException full(String why) {
        return new ServiceException(
                ServiceException.DISK_FULL,
                access.name() + ": the disk is full, or a quota is used up: " + why + "; make room and run it again");
    }

    /** Waits before the system is asked again. */
    public void pause(Duration time) {
        try {
            Thread.sleep(time);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw unavailable("was not waited for", e);
        }
    }

    /** Says that the system cannot be used now. */
    public ServiceException unavailable(String why) {
        return ServiceException.unavailable(access.name() + " " + why);
    }

    public ServiceException unavailable(String why, Throwable cause) {
        return ServiceException.unavailable(access.name() + " " + why, cause);
    }
}
