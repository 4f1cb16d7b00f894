package org.waybill.cli.schema;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What the sources say of the components of records: the text of {@code @param}. */
final class Javadocs {
    private static final Pattern COMMENT = Pattern.compile(
            "/\\*\\*((?:(?!\\*/).)*)\\*/\\s*" + "(?:@\\w+\\s*)*(?:public |private |static |protected )*record (\\w+)",
            Pattern.DOTALL);
    private static final Pattern PARAMETER = Pattern.compile("@param (\\w+) (.*?)(?=@param|@return|$)", Pattern.DOTALL);
    private static final Pattern TAG = Pattern.compile("\\{@\\w+ ([^}]*)}");

    private final Map<String, Path> sources = new HashMap<>();

    Javadocs(Path root) {
        try (Stream<Path> files = Files.walk(root)) {
            files.map(Path::toString)
                    .filter(file ->
                            file.contains("src/main/java/") && file.endsWith(".java") && !file.contains("/desktop/"))
                    .forEach(file -> sources.put(file.replaceFirst(".*src/main/java/", ""), Path.of(file)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The texts by the components' names. */
    Map<String, String> of(Class<?> type) {
        Map<String, String> texts = new LinkedHashMap<>();
        Path source = sources.get(type.getName().replaceFirst("\\$.*", "").replace('.', '/') + ".java");
        if (source != null) {
            Matcher comments = COMMENT.matcher(read(source));
            while (comments.find()) {
                if (comments.group(2).equals(type.getSimpleName())) {
                    PARAMETER
                            .matcher(comments.group(1).replaceAll("\\s*\n\\s*\\*", " "))
                            .results()
                            .forEach(one -> texts.put(
                                    one.group(1),
                                    TAG.matcher(one.group(2))
                                            .replaceAll("$1")
                                            .replaceAll("\\s+", " ")
                                            .replaceAll("(?<!\\w)#", "")
                                            .replace('#', '.')
                                            .strip()));
                }
            }
        }
        return texts;
    }

    private static String read(Path source) {
        try {
            return Files.readString(source);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A class by its simple name, a nested one behind the one that it is in and {@code $}. */
    Class<?> named(String name) {
        String file = "/" + name.replaceFirst("\\$.*", "") + ".java";
        String found = sources.keySet().stream()
                .filter(source -> source.endsWith(file))
                .reduce((one, other) -> {
                    throw new IllegalStateException(name + " is " + one + " and " + other);
                })
                .orElseThrow(() -> new IllegalStateException("no source of " + name));
        String pack = found.substring(0, found.lastIndexOf('/')).replace('/', '.');
        try {
            return Class.forName(pack + "." + name);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }
}
