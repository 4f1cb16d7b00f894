package org.waybill.service.console;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Duration;
import java.util.Arrays;
import org.springframework.http.HttpHeaders;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.waybill.api.ServiceException;
import org.waybill.service.InputChecks;
import org.waybill.service.account.AccountAdministration;
import org.waybill.service.account.AuditLog;
import org.waybill.service.account.AuditSubject;
import org.waybill.service.account.Caller;
import org.waybill.service.account.Role;
import org.waybill.service.account.SessionCookie;
import org.waybill.service.account.TokenAccess;

/** Users and their roles, one's own account and tokens, and the audit log. */
@Controller
record AccountsController(AccountAdministration administration, TokenAccess access, AuditLog audit) {
    private static final int ROWS = 50;
    private static final int MOST_DAYS = 366;

    @GetMapping("/accounts")
    String accounts(Model model) {
        model.addAttribute("accounts", administration.list());
        model.addAttribute("roles", Role.values());
        return "console/accounts";
    }

    @PostMapping("/accounts")
    String add(@RequestParam String name, @RequestParam Role role, HttpServletResponse response, Model model) {
        try {
            model.addAttribute("issued", administration.add(name, role));
        } catch (ServiceException e) {
            response.setStatus(HttpServletResponse.SC_BAD_REQUEST);
            model.addAttribute("problem", String.valueOf(e.getMessage()));
            model.addAttribute("name", name);
        }
        return accounts(model);
    }

    @GetMapping("/accounts/{name}")
    String account(@PathVariable String name, Model model) {
        model.addAttribute(
                "account",
                administration.list().stream()
                        .filter(one -> one.name().equals(name))
                        .findFirst()
                        .orElseThrow(() -> ServiceException.notFound("no such account")));
        model.addAttribute("tokens", administration.tokens(name));
        model.addAttribute("roles", Role.values());
        return "console/account";
    }

    @PostMapping("/accounts/{name}")
    String change(
            @PathVariable String name, @RequestParam Role role, @RequestParam(defaultValue = "false") boolean enabled) {
        administration.set(name, role, enabled);
        return "redirect:/accounts";
    }

    @PostMapping("/accounts/{name}/secret")
    String newSecret(@PathVariable String name, Model model) {
        model.addAttribute("issued", administration.newSecret(name));
        return accounts(model);
    }

    @PostMapping("/accounts/{name}/delete")
    String remove(@PathVariable String name) {
        administration.remove(name);
        return "redirect:/accounts";
    }

    @PostMapping("/accounts/{name}/revoke")
    String revokeOf(@PathVariable String name, @RequestParam long token) {
        administration.revoke(name, token);
        return "redirect:/accounts";
    }

    @GetMapping("/account")
    String own(Model model) {
        Caller caller = Caller.current();
        model.addAttribute("tokens", administration.tokens(caller.name()));
        return "console/own";
    }

    @PostMapping("/account/secret")
    String changeSecret(
            @RequestParam String old,
            @RequestParam String chosen,
            @RequestParam String again,
            HttpServletRequest request,
            HttpServletResponse response,
            Model model) {
        try {
            if (!chosen.equals(again)) {
                throw InputChecks.bad("the two new passwords differ");
            }
            administration.changeOwnSecret(old, chosen, request.getRemoteAddr());
            // the session ended with all others of the account
            response.addHeader(HttpHeaders.SET_COOKIE, SessionCookie.end(request));
            return "redirect:/login?changed=true";
        } catch (ServiceException e) {
            response.setStatus(HttpServletResponse.SC_BAD_REQUEST);
            model.addAttribute("problem", String.valueOf(e.getMessage()));
            return own(model);
        }
    }

    @PostMapping("/account/tokens")
    String issue(@RequestParam String label, @RequestParam long days, HttpServletResponse response, Model model) {
        try {
            Duration life = Duration.ofDays(InputChecks.between("days", days, 1, MOST_DAYS));
            String name = Caller.current().name();
            model.addAttribute("issued", access.issue(name, InputChecks.required("label", label, 100), life));
        } catch (ServiceException e) {
            response.setStatus(HttpServletResponse.SC_BAD_REQUEST);
            model.addAttribute("problem", String.valueOf(e.getMessage()));
        }
        return own(model);
    }

    @PostMapping("/account/revoke")
    String revoke(@RequestParam long token) {
        administration.revoke(Caller.current().name(), token);
        return "redirect:/account";
    }

    @GetMapping("/audit")
    String audit(
            @RequestParam(defaultValue = "") String account,
            @RequestParam(defaultValue = "") String kind,
            @RequestParam(defaultValue = "") String q,
            @RequestParam(defaultValue = "0") int page,
            Model model) {
        InputChecks.between("page", page, 0, 1_000_000);
        var found = audit.search(account, kind, InputChecks.text("search", q, 200), page, ROWS);
        model.addAttribute("rows", found.getContent());
        model.addAttribute("paging", new Paging(page, ROWS, found.getTotalElements()));
        model.addAttribute("account", account);
        model.addAttribute("kind", kind);
        model.addAttribute("q", q);
        model.addAttribute(
                "subjects", Arrays.stream(AuditSubject.values()).map(Enum::name).toList());
        return "console/audit";
    }
}
