package org.waybill.service.account;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.authority.SimpleGrantedAuthority;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.web.filter.OncePerRequestFilter;

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
        token(request).flatMap(access::authenticate).ifPresent(caller -> {
            SecurityContext context = SecurityContextHolder.createEmptyContext();
            context.setAuthentication(UsernamePasswordAuthenticationToken.authenticated(caller, null,
                    List.of(new SimpleGrantedAuthority("ROLE_" + caller.role()))));
            SecurityContextHolder.setContext(context);
        });
        chain.doFilter(request, response);
    }

    private Optional<String> token(HttpServletRequest request) {
        if (fromCookie) {
            return SessionCookie.token(request);
        }
        @Nullable String header = request.getHeader("Authorization");
        return header != null && header.regionMatches(true, 0, "Bearer ", 0, 7)
                ? Optional.of(header.substring(7).strip()) : Optional.empty();
    }
}
