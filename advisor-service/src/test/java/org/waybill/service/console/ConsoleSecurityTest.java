package org.waybill.service.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.APIResponse;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Response;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.Cookie;
import com.microsoft.playwright.options.FormData;
import com.microsoft.playwright.options.RequestOptions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.waybill.api.catalog.CatalogKind;
import org.waybill.api.catalog.Organisation;
import org.waybill.service.TestClients;

/** Who gets in, what each role may see and do, and what the console refuses. */
class ConsoleSecurityTest extends ConsoleCase {
    /** Where forms are sent to. */
    static final List<String> EFFECTS = List.of(
            "/catalogue/organisations/0",
            "/catalogue/hosts/1/delete?version=0",
            "/catalogue/restore",
            "/accounts",
            "/accounts/the-viewer",
            "/accounts/the-viewer/secret",
            "/account/tokens",
            "/logout",
            "/catalogue/hosts/import",
            "/account/secret",
            "/account/revoke",
            "/reservations/commit",
            "/reservations/release",
            "/accounts/the-viewer/delete",
            "/accounts/the-viewer/revoke",
            "/history/delete",
            "/tasks",
            "/tasks/1/cancel",
            "/workers/drain",
            "/catalogue/hosts/import/1");

    @Test
    void aWrongSecretIsRefusedAndGuessingIsSlowedDown() {
        Page page = alone();
        page.navigate(url + "/catalogue/hosts");
        assertThat(page.url()).endsWith("/login");
        for (int i = 0; i < 6; i++) {
            page.getByLabel("Name").fill("nobody-at-all");
            page.getByLabel("Password").fill("wrong " + i);
            press(page, "Log in");
            assertThat(page.getByRole(AriaRole.ALERT))
                    .containsText(i < 5 ? "Wrong name or password" : "too many failed");
        }
        page.context().close();
    }

    @Test
    void aLogInGivesANewSessionThatScriptsCannotRead() throws Exception {
        BrowserContext context = browser.visitor(1280, 860, ColorScheme.LIGHT);
        context.addCookies(List.of(new Cookie("waybill-session", "planted-by-somebody-else").setUrl(url)));
        Page page = context.newPage();
        page.navigate(url + "/login");
        String secret = Scene.account(service, "fixed", "viewer");
        page.getByLabel("Name").fill("fixed");
        page.getByLabel("Password").fill(secret);
        press(page, "Log in");
        assertThat(page.getByRole(AriaRole.HEADING, new Page.GetByRoleOptions().setName("Overview")))
                .isVisible();
        Cookie session = context.cookies().stream()
                .filter(one -> one.name.equals("waybill-session"))
                .findFirst()
                .orElseThrow();
        assertThat(session.value).isNotEqualTo("planted-by-somebody-else").hasSize(43);
        assertThat(session.httpOnly).isTrue();
        assertThat(session.sameSite.name()).isEqualTo("STRICT");
        assertThat(page.evaluate("document.cookie")).isEqualTo("");
        press(page, "Log out");
        assertThat(page.url()).endsWith("/login");
        context.addCookies(List.of(new Cookie("waybill-session", session.value).setUrl(url)));
        page.navigate(url + "/");
        assertThat(page.url()).endsWith("/login");
        context.close();
    }

    @Test
    void aViewerSeesAndChangesNothing() {
        Page page = page("viewer", "/catalogue/hosts");
        assertThat(page.getByText("dtn.cern.example").first()).isVisible();
        assertThat(page.getByText("Add host")).hasCount(0);
        assertThat(page.getByText("Import")).hasCount(0);
        assertThat(page.locator("button[formaction]")).hasCount(0);
        assertThat(page.getByText("Audit log")).hasCount(0);
        assertThat(status(page, "/catalogue/hosts/new")).isEqualTo(403);
        assertThat(status(page, "/catalogue/hosts/import")).isEqualTo(403);
        assertThat(status(page, "/accounts")).isEqualTo(403);
        assertThat(status(page, "/audit")).isEqualTo(403);
        page.navigate(url + "/account");
        String form = page.locator("input[name=_csrf]").first().inputValue();
        APIResponse forged = page.request()
                .post(
                        url + "/catalogue/organisations/0",
                        RequestOptions.create()
                                .setForm(FormData.create().set("_csrf", form).set("name", "Viewer's Own")));
        assertThat(forged.status()).isEqualTo(403);
        assertThat(total(CatalogKind.ORGANISATION, "viewer's own")).isZero();
        page.close();
    }

    private static int status(Page page, String path) {
        Response response = page.navigate(url + path);
        return response.status();
    }

    @Test
    void anOperatorChangesTheCatalogueAndManagesNoUsers() {
        Page page = page("operator", "/catalogue/organisations");
        assertThat(page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName("Add organisation")))
                .isVisible();
        assertThat(page.getByText("Users")).hasCount(0);
        assertThat(status(page, "/accounts")).isEqualTo(403);
        page.close();
    }

    @Test
    void whatIsStoredIsShownAndNeverRun() {
        String attack = "\"><img src=x onerror=document.title='owned'><script>document.title='owned'</script>${7*7}";
        Organisation stored =
                (Organisation) TestClients.catalogue(service).save(new Organisation(0, 0, attack, "CH", ""));
        Page page = page("admin", "/catalogue/organisations?q=onerror");
        assertThat(page.locator("tbody")).containsText("<img src=x");
        assertThat(page.locator("tbody")).containsText("${7*7}");
        for (String path : new String[] {
            "/catalogue/organisations?q=onerror",
            "/catalogue/organisations/" + stored.id(),
            "/audit?q=onerror",
            "/catalogue/organisations?q=%22%3E%3Cscript%3Edocument.title%3D'owned'%3C/script%3E"
        }) {
            page.navigate(url + path);
            assertThat(page.title()).endsWith("Waybill").doesNotStartWith("owned");
            assertThat(page.locator("main img, main script")).hasCount(0);
        }
        page.navigate(url + "/catalogue/organisations/" + stored.id());
        press(page, "Delete");
        page.navigate(url + "/catalogue");
        assertThat(page.locator("main img, main script")).hasCount(0);
        page.close();
    }

    @Test
    void aFormFromElsewhereIsRefused() {
        Page page = page("admin", "/");
        for (String effect : EFFECTS) {
            assertThat(page.request()
                            .post(
                                    url + effect,
                                    RequestOptions.create()
                                            .setForm(FormData.create()
                                                    .set("name", "forged")
                                                    .set("role", "ADMINISTRATOR")))
                            .status())
                    .as(effect + " without a token")
                    .isEqualTo(403);
            assertThat(page.request()
                            .post(
                                    url + effect,
                                    RequestOptions.create()
                                            .setForm(FormData.create().set("_csrf", "a".repeat(80))))
                            .status())
                    .as(effect)
                    .isEqualTo(403);
            assertThat(page.request().get(url + effect).status())
                    .as("GET " + effect)
                    .isNotEqualTo(500);
        }
        page.navigate(url + "/");
        assertThat(page.url()).endsWith("/");
        page.close();
    }

    @Test
    void everyAnswerForbidsScriptsAndStylesThatAreNotOurs() {
        Page page = page("viewer", "/");
        for (String path : new String[] {"/", "/login", "/catalogue/hosts", "/map", "/no/such/page"}) {
            Map<String, String> headers = page.request().get(url + path).headers();
            assertThat(headers.get("content-security-policy"))
                    .as(path)
                    .contains("default-src 'none'")
                    .contains("script-src 'self'")
                    .contains("style-src 'self'")
                    .doesNotContain("unsafe");
            assertThat(headers)
                    .containsEntry("x-content-type-options", "nosniff")
                    .containsEntry("x-frame-options", "DENY");
            assertThat(headers.get("cache-control")).contains("no-store");
        }
        page.navigate(url + "/");
        String style = page.locator("link[rel=stylesheet]").getAttribute("href");
        assertThat(style).matches("/console/console-[0-9a-f]{32}\\.css");
        assertThat(page.request().get(url + style).headers().get("cache-control"))
                .contains("max-age=3600");
        page.close();
    }

    /** Every page, as each role gets it: shown or refused, with a way to change things or without. */
    @Test
    void everyRoleSeesItsOwnView() {
        for (String role : new String[] {"viewer", "worker", "operator", "admin"}) {
            boolean reads = role.equals("viewer") || role.equals("worker");
            Page page = page(role, "/");
            for (String path : ConsolePicturesTest.pages().values()) {
                boolean users = ConsolePicturesTest.isForAdministrators(path);
                boolean changes = path.endsWith("/new") || path.endsWith("/import");
                boolean refused = (users && !role.equals("admin")) || (changes && reads);
                boolean anothers = path.equals("/tasks/1") && reads;
                page.navigate(url + "/");
                assertThat(page.locator("nav.menu a[href='" + path + "']").count())
                        .as("links in the menu of " + role + " to " + path)
                        .isLessThanOrEqualTo(refused ? 0 : 2);
                assertThat(status(page, path)).as(role + " at " + path).isEqualTo(refused ? 403 : anothers ? 404 : 200);
                // each user has an account and tasks of their own
                if (reads && !refused && !path.equals("/account") && !path.equals("/tasks")) {
                    assertThat(page.locator("main form[method=post] button")).hasCount(0);
                }
            }
            assertThat(page.locator("nav").getByText("Audit log").count() > 0).isEqualTo(role.equals("admin"));
            page.close();
        }
    }
}
