package org.waybill.service.account;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.authority.SimpleGrantedAuthority;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.web.filter.OncePerRequestFilter;
import org.waybill.service.log.SecurityLog;

/**
 * Takes the caller from the bearer token in the {@code Authorization} header or, for the console, in a cookie. Looks
 * at headers only: nothing of a body is read before the caller is known.
 */
final class BearerTokenFilter extends OncePerRequestFilter {
    private final TokenAccess access;
    private final boolean fromCookie;

    BearerTokenFilter(TokenAccess access, boolean fromCookie) {
        this.access = access;
        this.fromCookie = fromCookie;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        Optional<String> token = token(request);
        Optional<Caller> known = token.flatMap(access::authenticate);
        if (token.isPresent() && known.isEmpty()) {
            SecurityLog.refused(fromCookie ? "session" : "token", request.getRemoteAddr(), "unknown or expired");
        }
        known.ifPresent(caller -> {
            SecurityContext context = SecurityContextHolder.createEmptyContext();
            context.setAuthentication(UsernamePasswordAuthenticationToken.authenticated(
                    caller, null, List.of(new SimpleGrantedAuthority("ROLE_" + caller.role()))));
            SecurityContextHolder.setContext(context);
        });
        if (known.isEmpty() && fromCookie && carriesFiles(request)) {
            response.setStatus(HttpServletResponse.SC_FORBIDDEN);
            response.setHeader("Connection", "close"); // what was sent is not read
            return;
        }
        chain.doFilter(request, response);
    }

    /** Files would be spooled to the disk before the sender is known. */
    private static boolean carriesFiles(HttpServletRequest request) {
        return String.valueOf(request.getContentType())
                .strip()
                .toLowerCase(Locale.ROOT)
                .startsWith("multipart/");
    }

    private Optional<String> token(HttpServletRequest request) {
        if (fromCookie) {
            return SessionCookie.token(request);
        }
        @Nullable String header = request.getHeader("Authorization");
        return header != null && header.regionMatches(true, 0, "Bearer ", 0, 7)
                ? Optional.of(header.substring(7).strip())
                : Optional.empty();
    }
}
