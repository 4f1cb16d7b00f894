package org.waybill.service.account;

import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.security.SecureRandom;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseCookie;
import org.springframework.security.web.csrf.CsrfToken;
import org.springframework.security.web.csrf.CsrfTokenRepository;
import org.springframework.security.web.csrf.DefaultCsrfToken;

/**
 * The token that forms carry so that no other site can send them. Within a session it follows from the session's own
 * token, so that nothing is kept and no cookie that somebody planted can take its place; before log-in it is a random
 * cookie. Spring Security masks it anew in every page. See decision 0014.
 */
record SessionCsrf(SecureRandom random) implements CsrfTokenRepository {
    private static final String PLAIN = "waybill-form";
    /** Browsers take a cookie of this name only over TLS, for the whole host and from no other one. */
    private static final String SECURE = "__Host-waybill-form";

    private static final Duration LIFE = Duration.ofHours(1);
    private static final int LENGTH = 43;

    @Override
    public CsrfToken generateToken(HttpServletRequest request) {
        return token(Secrets.random(random));
    }

    @Override
    public void saveToken(@Nullable CsrfToken token, HttpServletRequest request, HttpServletResponse response) {
        if (SessionCookie.token(request).isEmpty()) {
            response.addHeader(
                    HttpHeaders.SET_COOKIE,
                    ResponseCookie.from(name(request), token == null ? "" : token.getToken())
                            .httpOnly(true)
                            .secure(request.isSecure())
                            .sameSite("Strict")
                            .path("/")
                            .maxAge(token == null ? Duration.ZERO : LIFE)
                            .build()
                            .toString());
        }
    }

    @Override
    public @Nullable CsrfToken loadToken(HttpServletRequest request) {
        return SessionCookie.token(request)
                .map(session -> token(Secrets.sha256("form " + session)))
                .orElseGet(() -> fromCookie(request));
    }

    private static @Nullable CsrfToken fromCookie(HttpServletRequest request) {
        Cookie[] cookies = request.getCookies();
        if (cookies != null) {
            for (Cookie cookie : cookies) {
                if (cookie.getName().equals(name(request)) && cookie.getValue().length() == LENGTH) {
                    return token(cookie.getValue());
                }
            }
        }
        return null;
    }

    private static String name(HttpServletRequest request) {
        return request.isSecure() ? SECURE : PLAIN;
    }

    private static CsrfToken token(String value) {
        return new DefaultCsrfToken("X-CSRF-TOKEN", "_csrf", value);
    }
}
