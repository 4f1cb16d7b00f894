package org.waybill.endtoend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.waybill.engine.testserver.Packages;

/** The site of documents, of this checkout and of what this build has packaged: decision 0324. */
@Timeout(240)
class SiteTest {
    private static final Path ROOT = Path.of(System.getProperty("waybill.root", "../.."))
            .toAbsolutePath()
            .normalize();

    @TempDir
    private static Path shared;

    private static Path site;

    @BeforeAll
    static void make() throws Exception {
        Packages.require("sphinx-build", "python3-sphinx");
        if (run("/usr/bin/python3", "-c", "import furo, myst_parser").code() != 0) {
            Packages.missing("furo and python3-myst-parser are not installed");
        }
        Path jar = ROOT.resolve("advisor-client/cli/target/client-cli.jar");
        assumeTrue(Files.exists(jar), jar + " is made by 'mvn package', which did not run");
        site = shared.resolve("site");
        Ended made = run(ROOT.resolve("build-tools/site").toString(), site.toString());
        assertThat(made.code()).as(made.said()).isZero();
    }

    @Test
    void itsMenuAndTheListsThatItLeadsToHaveEveryDocumentAndSchema() throws IOException {
        for (Path document : files("docs", ".md")) {
            String page = ROOT.resolve("docs")
                    .relativize(document)
                    .toString()
                    .replace("README.md", "index.md")
                    .replace(".md", ".html");
            String list = page.matches("(codes|decisions)/(?!index).*")
                    ? page.replaceFirst("/.*", "/index.html")
                    : "index.html";
            if (!page.equals(list)) {
                links(list, list.equals("index.html") ? page : page.replaceFirst(".*/", ""));
            }
        }
        for (Path schema : files("schemas", ".schema.json")) {
            String page = schema.getFileName().toString().replace(".schema.json", ".html");
            links("reference/schemas/index.html", page);
        }
        links("reference/commands/waybill.html", "waybill-copy.html");
        links("reference/commands/waybill-node-peers.html", "waybill-node-peers-token.html");
        links("index.html", "reference/commands/waybill.html");
        links("index.html", "reference/schemas/index.html");
        links("index.html", "reference/rest.html");
        links("index.html", "codes/index.html");
    }

    private static void links(String from, String to) throws IOException {
        assertThat(Files.readString(site.resolve(from))).as(from).contains(" href=\"" + to + "\"");
    }

    @ParameterizedTest
    @CsvSource({
        "resume, user-guide/copying.html",
        "circuit, user-guide/circuits.html",
        "relay, operator-guide/relays.html",
        "prometheus, operator-guide/the-advisor-service-for-a-site.html",
        "GAVE_UP, codes/index.html"
    })
    void aBrowserFindsAWordWithoutAServer(String word, String page) throws Exception {
        String browser = Packages.require("chromium-headless-shell", "chromium-headless-shell")
                .toString();

        Ended shown = run(
                browser,
                "--no-sandbox",
                "--disable-gpu",
                "--user-data-dir=" + shared.resolve("profile-" + word),
                "--virtual-time-budget=10000",
                "--dump-dom",
                site.toUri() + "search.html?q=" + word);

        assertThat(shown.said().replaceFirst("(?s).*id=\"search-results\"", "")).contains("<a href=\"" + page);
    }

    @Test
    void aHeadingThatMovedToAPageOfItsOwnIsFoundAtItsOldAnchor() throws IOException {
        assertThat(Files.readString(site.resolve("user-guide.html")))
                .containsPattern(
                        "<span id=\"exit-codes\" class=\"moved\"></span><a [^>]*href=\"user-guide/exit-codes\\.html")
                .containsPattern("<span id=\"buckets\" class=\"moved\"></span><a"
                        + " [^>]*href=\"user-guide/copying\\.html#buckets\"");
        assertThat(Files.readString(site.resolve("user-guide/copying.html"))).contains("id=\"buckets\"");
    }

    @ParameterizedTest
    @CsvSource({
        "[x](glossary.md#nowhere), docs/flakes.md: no heading glossary.md#nowhere",
        "[x](no-such.md), docs/flakes.md: no file no-such.md"
    })
    void aLinkThatLeadsNowhereFailsIt(String link, String problem) throws Exception {
        Path checkout = Files.createTempDirectory(shared, "checkout");
        copy("docs", checkout);
        copy("build-tools", checkout);
        try (Stream<Path> others = Files.list(ROOT)) {
            for (Path other : others.filter(one -> !Files.exists(checkout.resolve(one.getFileName())))
                    .toList()) {
                Files.createSymbolicLink(checkout.resolve(other.getFileName()), other);
            }
        }
        Path changed = checkout.resolve("docs/flakes.md");
        Files.writeString(changed, Files.readString(changed) + "\n" + link + "\n");

        Ended ended = run(
                checkout.resolve("build-tools/site").toString(),
                checkout.resolve("site").toString());

        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.said()).isEqualTo("site: " + problem + "\n");
        assertThat(checkout.resolve("site")).doesNotExist();
        run("rm", "-r", checkout.toString()); // JUnit warns of each link
    }

    private static List<Path> files(String directory, String ending) throws IOException {
        try (Stream<Path> all = Files.walk(ROOT.resolve(directory))) {
            return all.filter(file -> file.toString().endsWith(ending)).toList();
        }
    }

    private static void copy(String name, Path checkout) throws Exception {
        assertThat(run("cp", "-r", ROOT.resolve(name).toString(), checkout.toString())
                        .code())
                .isZero();
    }

    /** @param said on both streams */
    private record Ended(int code, String said) {}

    private static Ended run(String... command) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("WAYBILL_BUILD", "no");
        Process process = builder.start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ended(process.waitFor(), said);
    }
}
