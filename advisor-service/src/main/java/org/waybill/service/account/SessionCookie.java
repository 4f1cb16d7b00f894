package org.waybill.service.account;

import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.util.Optional;
import org.springframework.http.ResponseCookie;

/**
 * The console's session: a bearer token in a cookie that scripts cannot read and other sites cannot make the browser
 * send. Sessions so live in the database and work on every replica.
 */
public final class SessionCookie {
    /** How long a session lasts. */
    public static final Duration LIFE = Duration.ofHours(8);

    private static final String PLAIN = "waybill-session";
    /** Browsers take a cookie of this name only over TLS, for the whole host and from no other one. */
    private static final String SECURE = "__Host-waybill-session";

    private SessionCookie() {}

    private static String name(HttpServletRequest request) {
        return request.isSecure() ? SECURE : PLAIN;
    }

    /** The token of the request's session. */
    public static Optional<String> token(HttpServletRequest request) {
        Cookie[] cookies = request.getCookies();
        if (cookies != null) {
            for (Cookie cookie : cookies) {
                if (cookie.getName().equals(name(request))) {
                    return Optional.of(cookie.getValue());
                }
            }
        }
        return Optional.empty();
    }

    /** The header value that starts a session. */
    public static String start(HttpServletRequest request, String token) {
        return cookie(request, token, LIFE);
    }

    /** The header value that ends it. */
    public static String end(HttpServletRequest request) {
        return cookie(request, "", Duration.ZERO);
    }

    private static String cookie(HttpServletRequest request, String value, Duration life) {
        return ResponseCookie.from(name(request), value)
                .httpOnly(true)
                .secure(request.isSecure())
                .sameSite("Strict")
                .path("/")
                .maxAge(life)
                .build()
                .toString();
    }
}
