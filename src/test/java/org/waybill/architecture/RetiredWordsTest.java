package org.waybill.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Names and texts keep to the glossary: the words in {@code build-tools/retired-words} do not come back. */
class RetiredWordsTest {
    private static final Pattern ENTRY = Pattern.compile("(type|phrase) (.+): .+");
    private static final Pattern TYPE = Pattern.compile("\\b(?:class|record|enum|interface) ([A-Z]\\w*)");
    /** Documents except the change log and decisions, which describe the past; the launcher; templates. */
    private static final String TEXTS =
            "(?!CHANGELOG|docs/decisions/|LICENSE|NOTICE).*\\.md|waybill|.*src/main/resources/.*\\.(html|properties)";

    private static List<String> retired(String kind) throws IOException {
        return Files.readAllLines(Sources.ROOT.resolve("build-tools/retired-words")).stream()
                .map(ENTRY::matcher)
                .filter(entry -> entry.matches() && entry.group(1).equals(kind))
                .map(entry -> entry.group(2))
                .toList();
    }

    @Test
    void noTypeHasARetiredName() throws IOException {
        List<String> retired = retired("type");
        assertThat(retired).isNotEmpty();
        List<Path> sources = Sources.matching(".*src/(main|test)/java/.*\\.java");
        assertThat(sources).hasSizeGreaterThan(1_500);
        List<String> found = new ArrayList<>();
        for (Path file : sources) {
            TYPE.matcher(Sources.withoutComments(file))
                    .results()
                    .map(declared -> declared.group(1))
                    .filter(name -> retired.contains(name.replaceFirst("Test$", "")))
                    .forEach(name -> found.add(name + " in " + Sources.ROOT.relativize(file)));
        }
        assertThat(found).isEmpty();
    }

    @Test
    void noTextThatAPersonReadsHasARetiredPhrase() throws IOException {
        List<Pattern> retired = retired("phrase").stream()
                .map(phrase -> Pattern.compile(phrase, Pattern.CASE_INSENSITIVE))
                .toList();
        assertThat(retired).hasSizeGreaterThan(30);
        Map<String, String> texts = new TreeMap<>();
        for (Path file : Sources.matching(TEXTS)) {
            texts.put(Sources.ROOT.relativize(file).toString(), Files.readString(file));
        }
        for (Path file : Sources.matching(".*src/main/java/.*\\.java")) {
            texts.put(Sources.ROOT.relativize(file).toString(), String.join("\n", Sources.literals(file)));
        }
        assertThat(texts).hasSizeGreaterThan(1_000);
        List<String> found = new ArrayList<>();
        texts.forEach((file, text) -> retired.forEach(
                phrase -> phrase.matcher(text).results().forEach(match -> found.add(file + ": " + match.group()))));
        assertThat(found).isEmpty();
    }
}
