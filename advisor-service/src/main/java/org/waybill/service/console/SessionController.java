package org.waybill.service.console;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Optional;
import org.springframework.http.HttpHeaders;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.waybill.api.ServiceException;
import org.waybill.service.account.Caller;
import org.waybill.service.account.LoginRateLimit;
import org.waybill.service.account.SessionCookie;
import org.waybill.service.account.TokenAccess;

/** Login and logout. */
@Controller
record SessionController(LoginRateLimit gate, TokenAccess access) {
    @GetMapping("/login")
    String login(@RequestParam(defaultValue = "false") boolean changed, Model model) {
        model.addAttribute("changed", changed);
        return "console/login";
    }

    @PostMapping("/login")
    String enter(
            @RequestParam String name,
            @RequestParam String secret,
            HttpServletRequest request,
            HttpServletResponse response,
            Model model) {
        try {
            Optional<Caller> caller = gate.enter(name, secret, request.getRemoteAddr());
            if (caller.isPresent()) {
                // a token of this login: a cookie that the browser came with is worth nothing
                String token = access.issue(caller.get().name(), "console", SessionCookie.LIFE);
                response.addHeader(HttpHeaders.SET_COOKIE, SessionCookie.start(request, token));
                return "redirect:/";
            }
            model.addAttribute("problem", "Wrong name or password.");
        } catch (ServiceException e) {
            model.addAttribute("problem", e.getMessage());
        }
        response.setStatus(HttpServletResponse.SC_FORBIDDEN);
        return "console/login";
    }

    @PostMapping("/logout")
    String leave(HttpServletRequest request, HttpServletResponse response) {
        SessionCookie.token(request).ifPresent(access::revoke);
        response.addHeader(HttpHeaders.SET_COOKIE, SessionCookie.end(request));
        return "redirect:/login";
    }
}
