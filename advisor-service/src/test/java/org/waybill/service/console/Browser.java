package org.waybill.service.console;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.options.ColorScheme;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;

/** The installed Chromium, without a display; one for a whole test class. */
final class Browser implements AutoCloseable {
    private final Playwright playwright;
    private final com.microsoft.playwright.Browser chromium;

    private Browser(Path binary) {
        playwright = Playwright.create(
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        chromium = playwright
                .chromium()
                .launch(new BrowserType.LaunchOptions()
                        .setExecutablePath(binary)
                        .setArgs(List.of(
                                "--no-sandbox",
                                "--disable-dev-shm-usage",
                                "--disable-gpu",
                                "--font-render-hinting=none")));
    }

    /** Starts it, or says why the test cannot run. */
    static Browser start() {
        Optional<Path> binary = Stream.of(
                        "/usr/bin/chromium-headless-shell", // starts in a fifth of the others' processor time
                        "/usr/bin/chromium",
                        "/usr/bin/chromium-browser",
                        "/usr/bin/google-chrome")
                .map(Path::of)
                .filter(Files::isExecutable)
                .findFirst();
        if (Boolean.getBoolean("waybill.test.servers.required")) {
            Assertions.assertTrue(
                    binary.isPresent(), "Chromium is not installed (Debian package chromium-headless-shell)");
        }
        Assumptions.assumeTrue(
                binary.isPresent(), "Chromium is not installed (Debian package chromium-headless-shell)");
        return new Browser(binary.orElseThrow());
    }

    /** A browser of its own, with no cookies. */
    BrowserContext visitor(int width, int height, ColorScheme scheme) {
        return visitor(width, height, scheme, true);
    }

    BrowserContext visitor(int width, int height, ColorScheme scheme, boolean scripts) {
        BrowserContext context = chromium.newContext(new com.microsoft.playwright.Browser.NewContextOptions()
                .setViewportSize(width, height)
                .setColorScheme(scheme)
                .setJavaScriptEnabled(scripts)
                .setLocale("en-GB"));
        context.setDefaultTimeout(30_000);
        return context;
    }

    /** A browser that accepts every certificate. */
    BrowserContext overTls() {
        BrowserContext context = chromium.newContext(
                new com.microsoft.playwright.Browser.NewContextOptions().setIgnoreHTTPSErrors(true));
        context.setDefaultTimeout(30_000);
        return context;
    }

    /** The script of the accessibility rules. */
    static String axe() throws IOException {
        try (InputStream in = Objects.requireNonNull(Browser.class.getResourceAsStream("/axe.min.js"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** Logs a user in. */
    static Page logIn(Page page, String url, String name, String secret) {
        page.navigate(url + "/login");
        page.getByLabel("Name").fill(name);
        page.getByLabel("Password").fill(secret);
        page.locator("button[type=submit]").click();
        page.waitForURL(url + "/");
        return page;
    }

    @Override
    public void close() {
        chromium.close();
        playwright.close();
    }
}
