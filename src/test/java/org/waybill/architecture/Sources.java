package org.waybill.architecture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The files of this project as text, for rules that compiled classes do not show. */
final class Sources {
    static final Path ROOT = Path.of(System.getProperty("waybill.root", "../.."));
    private static final Pattern LITERAL =
            Pattern.compile("/\\*.*?\\*/|//[^\n]*|'\"'|\"((?:\\\\.|[^\"\\\\\n])*)\"", Pattern.DOTALL);

    private Sources() {}

    /** The files whose paths below the root match, but nothing that a build made. */
    static List<Path> matching(String path) throws IOException {
        try (Stream<Path> all = Files.walk(ROOT)) {
            return all.filter(file -> ROOT.relativize(file).toString().matches(path))
                    .filter(file -> !file.toString().contains("/target/"))
                    .sorted()
                    .toList();
        }
    }

    /** A source file's text without its comments. */
    static String withoutComments(Path source) throws IOException {
        return LITERAL.matcher(Files.readString(source))
                .replaceAll(match -> match.group().startsWith("/") ? "" : Matcher.quoteReplacement(match.group()));
    }

    /** The strings of a source file, as they are written there; what {@code +} joins is one. */
    static List<String> literals(Path source) throws IOException {
        return LITERAL.matcher(withoutComments(source).replaceAll("\"\\s*\\+\\s*\"", ""))
                .results()
                .map(match -> match.group(1))
                .filter(Objects::nonNull)
                .toList();
    }
}
