package org.waybill.service.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.RequestOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.waybill.api.RunningTransfer;
import org.waybill.service.TestClients;

/** Users, circuits, live tables; keyboard, phone and screen reader. */
class ConsolePagesTest extends ConsoleCase {
    /** Of rows that differ in their texts, numbers and addresses alone the rules see four: each takes them long. */
    private static final String WITHOUT_REPETITION = """
        () => document.querySelectorAll('tbody').forEach(body => {
          const seen = new Map();
          [...body.rows].forEach(row => {
            const shape = row.outerHTML.replace(/>[^<]+</g, '><')
              .replace(/(href|title|datetime|value|aria-label)="[^"]*"/g, '$1').replace(/[0-9]+/g, '');
            seen.set(shape, (seen.get(shape) ?? 0) + 1);
            if (seen.get(shape) > 4) row.remove();
          });
        })\
        """;

    @Test
    void aUserSubmitsAndCancelsATaskThatOthersDoNotSee() {
        Page page = page("viewer", "/tasks");
        page.getByLabel("Source").fill("/data/viewers-own");
        page.getByLabel("Destination").fill("sftp://dtn.fnal.example/in/");
        page.getByLabel("Options").fill("--rate=500M --streams=4");
        press(page, "Submit copy");
        String task = page.url();
        assertThat(task).matches(".*/tasks/[0-9]+");
        assertThat(page.locator("dl.facts")).containsText("--rate=500M --streams=4");
        press(page, "Pause");
        assertThat(page.locator("dl.facts")).containsText("paused");
        press(page, "Resume");
        press(page, "Cancel");
        assertThat(page.locator("dl.facts")).containsText("cancelled");
        assertThat(page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Cancel")))
                .hasCount(0);

        page.navigate(url + "/tasks");
        assertThat(page.getByText("/data/run-8")).hasCount(0);
        assertThat(page.getByText("Workers", new Page.GetByTextOptions().setExact(true)))
                .hasCount(0);
        page.getByLabel("Source").fill("sftp://127.0.0.1/x");
        page.getByLabel("Destination").fill("sftp://dtn.fnal.example/in/");
        press(page, "Submit copy");
        assertThat(page.locator("main")).containsText("127.0.0.1 are not allowed here");
        page.close();

        Page operator = page("operator", "/tasks");
        assertThat(operator.getByText("/data/viewers-own")).isVisible();
        press(operator, "Drain dtn1");
        assertThat(operator.getByText("draining").or(operator.getByText("silent")))
                .isVisible();
        press(operator, "Undrain dtn1");
        operator.close();
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
        theirs.getByLabel("Label of the new token").fill("nightly copy");
        press(theirs, "Create token");
        String token = theirs.locator("#issued").innerText();
        assertThat(infoStatus(theirs, token)).isEqualTo(200);

        page.navigate(url + "/accounts/newcomer");
        assertThat(page.getByText("nightly copy")).isVisible();
        page.locator("#role").selectOption("VIEWER");
        press(page, "Save");
        theirs.navigate(url + "/catalogue/sites");
        assertThat(theirs.getByText("Add site")).hasCount(0);
        page.navigate(url + "/accounts/newcomer");
        page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("End nightly copy"))
                .click();
        assertThat(infoStatus(theirs, token)).isEqualTo(401);
        page.navigate(url + "/accounts/newcomer");
        page.getByLabel("enabled").uncheck();
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
        return page.request()
                .get(url + "/api/info", RequestOptions.create().setHeader("Authorization", "Bearer " + token))
                .status();
    }

    @Test
    void everyoneChangesTheirOwnSecret() throws Exception {
        BrowserContext context = entered("changer", Scene.account(service, "changer", "viewer"));
        Page page = context.newPage();
        page.navigate(url + "/account");
        for (int i = 0; i < 6; i++) {
            page.getByLabel("Current password").fill("not this one " + i);
            page.getByLabel("New password", new Page.GetByLabelOptions().setExact(true))
                    .fill("correct horse battery");
            page.getByLabel("Repeat new password").fill("correct horse battery");
            press(page, "Change password");
            assertThat(page.getByRole(AriaRole.ALERT))
                    .containsText(i < 5 ? "the current password is wrong" : "too many failed attempts");
        }
        context.close();
    }

    @Test
    void aHeldCircuitIsCommittedAndReleasedAndShownOnItsLinks() {
        Scene.hold(
                TestClients.advisor(service),
                Instant.now().plus(Duration.ofHours(50)),
                5,
                3e10,
                List.of("chicago", "berkeley"));
        Page page = page("operator", "/reservations");
        assertThat(page.locator(".calendar tbody tr")).hasCount(4);
        assertThat(page.locator(".calendar tbody tr")
                        .filter(new Locator.FilterOptions().setHasText("amsterdam → chicago")))
                .containsText("100 Gbit/s");
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
        assertThat(page.getByText("No transfers.")).isVisible();
        TestClients.advisor(service).recordTransfers(List.of(Scene.transfer("live.example", "there.example")));
        assertThat(page.locator("tbody").getByText("there.example"))
                .isVisible(new LocatorAssertions.IsVisibleOptions().setTimeout(20_000));
        page.close();
    }

    @Test
    void runningTransfersAreShownUntilTheyEnd() {
        Page page = page("viewer", "/transfers?source=runs.example");
        assertThat(page.getByText("No running transfer reports to this service"))
                .isVisible();
        RunningTransfer running = Scene.running("runs.example", "there.example", 25);
        TestClients.advisor(service).reportRunning(running);
        LocatorAssertions.IsVisibleOptions patience = new LocatorAssertions.IsVisibleOptions().setTimeout(20_000);
        assertThat(page.getByText("25 % of 1 TB")).isVisible(patience);
        TestClients.advisor(service).reportRunning(Scene.ended(running));
        assertThat(page.getByText("No running transfer reports to this service"))
                .isVisible(patience);
        page.close();
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
            if (!ConsolePicturesTest.isForAdministrators(path)) {
                page.navigate(url + path);
                assertThat((Boolean) page.evaluate(
                                "document.documentElement.scrollWidth <= document.documentElement.clientWidth"))
                        .as(path + " is no wider than a phone")
                        .isTrue();
            }
        }
        page.locator(".top summary").click();
        assertThat(page.locator(".top").getByText("Relays", new Locator.GetByTextOptions().setExact(true)))
                .isVisible();
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
            // a dark page differs from a light one in its colours alone
            String rules = scheme == ColorScheme.DARK ? "{runOnly: ['color-contrast']}" : "{}";
            page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(scheme));
            for (String path : ConsolePicturesTest.pages().values()) {
                page.navigate(url + path);
                checked++;
                faults.addAll(faults(page, axe, rules, path + " " + scheme));
            }
            Page outside = alone();
            outside.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(scheme));
            outside.navigate(url + "/login");
            faults.addAll(faults(outside, axe, rules, "/login " + scheme));
            outside.context().close();
        }
        page.setViewportSize(390, 844);
        for (String narrow : List.of("overview", "history", "hosts", "entry", "import", "reservations")) {
            page.navigate(url + ConsolePicturesTest.pages().get(narrow));
            faults.addAll(faults(page, axe, "{}", narrow + " on a phone"));
        }
        assertThat(checked).isEqualTo(2 * ConsolePicturesTest.pages().size());
        assertThat(faults).isEmpty();
        page.close();
    }

    private static List<String> faults(Page page, String axe, String rules, String where) {
        page.evaluate(WITHOUT_REPETITION);
        page.evaluate(axe);
        List<?> violations = (List<?>) page.evaluate("""
            async () => (await axe.run(document, Object.assign({resultTypes: ['violations']}, %s))).violations
              .filter(v => v.impact === 'serious' || v.impact === 'critical')
              .map(v => v.id + ': ' + v.nodes.slice(0, 3).map(n => n.html.slice(0, 160)).join(' | '))\
            """.formatted(rules));
        return violations.stream().map(fault -> where + " " + fault).toList();
    }
}
