package org.waybill.service.remoting;

import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.parameters.RequestBody;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.waybill.api.ServiceException;
import org.waybill.service.InputChecks;
import org.waybill.service.account.AccountAdministration;
import org.waybill.service.account.Caller;
import org.waybill.service.account.LoginRateLimit;
import org.waybill.service.account.TokenAccess;

/** Tokens for programs: with a name and a secret, and further ones with a token. */
@RestController
@RequestMapping("/api")
record LoginController(LoginRateLimit gate, TokenAccess access, Bodies bodies) {
    private static final Duration LOGIN_LIFE = Duration.ofHours(12);
    private static final int USUAL_DAYS = 30;

    /** A new token, said once. */
    record IssuedToken(String token, long validSeconds) {}

    /** What to log in with. */
    record Login(String name, String secret) {}

    /** What a token is for, and for how many days, 30 if nothing is said. */
    record NewToken(String label, @Nullable Integer days) {}

    @PostMapping(path = "/login", consumes = MediaType.APPLICATION_JSON_VALUE)
    @RequestBody(required = true, content = @Content(schema = @Schema(implementation = Login.class)))
    IssuedToken login(@Parameter(hidden = true) InputStream body, HttpServletRequest request) throws IOException {
        Map<?, ?> fields = bodies.smallObject(body);
        Caller caller = gate.enter(Bodies.text(fields, "name"), Bodies.text(fields, "secret"), request.getRemoteAddr())
                .orElseThrow(() -> new ServiceException(ServiceException.UNAUTHENTICATED, "wrong name or password"));
        return new IssuedToken(access.issue(caller.name(), "login", LOGIN_LIFE), LOGIN_LIFE.toSeconds());
    }

    @PostMapping(path = "/tokens", consumes = MediaType.APPLICATION_JSON_VALUE)
    @RequestBody(required = true, content = @Content(schema = @Schema(implementation = NewToken.class)))
    @ResponseStatus(HttpStatus.CREATED)
    IssuedToken issue(@Parameter(hidden = true) InputStream body) throws IOException {
        Map<?, ?> fields = bodies.smallObject(body);
        Duration life = life(fields);
        String label = InputChecks.required("label", Bodies.text(fields, "label"), 100);
        return new IssuedToken(access.issue(Caller.current().name(), label, life), life.toSeconds());
    }

    /** How long a {@link NewToken} is to be good. */
    static Duration life(Map<?, ?> fields) {
        long days = fields.get("days") instanceof Integer given ? given : USUAL_DAYS;
        return Duration.ofDays(InputChecks.between("days", days, 1, AccountAdministration.MOST_DAYS));
    }

    @DeleteMapping("/tokens/current")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void revoke(@Parameter(hidden = true) @RequestHeader("Authorization") String authorization) {
        access.revoke(authorization.substring("Bearer ".length()).strip());
    }
}
