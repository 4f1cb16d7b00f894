package org.waybill.service.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Import;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;

/** What the console answers is in its menu and in the lists that the tests of security and accessibility go through. */
class ConsoleAddressesTest {
    /** Before a user is known; a part of a page; a file. */
    private static final Set<String> NO_PAGES = Set.of("/login", "/catalogue/{path}/names", "/catalogue/{path}/export");

    private static final Pattern STACK = Pattern.compile("(?s)<table[^>]* class=\"[^\"]*\\bstack\\b.*?</table>");
    private static final Pattern CELL = Pattern.compile("<td\\b[^>]*");

    @Test
    void eachPageIsLookedAtByTheOtherTests() {
        assertThat(addresses(ConsoleAddressesTest::ofGet))
                .hasSizeGreaterThan(10)
                .as("add a page to pages() of ConsolePicturesTest, a file or part of a page to NO_PAGES here")
                .allSatisfy(address ->
                        assertThat(ConsolePicturesTest.pages().values()).anyMatch(matches(address)));
    }

    @Test
    void theMenuLeadsToEachPage() throws Exception {
        String menu;
        try (InputStream parts = ConsolePages.class.getResourceAsStream("/templates/console/parts.html")) {
            menu = new String(Objects.requireNonNull(parts).readAllBytes(), StandardCharsets.UTF_8);
        }
        assertThat(addresses(ConsoleAddressesTest::ofGet))
                .filteredOn(address -> !address.contains("{"))
                .as("add a page to the menu in console/parts.html, a file or part of a page to NO_PAGES here")
                .allSatisfy(address -> assertThat(menu).contains("@{" + address + "}"));
    }

    @Test
    void eachControllerIsThere() throws Exception {
        List<Class<?>> controllers = new ArrayList<>();
        for (Resource file : new PathMatchingResourcePatternResolver()
                .getResources("classpath*:org/waybill/service/console/*.class")) {
            Class<?> type = Class.forName("org.waybill.service.console."
                    + Objects.requireNonNull(file.getFilename()).replace(".class", ""));
            if (type.isAnnotationPresent(Controller.class)) {
                controllers.add(type);
            }
        }
        assertThat(controllers)
                .hasSizeGreaterThan(5)
                .as("add the controller to the @Import of ConsoleConfiguration")
                .isSubsetOf(
                        ConsoleConfiguration.class.getAnnotation(Import.class).value());
    }

    /** Phones show a table of the class {@code stack} cell below cell. */
    @Test
    void eachCellOfAStackedTableHasItsLabel() throws Exception {
        int tables = 0;
        for (Resource file :
                new PathMatchingResourcePatternResolver().getResources("classpath*:templates/console/**/*.html")) {
            String text = file.getContentAsString(StandardCharsets.UTF_8);
            for (MatchResult table : STACK.matcher(text).results().toList()) {
                tables++;
                assertThat(CELL.matcher(table.group()).results().map(MatchResult::group))
                        .as("%s: add data-label='...' to each <td>", file.getFilename())
                        .isNotEmpty()
                        .allMatch(cell -> cell.contains("data-label=") || cell.contains("class=\"act\""));
            }
        }
        assertThat(tables).isGreaterThan(6);
    }

    @Test
    void eachFormIsRefusedFromElsewhere() {
        assertThat(addresses(ConsoleAddressesTest::ofPost))
                .hasSizeGreaterThan(10)
                .as("add where the form is sent to to EFFECTS of ConsoleSecurityTest")
                .allSatisfy(address -> assertThat(ConsoleSecurityTest.EFFECTS).anyMatch(matches(address)));
    }

    private static Predicate<String> matches(String address) {
        return Pattern.compile(address.replaceAll("[{]\\w+[}]", "[^/?]+") + "([?].*)?")
                .asMatchPredicate();
    }

    private static String @Nullable [] ofGet(Method method) {
        GetMapping mapping = method.getAnnotation(GetMapping.class);
        return mapping == null ? null : mapping.value();
    }

    private static String @Nullable [] ofPost(Method method) {
        PostMapping mapping = method.getAnnotation(PostMapping.class);
        return mapping == null ? null : mapping.value();
    }

    /** Of all controllers of the console, below what the class says. */
    private static List<String> addresses(Function<Method, String @Nullable []> mapping) {
        return Stream.of(ConsoleConfiguration.class.getAnnotation(Import.class).value())
                .flatMap(controller -> Stream.of(controller.getDeclaredMethods())
                        .map(mapping)
                        .filter(Objects::nonNull)
                        .map(paths -> paths.length == 0 ? List.of("") : List.of(paths))
                        .flatMap(Collection::stream)
                        .map(path -> base(controller) + path))
                .filter(address -> !NO_PAGES.contains(address))
                .toList();
    }

    private static String base(Class<?> controller) {
        RequestMapping mapping = controller.getAnnotation(RequestMapping.class);
        return mapping == null ? "" : mapping.value()[0];
    }
}
