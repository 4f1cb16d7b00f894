package org.waybill.architecture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.lang.module.ModuleDescriptor.Version;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What is shipped besides our own code: NOTICE names all of it with its licence, and nothing of it is known to be bad.
 * It reads the lists that the build makes when it packages, and needs no network.
 */
class ShippedTest {
    private static final Path ROOT = Path.of(System.getProperty("waybill.root", ".."));

    /** One library. */
    private record Shipped(String name, String version, String licences) {
        /** How the file of its jar begins. */
        String jar() {
            return name.substring(name.indexOf(':') + 1) + "-" + version;
        }
    }

    /**
     * One line of the list of denied ones.
     *
     * @param first the first version that is taken; {@code -} if none is
     */
    private record Denied(String name, String first) {
        boolean denies(Shipped shipped) {
            return name.equals(shipped.name)
                    && (first.equals("-") || Version.parse(shipped.version).compareTo(Version.parse(first)) < 0);
        }
    }

    private static List<Shipped> shipped(String face) throws IOException {
        Path list = ROOT.resolve("advisor-client/" + face + "/target/licences.txt");
        assumeTrue(Files.exists(list), list + " is made by 'mvn package', which did not run");
        return Files.readAllLines(list).stream()
                .filter(line -> !line.isBlank())
                .map(line -> line.split(" ", 3))
                .map(words -> new Shipped(words[0], words[1], words[2]))
                .toList();
    }

    private static File program(String face) {
        return ROOT.resolve("advisor-client/" + face + "/target/client-" + face + ".jar")
                .toFile();
    }

    private static List<Shipped> all() throws IOException {
        List<Shipped> all = new ArrayList<>(shipped("cli"));
        all.addAll(shipped("desktop"));
        return all;
    }

    private static List<Denied> denied() throws IOException {
        return Files.readAllLines(ROOT.resolve("build-tools/denied-dependencies")).stream()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .map(line -> line.split(" +", 3))
                .map(words -> new Denied(words[0], words[1]))
                .toList();
    }

    @Test
    void theNoticeNamesEverythingThatIsShippedWithItsLicenceAndNothingElse() throws IOException {
        Map<String, String> wanted = all().stream()
                .collect(Collectors.toMap(
                        Shipped::name,
                        Shipped::licences,
                        (one, other) -> one.equals(other) ? one : one + " or " + other,
                        TreeMap::new));
        Map<String, String> said = new TreeMap<>();
        String licences = "";
        for (String line : Files.readAllLines(ROOT.resolve("NOTICE"))) {
            if (line.startsWith("== ")) {
                licences = line.substring(3, line.length() - 3);
            } else if (line.startsWith("  ")) {
                said.put(line.strip(), licences);
            }
        }
        assertThat(said).isEqualTo(wanted);
    }

    /** The sources name the release that is next; the documents show its archive's name. */
    @Test
    void theVersionIsTheOneThatTheDocumentsName() throws IOException {
        Matcher revision = Pattern.compile("<revision>([0-9.]+)-SNAPSHOT</revision>")
                .matcher(Files.readString(ROOT.resolve("pom.xml")));
        assertThat(revision.find()).isTrue();
        String next = revision.group(1);
        assertThat(Files.readString(ROOT.resolve("README.md"))).contains("waybill_" + next + "_");
        assertThat(Files.readString(ROOT.resolve("docs/operator-guide.md"))).contains("waybill_" + next + "_");
        assertThat(Files.readString(ROOT.resolve("python/pyproject.toml"))).contains("version = \"" + next + "\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"cli", "desktop"})
    void everyJarBesideTheProgramIsListed(String face) throws IOException {
        List<Shipped> listed = shipped(face);
        try (JarFile file = new JarFile(program(face))) {
            String jars = file.getManifest().getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
            List<String> unknown = Arrays.stream(jars.split(" "))
                    .map(jar -> jar.substring("lib/".length()))
                    .filter(jar -> !jar.endsWith("-SNAPSHOT.jar"))
                    .filter(jar -> listed.stream().noneMatch(each -> jar.startsWith(each.jar())))
                    .toList();
            assertThat(unknown).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"cli", "desktop"})
    void theProgramBearsItsLicenceTheNoticeAndTheTextsThatItNames(String face) throws IOException {
        shipped(face);
        String notice = Files.readString(ROOT.resolve("NOTICE"));
        List<String> texts = Pattern.compile("licences/[\\w.-]+\\.txt")
                .matcher(notice)
                .results()
                .map(MatchResult::group)
                .toList();
        assertThat(texts).contains("licences/GPL-2.0.txt", "licences/Universal-FOSS-Exception-1.0.txt");
        try (JarFile file = new JarFile(program(face))) {
            assertThat(file.getEntry("META-INF/LICENSE")).isNotNull();
            assertThat(file.getEntry("META-INF/NOTICE")).isNotNull();
            assertThat(texts)
                    .allSatisfy(text -> assertThat(file.getEntry("META-INF/" + text))
                            .as(text)
                            .isNotNull());
        }
    }

    @Test
    void nothingShippedIsOnTheListOfThoseWithKnownHoles() throws IOException {
        List<Denied> denied = denied();
        assertThat(denied).hasSizeGreaterThan(10);
        assertThat(all()).allSatisfy(each -> assertThat(denied).noneMatch(line -> line.denies(each)));
    }

    @ParameterizedTest
    @CsvSource({
        "com.github.mwiede:jsch,0.2.14,true",
        "com.github.mwiede:jsch,0.2.15,false",
        "com.github.mwiede:jsch,2.28.8,false",
        "log4j:log4j,1.2.17,true",
        "log4j:log4j,9.9,true",
        "commons-net:commons-net,3.8.0,true",
        "commons-net:commons-net,3.13.0,false",
        "com.mysql:mysql-connector-j,8.1.0,true",
        "com.mysql:mysql-connector-j,9.7.0,false",
        "org.thymeleaf:thymeleaf,3.1.1.RELEASE,true",
        "org.thymeleaf:thymeleaf,3.1.5.RELEASE,false"
    })
    void theListDeniesOldVersions(String name, String version, boolean is) throws IOException {
        assertThat(denied())
                .satisfies(all -> assertThat(all.stream().anyMatch(line -> line.denies(new Shipped(name, version, ""))))
                        .isEqualTo(is));
    }
}
