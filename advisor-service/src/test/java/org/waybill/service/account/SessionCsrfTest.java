package org.waybill.service.account;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.http.Cookie;
import java.security.SecureRandom;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

class SessionCsrfTest {
    private final SessionCsrf csrf = new SessionCsrf(new SecureRandom());

    private static MockHttpServletRequest request(boolean secure, Cookie... cookies) {
        MockHttpServletRequest request = new MockHttpServletRequest();
        request.setSecure(secure);
        request.setCookies(cookies);
        return request;
    }

    @Test
    void underTlsBothCookiesAreOfThisHostOnly() {
        MockHttpServletRequest request = request(true);
        MockHttpServletResponse response = new MockHttpServletResponse();
        csrf.saveToken(csrf.generateToken(request), request, response);
        assertThat(response.getHeader("Set-Cookie"))
                .startsWith("__Host-waybill-form=")
                .contains("Secure")
                .contains("HttpOnly")
                .contains("SameSite=Strict")
                .contains("Path=/")
                .doesNotContain("Domain");
        assertThat(SessionCookie.start(request, "token"))
                .startsWith("__Host-waybill-session=token")
                .contains("Secure")
                .contains("HttpOnly")
                .contains("SameSite=Strict")
                .contains("Path=/")
                .doesNotContain("Domain");
    }

    @Test
    void aPlantedFormCookieIsWorthNothingWithinASession() {
        Cookie session = new Cookie("waybill-session", "s".repeat(43));
        Cookie planted = new Cookie("waybill-form", "p".repeat(43));
        var alone = csrf.loadToken(request(false, session));
        var withPlanted = csrf.loadToken(request(false, planted, session));
        assertThat(alone).isNotNull();
        assertThat(withPlanted.getToken()).isEqualTo(alone.getToken()).isNotEqualTo(planted.getValue());
        var other = csrf.loadToken(request(false, new Cookie("waybill-session", "t".repeat(43))));
        assertThat(other.getToken()).isNotEqualTo(alone.getToken());
    }

    @Test
    void withoutTlsACookieOfThisHostOnlyIsNotLookedAt() {
        assertThat(csrf.loadToken(request(false, new Cookie("__Host-waybill-form", "p".repeat(43)))))
                .isNull();
        assertThat(csrf.loadToken(request(true, new Cookie("waybill-form", "p".repeat(43)))))
                .isNull();
    }
}
