package org.waybill.service.account;

import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.http.ResponseCookie;

/**
 * The console's session: a bearer token in a cookie that scripts cannot read and other sites cannot make the browser
 * send. Sessions so live in the database and work on every replica.
 */
public final class SessionCookie {
    /** How long a session lasts. */
    public static final Duration LIFE = Duration.ofHours(8);

    private static final String NAME = "waybill-session";

    private SessionCookie() {}

    /** Browsers take a cookie of the longer name only over TLS, for the whole host and from no other one. */
    private static String secured(HttpServletRequest request, String name) {
        return request.isSecure() ? "__Host-" + name : name;
    }

    /** What the request's cookies of this name say. */
    static Stream<String> values(HttpServletRequest request, String name) {
        Cookie[] cookies = request.getCookies();
        return cookies == null
                ? Stream.empty()
                : Arrays.stream(cookies)
                        .filter(cookie -> cookie.getName().equals(secured(request, name)))
                        .map(Cookie::getValue);
    }

    /** The token of the request's session. */
    public static Optional<String> token(HttpServletRequest request) {
        return values(request, NAME).findFirst();
    }

    /** The header value that starts a session. */
    public static String start(HttpServletRequest request, String token) {
        return cookie(request, NAME, token, LIFE);
    }

    /** The header value that ends it. */
    public static String end(HttpServletRequest request) {
        return cookie(request, NAME, "", Duration.ZERO);
    }

    /** A cookie that scripts cannot read. */
    static String cookie(HttpServletRequest request, String name, String value, Duration life) {
        return ResponseCookie.from(secured(request, name), value)
                .httpOnly(true)
                .secure(request.isSecure())
                .sameSite("Strict")
                .path("/")
                .maxAge(life)
                .build()
                .toString();
    }
}
