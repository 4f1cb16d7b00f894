package org.waybill.service.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.Cookie;
import com.microsoft.playwright.options.RequestOptions;
import com.microsoft.playwright.options.SameSiteAttribute;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.api.embedded.EmbeddedService;
import org.waybill.api.embedded.RunningService;
import org.waybill.api.embedded.ServiceSettings;
import org.waybill.db.MigratedDatabase;
import org.waybill.service.KeyFiles;

/** The console over TLS, as a browser keeps its cookies. */
class ConsoleTlsTest {
    @TempDir
    private Path home;

    @Test
    void overTlsEveryCookieIsOfThisHostAlone() throws Exception {
        KeyFiles keys = KeyFiles.in(home);
        try (Browser browser = Browser.start();
                RunningService service = EmbeddedService.load()
                        .start(new ServiceSettings(
                                MigratedDatabase.putInto(home),
                                "127.0.0.1",
                                0,
                                null,
                                null,
                                null,
                                keys.store(),
                                keys.password(),
                                true));
                BrowserContext context = browser.overTls()) {
            String url = "https://localhost:" + service.url().getPort();
            Page page = context.newPage();
            page.navigate(url + "/login");
            assertThat(context.cookies()).isNotEmpty().allSatisfy(ConsoleTlsTest::isOfThisHostAlone);
            Browser.logIn(
                    page,
                    url,
                    "admin",
                    Files.readString(home.resolve("first-run-secret")).strip());
            List<Cookie> cookies = context.cookies();
            assertThat(cookies).extracting(cookie -> cookie.name).contains("__Host-waybill-session");
            assertThat(cookies).allSatisfy(ConsoleTlsTest::isOfThisHostAlone);
            assertThat(page.evaluate("document.cookie")).isEqualTo("");
            assertThat(page.request().get(url + "/", RequestOptions.create()).headers())
                    .containsKey("strict-transport-security");
            page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Log out"))
                    .click();
            page.waitForURL(url + "/login");
            assertThat(context.cookies()).noneMatch(cookie -> cookie.name.equals("__Host-waybill-session"));
        }
    }

    /** What a browser asks of {@code __Host-}: TLS, the whole host, no domain; and ours are strict and unreadable. */
    private static void isOfThisHostAlone(Cookie cookie) {
        assertThat(cookie.name).startsWith("__Host-");
        assertThat(cookie.secure).isTrue();
        assertThat(cookie.httpOnly).isTrue();
        assertThat(cookie.path).isEqualTo("/");
        assertThat(cookie.domain).isEqualTo("localhost");
        assertThat(cookie.sameSite).isEqualTo(SameSiteAttribute.STRICT);
    }
}
