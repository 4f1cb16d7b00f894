package org.waybill.service.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.APIResponse;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.FilePayload;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.waybill.api.catalog.CatalogFormat;
import org.waybill.api.catalog.CatalogKind;
import org.waybill.api.catalog.Host;
import org.waybill.api.catalog.Organisation;
import org.waybill.service.TestClients;

/** Every operation on the catalogue, by a user who clicks and types. */
class ConsoleCatalogueTest extends ConsoleCase {
    @Test
    void everyKindOfEntryIsAddedChangedDeletedAndTakenBack() {
        Page page = page("operator", "/");
        TestClients.catalogue(service).save(new Organisation(0, 0, "Round Trip", "CH", ""));
        List<Map<String, String>> entries = List.of(
                Map.of(
                        "kind",
                        "organisations",
                        "name",
                        "Trip Organisation",
                        "country",
                        "DE",
                        "edit",
                        "url",
                        "to",
                        "https://trip.example/"),
                Map.of(
                        "kind",
                        "sites",
                        "name",
                        "Trip Site",
                        "organisation",
                        "Round Trip",
                        "city",
                        "Bern",
                        "edit",
                        "city",
                        "to",
                        "Basel"),
                Map.of(
                        "kind",
                        "hosts",
                        "name",
                        "trip.example.org",
                        "addresses",
                        "203.0.113.4 2001:db8::4",
                        "edit",
                        "site",
                        "to",
                        "Trip Site"),
                Map.of("kind", "services", "host", "trip.example.org", "port", "2811", "edit", "port", "to", "2812"),
                Map.of(
                        "kind",
                        "subnets",
                        "prefix",
                        "203.0.113.0/24",
                        "site",
                        "Trip Site",
                        "edit",
                        "prefix",
                        "to",
                        "203.0.113.0/25"),
                Map.of(
                        "kind",
                        "domains",
                        "name",
                        "trip.example",
                        "site",
                        "Trip Site",
                        "edit",
                        "name",
                        "to",
                        "trips.example"),
                Map.of(
                        "kind",
                        "provisioning",
                        "name",
                        "Trip Circuits",
                        "url",
                        "https://c.example/",
                        "site",
                        "Trip Site",
                        "edit",
                        "url",
                        "to",
                        "https://d.example/"),
                Map.of(
                        "kind",
                        "relays",
                        "name",
                        "trip-relay",
                        "host",
                        "trip.example.org",
                        "port",
                        "7411",
                        "edit",
                        "capacityBitsPerSecond",
                        "to",
                        "1e10"));
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
        String title = page.getByRole(AriaRole.HEADING, new Page.GetByRoleOptions().setLevel(1))
                .innerText();
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
        assertThat(total(CatalogKind.ENDPOINT, "dtn01.nersc.gov")).isEqualTo(before);
        page.close();
    }

    @Test
    void aBadFieldAndALostRaceAreExplainedAndKeepWhatWasTyped() {
        Page page = page("operator", "/catalogue/subnets/new");
        page.locator("#f-prefix").fill("192.0.2.1/24");
        page.locator("#f-site").fill("nowhere at all");
        press(page, "Add");
        assertThat(page.getByRole(AriaRole.ALERT)).containsText("bits are set after");
        assertThat(page.locator("#f-site").inputValue()).isEqualTo("nowhere at all");
        Organisation race =
                (Organisation) TestClients.catalogue(service).save(new Organisation(0, 0, "Race Org", "CH", ""));
        page.navigate(url + "/catalogue/organisations/" + race.id());
        TestClients.catalogue(service).save(new Organisation(race.id(), race.version(), "Race Org", "FR", ""));
        press(page, "Save");
        assertThat(page.getByRole(AriaRole.ALERT)).containsText("modified concurrently");
        page.close();
    }

    @Test
    void listsAreSearchedSortedAndPaged() {
        StringBuilder csv = new StringBuilder("name,site,addresses\n");
        for (int i = 0; i < 120; i++) {
            csv.append("p%03d.paging.example,,\n".formatted(i));
        }
        TestClients.catalogue(service).importEntries(CatalogKind.HOST, CatalogFormat.CSV, csv.toString(), false);
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
        page.locator("#file")
                .setInputFiles(new FilePayload("hosts.csv", "text/csv", file.getBytes(StandardCharsets.UTF_8)));
        press(page, "Preview");
        assertThat(page.locator("#errors tbody tr")).hasCount(3);
        assertThat(page.locator("#errors")).containsText("no site named CERN nowhere");
        assertThat(page.locator("#errors")).containsText("expected an IPv4 or IPv6 address, not");
        assertThat(page.locator("#rows tbody tr")).hasCount(2);
        assertThat(total(CatalogKind.HOST, "imp-")).isZero();
        press(page, "Import 2 rows");
        assertThat(page.getByRole(AriaRole.HEADING, new Page.GetByRoleOptions().setName("Imported")))
                .isVisible();
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
        var report = TestClients.catalogue(service)
                .importEntries(CatalogKind.ORGANISATION, CatalogFormat.CSV, csv.text(), true);
        assertThat(report.errors()).isEmpty();
        assertThat(report.added()).isZero();
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
    void aSiteThatNobodyNeedsIsDeletedAndTakenBack() {
        TestClients.catalogue(service).save(new Organisation(0, 0, "Lone Organisation", "CH", ""));
        Page page = page("operator", "/catalogue/sites/new");
        page.locator("#f-name").fill("Lone Site");
        page.locator("#f-organisation").fill("Lone Organisation");
        press(page, "Add");
        press(page, "Delete");
        assertThat(page.getByRole(AriaRole.STATUS)).containsText("Deleted Lone Site");
        assertThat(total(CatalogKind.SITE, "Lone Site")).isZero();
        press(page, "Undo");
        assertThat(page.getByRole(AriaRole.STATUS)).containsText("Saved");
        assertThat(total(CatalogKind.SITE, "Lone Site")).isEqualTo(1);
        page.close();
    }
}
