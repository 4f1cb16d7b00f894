package org.waybill.service.account;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.crypto.factory.PasswordEncoderFactories;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.security.web.AuthenticationEntryPoint;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.access.AccessDeniedHandlerImpl;
import org.springframework.security.web.access.intercept.AuthorizationFilter;
import org.springframework.security.web.authentication.LoginUrlAuthenticationEntryPoint;
import org.springframework.security.web.csrf.CsrfFilter;
import org.springframework.security.web.header.writers.CrossOriginOpenerPolicyHeaderWriter.CrossOriginOpenerPolicy;
import org.springframework.security.web.header.writers.CrossOriginResourcePolicyHeaderWriter.CrossOriginResourcePolicy;
import org.waybill.service.log.SecurityLog;

/** Who may call what. Programs come with a bearer token, the console with a session cookie. */
@Configuration(proxyBeanMethods = false)
@Import({
    TokenAccess.class,
    LoginRateLimit.class,
    InitialAdministrator.class,
    AuditLog.class,
    AccountAdministration.class
})
public class AccountConfiguration {
    @Bean
    @Lazy
    PasswordEncoder passwordEncoder() {
        return PasswordEncoderFactories.createDelegatingPasswordEncoder();
    }

    @Bean
    @Order(1)
    SecurityFilterChain programs(HttpSecurity http, TokenAccess access) throws Exception {
        AuthenticationEntryPoint challenge = (request, response, refused) -> {
            response.setStatus(401);
            response.setHeader(HttpHeaders.WWW_AUTHENTICATE, "Bearer realm=\"waybill\"");
            // the body was not read: the connection cannot be used again
            response.setHeader(HttpHeaders.CONNECTION, "close");
            explain(
                    request,
                    response,
                    "{\"code\":\"UNAUTHENTICATED\",\"message\":\"no valid token: expected the header Authorization:"
                            + " Bearer TOKEN\"}");
        };
        return http.securityMatcher("/hessian/**", "/api/**", "/v3/**", "/actuator/**")
                .csrf(AbstractHttpConfigurer::disable)
                .sessionManagement(session -> session.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
                .requestCache(AbstractHttpConfigurer::disable)
                .logout(AbstractHttpConfigurer::disable)
                .anonymous(AbstractHttpConfigurer::disable)
                .addFilterBefore(new BearerTokenFilter(access, false), AuthorizationFilter.class)
                .exceptionHandling(errors -> errors.authenticationEntryPoint(challenge)
                        .accessDeniedHandler((request, response, denied) -> {
                            SecurityLog.refused(
                                    "request beyond a role",
                                    request.getRemoteAddr(),
                                    Caller.current().name() + " " + request.getMethod() + " "
                                            + request.getRequestURI());
                            response.setStatus(403);
                            explain(
                                    request,
                                    response,
                                    "{\"code\":\"FORBIDDEN\",\"message\":\"the role of your account does not allow"
                                            + " this\"}");
                        }))
                .authorizeHttpRequests(
                        requests -> requests.requestMatchers(HttpMethod.GET, "/actuator/health", "/actuator/health/*")
                                .permitAll()
                                .requestMatchers(HttpMethod.POST, "/api/login")
                                .permitAll()
                                // any account: what scrapes metrics needs no rights beyond them
                                .requestMatchers(HttpMethod.GET, "/actuator/prometheus")
                                .authenticated()
                                .requestMatchers("/actuator/**")
                                .hasRole(Role.ADMINISTRATOR.name())
                                .anyRequest()
                                .authenticated())
                .build();
    }

    @Bean
    @Order(2)
    SecurityFilterChain console(HttpSecurity http, TokenAccess access, SecureRandom random) throws Exception {
        return http.csrf(csrf -> csrf.csrfTokenRepository(new SessionCsrf(random)))
                .sessionManagement(session -> session.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
                .requestCache(AbstractHttpConfigurer::disable)
                .logout(AbstractHttpConfigurer::disable)
                .anonymous(AbstractHttpConfigurer::disable)
                // before any field of a form is read, which the check of the form's own token does
                .addFilterBefore(new BearerTokenFilter(access, true), CsrfFilter.class)
                .headers(headers -> headers.contentSecurityPolicy(
                                policy -> policy.policyDirectives("default-src 'none'; style-src 'self'; script-src"
                                    + " 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; form-action"
                                    + " 'self'; base-uri 'none'; frame-ancestors 'none'"))
                        .referrerPolicy(referrer -> {})
                        .crossOriginOpenerPolicy(policy -> policy.policy(CrossOriginOpenerPolicy.SAME_ORIGIN))
                        .crossOriginResourcePolicy(policy -> policy.policy(CrossOriginResourcePolicy.SAME_ORIGIN))
                        .permissionsPolicyHeader(policy -> policy.policy("camera=(), geolocation=(), microphone=()")))
                .exceptionHandling(errors -> errors.authenticationEntryPoint(toLogin())
                        .accessDeniedHandler((request, response, denied) -> {
                            SecurityLog.refused(
                                    "form or page",
                                    request.getRemoteAddr(),
                                    request.getMethod() + " " + request.getRequestURI() + ": " + denied.getMessage());
                            new AccessDeniedHandlerImpl().handle(request, response, denied);
                        }))
                .authorizeHttpRequests(requests -> requests.dispatcherTypeMatchers(jakarta.servlet.DispatcherType.ERROR)
                        .permitAll()
                        .requestMatchers("/login", "/console/**", "/webjars/htmx.org/**")
                        .permitAll()
                        .requestMatchers("/accounts/**", "/audit/**")
                        .hasRole(Role.ADMINISTRATOR.name())
                        .requestMatchers(HttpMethod.POST, "/catalogue/**", "/workers/**")
                        .hasAnyRole(Role.OPERATOR.name(), Role.ADMINISTRATOR.name())
                        .anyRequest()
                        .authenticated())
                .build();
    }

    /** In the form of every fault of REST; Hessian has one of its own, which needs no body. */
    private static void explain(HttpServletRequest request, HttpServletResponse response, String fault)
            throws IOException {
        if (!request.getRequestURI().startsWith("/hessian/")) {
            response.setContentType(MediaType.APPLICATION_JSON_VALUE);
            response.setCharacterEncoding(StandardCharsets.UTF_8);
            response.getWriter().write(fault);
        }
    }

    /** Pages lead to the log-in; parts of pages redirect the page to it. */
    private static AuthenticationEntryPoint toLogin() {
        LoginUrlAuthenticationEntryPoint pages = new LoginUrlAuthenticationEntryPoint("/login");
        // the name by which the service is known is not what a request says that it is
        pages.setFavorRelativeUris(true);
        return (request, response, refused) -> {
            if (request.getHeader("HX-Request") == null) {
                pages.commence(request, response, refused);
            } else {
                response.setStatus(401);
                response.setHeader("HX-Redirect", "/login");
            }
        };
    }
}
