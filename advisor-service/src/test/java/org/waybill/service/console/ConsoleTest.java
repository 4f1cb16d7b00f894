package org.waybill.service.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.APIResponse;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Response;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.Cookie;
import com.microsoft.playwright.options.FilePayload;
import com.microsoft.playwright.options.FormData;
import com.microsoft.playwright.options.LoadState;
import com.microsoft.playwright.options.RequestOptions;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.api.catalog.CatalogFormat;
import org.waybill.api.catalog.CatalogKind;
import org.waybill.api.catalog.Host;
import org.waybill.api.catalog.Organisation;
import org.waybill.api.embedded.RunningService;
import org.waybill.service.Standalone;
import org.waybill.service.TestClients;

/** The console in a real browser: one Chromium and one service for the class. */
class ConsoleTest {
    @TempDir
    private static Path home;

    private static RunningService service;
    private static String url;
    private static Browser browser;
    private static final Map<String, BrowserContext> VISITORS = new HashMap<>();
    private static final List<String> TROUBLE = new ArrayList<>();

    @BeforeAll
    static void start() throws Exception {
        browser = Browser.start();
        service = Standalone.start(home);
        url = service.url().toString();
        Scene.play(service);
        VISITORS.put("admin", entered("admin", Files.readString(home.resolve("first-run-secret")).strip()));
        for (String role : new String[] {"viewer", "operator"}) {
            VISITORS.put(role, entered("the-" + role, Scene.account(service, "the-" + role, role)));
        }
    }

    @AfterAll
    static void stop() {
        if (browser != null) {
            browser.close();
        }
        if (service != null) {
            service.close();
        }
    }

    @AfterEach
    void noPageBreaksThePolicyOrFails() {
        assertThat(TROUBLE).isEmpty();
    }

    private static BrowserContext entered(String name, String secret) {
        BrowserContext context = browser.visitor(1280, 860, ColorScheme.LIGHT);
        Browser.logIn(context.newPage(), url, name, secret).close();
        return context;
    }

    /** A new page of somebody; what it says on its console against the policy counts as trouble. */
    private static Page page(String who, String path) {
        Page page = VISITORS.get(who).newPage();
        page.onConsoleMessage(message -> {
            if (message.text().contains("Content Security Policy")) {
                TROUBLE.add(path + ": " + message.text());
            }
        });
        page.onPageError(error -> TROUBLE.add(path + ": " + error));
        page.navigate(url + path);
        return page;
    }

    private static void press(Page page, String name) {
        page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name).setExact(true)).click();
        awaitScripts(page);
    }

    private static void follow(Page page, String name) {
        page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName(name).setExact(true)).first().click();
        awaitScripts(page);
    }

    /** What is typed before a new page's scripts have run is searched for only after Enter. */
    private static void awaitScripts(Page page) {
        page.waitForLoadState(LoadState.LOAD);
    }

    private static long total(CatalogKind kind, String search) {
        return TestClients.catalogue(service).list(kind, search, 0, 50).total();
    }

    private static Page alone() {
        return browser.visitor(1280, 860, ColorScheme.LIGHT).newPage();
    }

    @Test
    void aWrongSecretIsRefusedAndGuessingIsSlowedDown() {
        Page page = alone();
        page.navigate(url + "/catalogue/hosts");
        assertThat(page.url()).endsWith("/login");
        for (int i = 0; i < 6; i++) {
            page.getByLabel("Name").fill("nobody-at-all");
            page.getByLabel("Secret").fill("wrong " + i);
            press(page, "Log in");
            assertThat(page.getByRole(AriaRole.ALERT)).containsText(i < 5 ? "Wrong name or secret" : "too many wrong");
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
        page.getByLabel("Secret").fill(secret);
        press(page, "Log in");
        assertThat(page.getByRole(AriaRole.HEADING, new Page.GetByRoleOptions().setName("Overview"))).isVisible();
        Cookie session = context.cookies().stream().filter(one -> one.name.equals("waybill-session")).findFirst()
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
        APIResponse forged = page.request().post(url + "/catalogue/organisations/0", RequestOptions.create()
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
        assertThat(page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName("Add organisation"))).isVisible();
        assertThat(page.getByText("Users")).hasCount(0);
        assertThat(status(page, "/accounts")).isEqualTo(403);
        page.close();
    }

    @Test
    void anAdministratorManagesUsersRolesAndTokens() {
        Page page = page("admin", "/accounts");
        page.getByLabel("Name").fill("newcomer");
        page.getByLabel("Role").selectOption("OPERATOR");
        press(page, "Add user");
        String secret = page.locator("#issued").innerText();
        assertThat(secret).hasSize(43);
        BrowserContext newcomer = entered("newcomer", secret);
        Page theirs = newcomer.newPage();
        theirs.navigate(url + "/account");
        theirs.getByLabel("New token for").fill("nightly copy");
        press(theirs, "Make token");
        String token = theirs.locator("#issued").innerText();
        assertThat(infoStatus(theirs, token)).isEqualTo(200);

        page.navigate(url + "/accounts/newcomer");
        assertThat(page.getByText("nightly copy")).isVisible();
        page.locator("#role").selectOption("VIEWER");
        press(page, "Save");
        theirs.navigate(url + "/catalogue/sites");
        assertThat(theirs.getByText("Add site")).hasCount(0);
        page.navigate(url + "/accounts/newcomer");
        page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("End nightly copy")).click();
        assertThat(infoStatus(theirs, token)).isEqualTo(401);
        page.navigate(url + "/accounts/newcomer");
        page.getByLabel("may enter").uncheck();
        press(page, "Save");
        theirs.navigate(url + "/");
        assertThat(theirs.url()).endsWith("/login");
        newcomer.close();

        page.navigate(url + "/accounts/admin");
        press(page, "Remove user");
        assertThat(page.getByRole(AriaRole.ALERT)).containsText("only administrator");
        page.navigate(url + "/audit?kind=ACCOUNT");
        assertThat(page.getByText("newcomer is VIEWER, not enabled")).isVisible();
        page.close();
    }

    private static int infoStatus(Page page, String token) {
        return page.request().get(url + "/api/info",
                RequestOptions.create().setHeader("Authorization", "Bearer " + token)).status();
    }

    @Test
    void everyoneChangesTheirOwnSecret() throws Exception {
        BrowserContext context = entered("changer", Scene.account(service, "changer", "viewer"));
        Page page = context.newPage();
        page.navigate(url + "/account");
        page.getByLabel("Present secret").fill("not this one");
        page.getByLabel("New secret", new Page.GetByLabelOptions().setExact(true)).fill("correct horse battery");
        page.getByLabel("New secret again").fill("correct horse battery");
        press(page, "Change secret");
        assertThat(page.getByRole(AriaRole.ALERT)).containsText("the present secret is another one");
        context.close();
    }

    @Test
    void everyKindOfEntryIsAddedChangedDeletedAndTakenBack() {
        Page page = page("operator", "/");
        TestClients.catalogue(service).save(new Organisation(0, 0, "Round Trip", "CH", ""));
        List<Map<String, String>> entries = List.of(
                Map.of("kind", "organisations", "name", "Trip Organisation", "country", "DE", "edit", "url",
                        "to", "https://trip.example/"),
                Map.of("kind", "sites", "name", "Trip Site", "organisation", "Round Trip", "city", "Bern", "edit",
                        "city", "to", "Basel"),
                Map.of("kind", "hosts", "name", "trip.example.org", "addresses", "203.0.113.4 2001:db8::4", "edit",
                        "site", "to", "Trip Site"),
                Map.of("kind", "services", "host", "trip.example.org", "port", "2811", "edit", "port", "to", "2812"),
                Map.of("kind", "subnets", "prefix", "203.0.113.0/24", "site", "Trip Site", "edit", "prefix", "to",
                        "203.0.113.0/25"),
                Map.of("kind", "domains", "name", "trip.example", "site", "Trip Site", "edit", "name", "to",
                        "trips.example"),
                Map.of("kind", "provisioning", "name", "Trip Circuits", "url", "https://c.example/", "site",
                        "Trip Site", "edit", "url", "to", "https://d.example/"),
                Map.of("kind", "relays", "name", "trip-relay", "host", "trip.example.org", "port", "7411", "edit",
                        "capacityBitsPerSecond", "to", "1e10"));
        for (Map<String, String> entry : entries) {
            addChangeDeleteUndo(page, entry);
        }
        page.close();
    }

    private static void addChangeDeleteUndo(Page page, Map<String, String> entry) {
        page.navigate(url + "/catalogue/" + entry.get("kind") + "/new");
        entry.forEach((name, value) -> {
            if (!List.of("kind", "edit", "to").contains(name)) {
                page.locator("#f-" + name).fill(value);
            }
        });
        press(page, "Add");
        assertThat(page.getByRole(AriaRole.STATUS)).containsText("Saved");
        page.locator("#f-" + entry.get("edit")).fill(entry.get("to"));
        press(page, "Save");
        assertThat(page.getByRole(AriaRole.STATUS)).containsText("Saved");
        assertThat(page.locator("#f-" + entry.get("edit")).inputValue().toLowerCase(Locale.ROOT))
                .isIn(entry.get("to").toLowerCase(Locale.ROOT), "1.0e10");
        String title = page.getByRole(AriaRole.HEADING, new Page.GetByRoleOptions().setLevel(1)).innerText();
        if (List.of("sites", "hosts").contains(entry.get("kind"))) {
            return; // others refer to them: deleted below, where nothing does
        }
        press(page, "Delete");
        assertThat(page.getByRole(AriaRole.STATUS)).containsText("Deleted " + title);
        press(page, "Undo");
        assertThat(page.getByRole(AriaRole.STATUS)).containsText("Saved");
        assertThat(page.locator("#f-" + entry.get("edit")).inputValue()).isNotEmpty();
    }

    @Test
    void aDeletedHostComesBackWithItsServices() {
        Page page = page("operator", "/catalogue/hosts?q=dtn01.nersc.gov");
        long before = total(CatalogKind.ENDPOINT, "dtn01.nersc.gov");
        assertThat(before).isPositive();
        press(page, "Delete dtn01.nersc.gov");
        assertThat(page.getByRole(AriaRole.STATUS)).containsText("Deleted dtn01.nersc.gov");
        assertThat(total(CatalogKind.ENDPOINT, "dtn01.nersc.gov")).isZero();
        press(page, "Undo");
        assertThat(page.getByRole(AriaRole.STATUS)).containsText("Saved");
        assertThat(total(CatalogKind.ENDPOINT, "dtn01.nersc.gov"))
                .isEqualTo(before);
        page.close();
    }

    @Test
    void aBadFieldAndALostRaceAreExplainedAndKeepWhatWasTyped() {
        Page page = page("operator", "/catalogue/subnets/new");
        page.locator("#f-prefix").fill("192.0.2.1/24");
        page.locator("#f-site").fill("nowhere at all");
        press(page, "Add");
        assertThat(page.getByRole(AriaRole.ALERT)).containsText("bits are set behind");
        assertThat(page.locator("#f-site").inputValue()).isEqualTo("nowhere at all");
        Organisation race = (Organisation) TestClients.catalogue(service).save(
                new Organisation(0, 0, "Race Org", "CH", ""));
        page.navigate(url + "/catalogue/organisations/" + race.id());
        TestClients.catalogue(service).save(new Organisation(race.id(), race.version(), "Race Org", "FR", ""));
        press(page, "Save");
        assertThat(page.getByRole(AriaRole.ALERT)).containsText("changed meanwhile");
        page.close();
    }

    @Test
    void listsAreSearchedSortedAndPaged() {
        StringBuilder csv = new StringBuilder("name,site,addresses\n");
        for (int i = 0; i < 120; i++) {
            csv.append("p%03d.paging.example,,\n".formatted(i));
        }
        TestClients.catalogue(service).importEntries(CatalogKind.HOST,
                CatalogFormat.CSV, csv.toString(), false);
        Page page = page("viewer", "/catalogue/hosts?q=paging.example");
        assertThat(page.locator("tbody tr")).hasCount(50);
        follow(page, "Next");
        assertThat(page.locator("tbody tr").first()).containsText("p050.");
        follow(page, "Next");
        assertThat(page.locator("tbody tr")).hasCount(20);
        page.locator("thead a").first().click();
        awaitScripts(page);
        assertThat(page.locator("tbody tr").first()).containsText("p119.");
        assertThat(page.locator("th[aria-sort=descending]")).hasCount(1);
        page.getByLabel("Search").fill("p01");
        assertThat(page.locator("tbody tr")).hasCount(10);
        assertThat(page.url()).contains("p01");
        page.close();
    }

    @Test
    void anImportIsPreviewedWithItsBadRowsAndThenRun() {
        Page page = page("operator", "/catalogue/hosts/import");
        String file = "name,site,addresses\nimp-1.example,CERN nowhere,\nimp-2.example,,192.0.2.55\n"
                + "imp-3.example,,not-an-address\n<b>,,\nimp-4.example,,\n";
        page.locator("#file").setInputFiles(new FilePayload("hosts.csv", "text/csv",
                file.getBytes(StandardCharsets.UTF_8)));
        press(page, "Preview");
        assertThat(page.locator("#errors tbody tr")).hasCount(3);
        assertThat(page.locator("#errors")).containsText("no site named CERN nowhere");
        assertThat(page.locator("#errors")).containsText("not an IPv4 or IPv6 address");
        assertThat(page.locator("#rows tbody tr")).hasCount(2);
        assertThat(total(CatalogKind.HOST, "imp-")).isZero();
        press(page, "Import 2 rows");
        assertThat(page.getByRole(AriaRole.HEADING, new Page.GetByRoleOptions().setName("Imported"))).isVisible();
        assertThat(total(CatalogKind.HOST, "imp-")).isEqualTo(2);
        page.navigate(url + "/catalogue/hosts/import");
        page.locator("#text").fill("[{\"name\": \"imp-5.example\", \"site\": \"\", \"addresses\": []}]");
        press(page, "Preview");
        assertThat(page.locator("#rows tbody tr")).hasCount(1);
        page.navigate(url + "/catalogue/hosts/import");
        page.locator("#text").fill("planet\nMars\n");
        press(page, "Preview");
        assertThat(page.getByRole(AriaRole.ALERT)).containsText("is not one of");
        page.close();
    }

    @Test
    void anExportIsAFileThatAnImportTakes() {
        Page page = page("viewer", "/catalogue/organisations");
        APIResponse csv = page.request().get(url + "/catalogue/organisations/export?format=csv");
        assertThat(csv.headers().get("content-disposition")).contains("organisations.csv");
        assertThat(csv.text()).startsWith("name,country,url");
        APIResponse json = page.request().get(url + "/catalogue/organisations/export?format=json");
        assertThat(json.text()).startsWith("[");
        var report = TestClients.catalogue(service).importEntries(CatalogKind.ORGANISATION,
                CatalogFormat.CSV, csv.text(), true);
        assertThat(report.errors()).isEmpty();
        assertThat(report.added()).isZero();
        page.close();
    }

    @Test
    void whatIsStoredIsShownAndNeverRun() {
        String attack = "\"><img src=x onerror=document.title='owned'><script>document.title='owned'</script>${7*7}";
        Organisation stored = (Organisation) TestClients.catalogue(service).save(
                new Organisation(0, 0, attack, "CH", ""));
        Page page = page("admin", "/catalogue/organisations?q=onerror");
        assertThat(page.locator("tbody")).containsText("<img src=x");
        assertThat(page.locator("tbody")).containsText("${7*7}");
        for (String path : new String[] {"/catalogue/organisations?q=onerror",
            "/catalogue/organisations/" + stored.id(), "/audit?q=onerror",
            "/catalogue/organisations?q=%22%3E%3Cscript%3Edocument.title%3D'owned'%3C/script%3E"}) {
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
        String[] effects = {"/catalogue/organisations/0", "/catalogue/hosts/1/delete?version=0", "/catalogue/restore",
            "/accounts", "/accounts/the-viewer", "/accounts/the-viewer/secret", "/account/tokens", "/logout",
            "/catalogue/hosts/import"};
        for (String effect : effects) {
            assertThat(page.request().post(url + effect, RequestOptions.create().setForm(
                    FormData.create().set("name", "forged").set("role", "ADMINISTRATOR"))).status())
                    .as(effect + " without a token").isEqualTo(403);
            assertThat(page.request().post(url + effect, RequestOptions.create().setForm(
                    FormData.create().set("_csrf", "a".repeat(80)))).status()).as(effect).isEqualTo(403);
            assertThat(page.request().get(url + effect).status()).as("GET " + effect).isNotEqualTo(500);
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
            assertThat(headers.get("content-security-policy")).as(path).contains("default-src 'none'")
                    .contains("script-src 'self'").contains("style-src 'self'").doesNotContain("unsafe");
            assertThat(headers).containsEntry("x-content-type-options", "nosniff")
                    .containsEntry("x-frame-options", "DENY");
            assertThat(headers.get("cache-control")).contains("no-store");
        }
        page.navigate(url + "/");
        String style = page.locator("link[rel=stylesheet]").getAttribute("href");
        assertThat(style).matches("/console/console-[0-9a-f]{32}\\.css");
        assertThat(page.request().get(url + style).headers().get("cache-control")).contains("max-age=3600");
        page.close();
    }

    @Test
    void thePagesServeWithoutScripts() {
        BrowserContext plain = browser.visitor(1280, 860, ColorScheme.LIGHT, false);
        plain.addCookies(VISITORS.get("operator").cookies());
        Page page = plain.newPage();
        page.navigate(url + "/catalogue/hosts");
        page.getByLabel("Search").fill("dtn.cern");
        press(page, "Search");
        assertThat(page.locator("tbody tr")).hasCount(1);
        TestClients.catalogue(service).save(new Host(0, 0, "plain.example", "", List.of()));
        page.navigate(url + "/catalogue/hosts?q=plain.example");
        press(page, "Delete plain.example");
        press(page, "Undo");
        assertThat(page.getByRole(AriaRole.STATUS)).containsText("Saved");
        plain.close();
    }

    @Test
    void theKeyboardReachesTheContentAndThePhoneScrollsOneWay() {
        Page page = page("operator", "/catalogue/hosts");
        page.keyboard().press("Tab");
        assertThat(page.locator(":focus")).hasText("Skip to content");
        page.keyboard().press("Enter");
        assertThat(page.locator("main:focus")).hasCount(1);
        page.setViewportSize(360, 740);
        for (String path : ConsolePicturesTest.pages().values()) {
            if (!path.startsWith("/accounts") && !path.equals("/audit")) {
                page.navigate(url + path);
                assertThat((Boolean) page.evaluate(
                        "document.documentElement.scrollWidth <= document.documentElement.clientWidth"))
                        .as(path + " is no wider than a phone").isTrue();
            }
        }
        page.locator(".top summary").click();
        assertThat(page.locator(".top").getByText("Relays", new Locator.GetByTextOptions()
                .setExact(true))).isVisible();
        page.close();
    }

    @Test
    void aHeldCircuitIsCommittedAndReleasedAndShownOnItsLinks() {
        Scene.hold(TestClients.advisor(service), Instant.now().plus(Duration.ofHours(50)), 5, 3e10,
                List.of("chicago", "berkeley"));
        Page page = page("operator", "/reservations");
        assertThat(page.locator(".calendar tbody tr")).hasCount(4);
        assertThat(page.locator(".calendar tbody tr").filter(new Locator.FilterOptions().setHasText(
                "amsterdam → chicago"))).containsText("100 Gbit/s");
        press(page, "Commit chicago to berkeley");
        assertThat(page.getByLabel("Commit chicago to berkeley")).hasCount(0);
        assertThat(page.getByLabel("Release chicago to berkeley")).hasCount(1);
        int before = page.locator(".calendar .slot").count();
        press(page, "Release amsterdam to berkeley");
        assertThat(page.getByLabel("Release amsterdam to berkeley")).hasCount(0);
        assertThat(page.locator(".calendar .slot").count()).isLessThan(before);
        page.close();
    }

    @Test
    void newTransfersAppearByThemselves() {
        Page page = page("viewer", "/transfers?source=live.example");
        assertThat(page.getByText("No transfer to show.")).isVisible();
        TestClients.advisor(service).recordTransfers(List.of(Scene.transfer("live.example", "there.example")));
        assertThat(page.locator("tbody").getByText("there.example"))
                .isVisible(new LocatorAssertions.IsVisibleOptions().setTimeout(20_000));
        page.close();
    }

    /** Rules of WCAG 2.1 A and AA, and good practice; {@code serious} and {@code critical} faults are faults. */
    @Test
    void noPageHasASeriousAccessibilityFaultInLightOrDark() throws Exception {
        String axe = Browser.axe();
        List<String> faults = new ArrayList<>();
        int checked = 0;
        Page page = page("admin", "/");
        for (ColorScheme scheme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
            page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(scheme));
            for (String path : ConsolePicturesTest.pages().values()) {
                page.navigate(url + path);
                checked++;
                faults.addAll(faults(page, axe, path + " " + scheme));
            }
            Page outside = alone();
            outside.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(scheme));
            outside.navigate(url + "/login");
            faults.addAll(faults(outside, axe, "/login " + scheme));
            outside.context().close();
        }
        assertThat(checked).isEqualTo(2 * ConsolePicturesTest.pages().size());
        assertThat(faults).isEmpty();
        page.close();
    }

    private static List<String> faults(Page page, String axe, String where) {
        page.evaluate(axe);
        List<?> violations = (List<?>) page.evaluate("""
                async () => (await axe.run(document, {resultTypes: ['violations']})).violations
                  .filter(v => v.impact === 'serious' || v.impact === 'critical')
                  .map(v => v.id + ': ' + v.nodes.slice(0, 3).map(n => n.html.slice(0, 160)).join(' | '))""");
        return violations.stream().map(fault -> where + " " + fault).toList();
    }
}
