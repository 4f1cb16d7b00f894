package org.waybill.service.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.api.RunningTransfer;
import org.waybill.api.embedded.RunningService;
import org.waybill.service.Standalone;
import org.waybill.service.TestClients;

/** Makes {@code docs/screenshots/console-*.png}; run it by {@code build-tools/console-pictures}. */
@Tag("bench")
class ConsolePicturesTest {
    @TempDir
    private Path home;

    static Map<String, String> pages() {
        Map<String, String> pages = new LinkedHashMap<>();
        pages.put("overview", "/");
        pages.put("transfers", "/transfers");
        pages.put("tasks", "/tasks");
        pages.put("task", "/tasks/1");
        pages.put("history", "/history");
        pages.put("map", "/map");
        pages.put("map-europe", "/map?region=europe");
        pages.put("reservations", "/reservations");
        pages.put("hosts", "/catalogue/hosts");
        pages.put("services", "/catalogue/services");
        pages.put("relays", "/catalogue/relays");
        pages.put("entry", "/catalogue/hosts/1");
        pages.put("new", "/catalogue/sites/new");
        pages.put("import", "/catalogue/hosts/import");
        pages.put("deleted", "/catalogue");
        pages.put("users", "/accounts");
        pages.put("user", "/accounts/admin");
        pages.put("account", "/account");
        pages.put("audit", "/audit");
        pages.put("health", "/health");
        return pages;
    }

    /** Whether others than administrators are refused. */
    static boolean isForAdministrators(String path) {
        return path.startsWith("/accounts") || path.equals("/audit");
    }

    @Test
    void everyPageInLightAndDark() throws Exception {
        Path pictures = Files.createDirectories(Path.of(System.getProperty("waybill.root"), "docs/screenshots"));
        try (RunningService service = Standalone.start(home);
                Browser browser = Browser.start()) {
            Scene.play(service);
            RunningTransfer running = Scene.running("dtn.cern.example", "dtn01.nersc.gov", 64);
            String secret = Files.readString(home.resolve("first-run-secret")).strip();
            for (ColorScheme scheme : ColorScheme.values()) {
                if (scheme == ColorScheme.NO_PREFERENCE) {
                    continue;
                }
                String suffix = "-" + scheme.name().toLowerCase(Locale.ROOT);
                try (BrowserContext context = browser.visitor(1160, 780, scheme)) {
                    Page page = context.newPage();
                    page.navigate(service.url() + "/login");
                    shoot(page, pictures.resolve("console-login" + suffix + ".png"));
                    Browser.logIn(page, service.url().toString(), "admin", secret);
                    for (Map.Entry<String, String> one : pages().entrySet()) {
                        // what is not heard of for half a minute is not shown
                        TestClients.advisor(service).reportRunning(running);
                        page.navigate(service.url() + one.getValue());
                        shoot(page, pictures.resolve("console-" + one.getKey() + suffix + ".png"));
                    }
                    page.setViewportSize(390, 844);
                    for (String one : new String[] {"overview", "hosts", "history"}) {
                        page.navigate(service.url() + pages().get(one));
                        shoot(page, pictures.resolve("console-phone-" + one + suffix + ".png"));
                    }
                }
            }
        }
        try (Stream<Path> files = Files.list(pictures)) {
            assertThat(files.filter(file -> file.getFileName().toString().startsWith("console-")))
                    .isNotEmpty();
        }
    }

    private static void shoot(Page page, Path file) {
        page.screenshot(new Page.ScreenshotOptions().setPath(file));
    }
}
