package org.waybill.service.account;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.security.SecureRandom;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.security.web.csrf.CsrfToken;
import org.springframework.security.web.csrf.CsrfTokenRepository;
import org.springframework.security.web.csrf.DefaultCsrfToken;

/**
 * The token that forms carry so that no other site can send them. Within a session it follows from the session's own
 * token, so that nothing is kept and no cookie that another site planted can take its place; before log-in it is a
 * random cookie. Spring Security masks it again in every page. See decision 0014.
 */
record SessionCsrf(SecureRandom random) implements CsrfTokenRepository {
    private static final String NAME = "waybill-form";
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
                    token == null
                            ? SessionCookie.cookie(request, NAME, "", Duration.ZERO)
                            : SessionCookie.cookie(request, NAME, token.getToken(), LIFE));
        }
    }

    @Override
    public @Nullable CsrfToken loadToken(HttpServletRequest request) {
        return SessionCookie.token(request)
                .map(session -> token(Secrets.sha256("form " + session)))
                .orElseGet(() -> SessionCookie.values(request, NAME)
                        .filter(value -> value.length() == LENGTH)
                        .findFirst()
                        .map(SessionCsrf::token)
                        .orElse(null));
    }

    private static CsrfToken token(String value) {
        return new DefaultCsrfToken("X-CSRF-TOKEN", "_csrf", value);
    }
}
