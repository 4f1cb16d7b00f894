package org.waybill.service.remoting;

import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.parameters.RequestBody;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.waybill.service.InputChecks;
import org.waybill.service.account.AccountAdministration;
import org.waybill.service.account.AccountAdministration.Account;
import org.waybill.service.account.AccountAdministration.NewSecret;
import org.waybill.service.account.AccountAdministration.Token;
import org.waybill.service.account.Role;

/** Accounts, for administrators: as in the console. */
@RestController
@RequestMapping("/api/accounts")
record AccountController(AccountAdministration administration, Bodies bodies) {
    @GetMapping
    List<Account> list() {
        return administration.list();
    }

    /** An account that is to be. */
    record NewAccount(String name, Role role) {}

    /** What an account is to become. */
    record AccountChange(Role role, boolean enabled) {}

    /** Adds an account of a {@code name} and a {@code role}; the answer holds its secret, said once. */
    @PostMapping(consumes = MediaType.APPLICATION_JSON_VALUE)
    @RequestBody(required = true, content = @Content(schema = @Schema(implementation = NewAccount.class)))
    @ResponseStatus(HttpStatus.CREATED)
    NewSecret add(@Parameter(hidden = true) InputStream body) throws IOException {
        Map<?, ?> fields = bodies.smallObject(body);
        return administration.add(Bodies.text(fields, "name"), role(fields));
    }

    /** Sets an account's {@code role} and whether it is {@code enabled}. */
    @PutMapping(path = "/{name}", consumes = MediaType.APPLICATION_JSON_VALUE)
    @RequestBody(required = true, content = @Content(schema = @Schema(implementation = AccountChange.class)))
    Account set(@PathVariable String name, @Parameter(hidden = true) InputStream body) throws IOException {
        Map<?, ?> fields = bodies.smallObject(body);
        if (!(fields.get("enabled") instanceof Boolean enabled)) {
            throw InputChecks.bad("enabled is missing: expected true or false");
        }
        return administration.set(name, role(fields), enabled);
    }

    /** Gives an account a new secret, said once, and ends its tokens. */
    @PostMapping("/{name}/secret")
    NewSecret newSecret(@PathVariable String name) {
        return administration.newSecret(name);
    }

    @DeleteMapping("/{name}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void remove(@PathVariable String name) {
        administration.remove(name);
    }

    @GetMapping("/{name}/tokens")
    List<Token> tokens(@PathVariable String name) {
        return administration.tokens(name);
    }

    /** Makes a token of an account, said once: what it is for, and for how many days, 30 if nothing is said. */
    @PostMapping(path = "/{name}/tokens", consumes = MediaType.APPLICATION_JSON_VALUE)
    @RequestBody(required = true, content = @Content(schema = @Schema(implementation = LoginController.NewToken.class)))
    @ResponseStatus(HttpStatus.CREATED)
    LoginController.IssuedToken newToken(@PathVariable String name, @Parameter(hidden = true) InputStream body)
            throws IOException {
        Map<?, ?> fields = bodies.smallObject(body);
        Duration life = LoginController.life(fields);
        return new LoginController.IssuedToken(
                administration.newToken(name, Bodies.text(fields, "label"), life), life.toSeconds());
    }

    @DeleteMapping("/{name}/tokens/{id}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void revoke(@PathVariable String name, @PathVariable long id) {
        administration.revoke(name, id);
    }

    private static Role role(Map<?, ?> fields) {
        return InputChecks.constant(Role.class, Bodies.text(fields, "role"))
                .orElseThrow(() -> InputChecks.bad("invalid role: expected one of " + InputChecks.choices(Role.class)));
    }
}
