package org.waybill.service.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.LoadState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.springframework.util.FileSystemUtils;
import org.waybill.api.catalog.CatalogKind;
import org.waybill.api.embedded.RunningService;
import org.waybill.service.Standalone;
import org.waybill.service.TestClients;

/** The console in a real browser: one Chromium and one service for all classes, ended with the last of them. */
@ExtendWith(ConsoleCase.Opening.class)
abstract class ConsoleCase {
    static final Map<String, BrowserContext> VISITORS = new HashMap<>();
    private static final List<String> TROUBLE = new ArrayList<>();
    static RunningService service;
    static String url;
    static Browser browser;

    /** Opens the console before the first class that needs it. */
    static final class Opening implements BeforeAllCallback {
        @Override
        public void beforeAll(ExtensionContext context) {
            context.getRoot()
                    .getStore(ExtensionContext.Namespace.GLOBAL)
                    .computeIfAbsent(Console.class, key -> new Console(), Console.class);
        }
    }

    private static final class Console implements AutoCloseable {
        private final Path home;

        Console() {
            try {
                browser = Browser.start();
                home = Files.createTempDirectory("waybill-console");
                service = Standalone.start(home);
                url = service.url().toString();
                Scene.play(service);
                VISITORS.put(
                        "admin",
                        entered(
                                "admin",
                                Files.readString(home.resolve("first-run-secret"))
                                        .strip()));
                for (String role : new String[] {"viewer", "worker", "operator"}) {
                    VISITORS.put(role, entered("the-" + role, Scene.account(service, "the-" + role, role)));
                }
            } catch (IOException | InterruptedException e) {
                throw new IllegalStateException("the console does not open", e);
            }
        }

        @Override
        public void close() throws IOException {
            browser.close();
            service.close();
            FileSystemUtils.deleteRecursively(home);
        }
    }

    @AfterEach
    void noPageBreaksThePolicyOrFails() {
        assertThat(TROUBLE).isEmpty();
    }

    static BrowserContext entered(String name, String secret) {
        BrowserContext context = browser.visitor(1280, 860, ColorScheme.LIGHT);
        Browser.logIn(context.newPage(), url, name, secret).close();
        return context;
    }

    /** A new page of a browser; what it says on its console against the policy counts as trouble. */
    static Page page(String who, String path) {
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

    static void press(Page page, String name) {
        page.getByRole(
                        AriaRole.BUTTON,
                        new Page.GetByRoleOptions().setName(name).setExact(true))
                .click();
        awaitScripts(page);
    }

    static void follow(Page page, String name) {
        page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName(name).setExact(true))
                .first()
                .click();
        awaitScripts(page);
    }

    /** What is typed before a new page's scripts have run is searched for only after Enter. */
    static void awaitScripts(Page page) {
        page.waitForLoadState(LoadState.LOAD);
    }

    static long total(CatalogKind kind, String search) {
        return TestClients.catalogue(service).list(kind, search, 0, 50).total();
    }

    static Page alone() {
        return browser.visitor(1280, 860, ColorScheme.LIGHT).newPage();
    }
}
