import com.palantir.javaformat.java.Formatter;
import com.palantir.javaformat.java.FormatterException;
import com.palantir.javaformat.java.JavaFormatterOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Formats all Java sources of a checkout, or checks that they are formatted; both check the {@link Style}. Run by
 * Maven in the module build-tools, on the JDK that compiles: {@code java Format.java check|write ROOT}. Exits with 1 if
 * a file is not as it should be, or cannot be parsed, and names each one. Files that have not changed since all were as
 * they should be are not read again.
 */
final class Format {
    private static final Formatter FORMATTER = Formatter.createFormatter(JavaFormatterOptions.builder()
            .style(JavaFormatterOptions.Style.PALANTIR)
            .build());

    private Format() {}

    public static void main(String[] args) throws IOException {
        boolean writes = args[0].equals("write");
        Path root = Path.of(args[1]).toRealPath();
        Path stamp = root.resolve("build-tools/target/formatted");
        FileTime begun = FileTime.from(Instant.now());
        FileTime formatted = formatted(root, stamp);
        List<Path> sources = sources(root).stream()
                .filter(file -> modified(file).compareTo(formatted) > 0)
                .toList();
        List<String> problems = sources.parallelStream()
                .map(file -> format(file, writes).map(problem -> root.relativize(file) + ": " + problem))
                .flatMap(Optional::stream)
                .sorted()
                .toList();
        problems.forEach(System.err::println);
        if (!problems.isEmpty()) {
            System.err.println("to format all sources: mvn -q -pl build-tools validate -Dwaybill.format=write");
            System.exit(1);
        }
        List<String> offences = Style.problems(root, sources);
        offences.forEach(System.err::println);
        if (!offences.isEmpty()) {
            System.exit(1);
        }
        Files.createDirectories(stamp.getParent());
        Files.setLastModifiedTime(Files.writeString(stamp, ""), begun);
    }

    /** When all sources were last seen to be as they should be, by these tools; else a time before any file. */
    private static FileTime formatted(Path root, Path stamp) {
        boolean known = Files.exists(stamp)
                && Stream.of("Format.java", "Style.java", "checkstyle.xml", "pom.xml")
                        .allMatch(tool ->
                                modified(root.resolve("build-tools", tool)).compareTo(modified(stamp)) < 0);
        return known ? modified(stamp) : FileTime.from(Instant.MIN);
    }

    private static FileTime modified(Path file) {
        try {
            return Files.getLastModifiedTime(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Optional<String> format(Path file, boolean writes) {
        try {
            String source = Files.readString(file);
            String formatted = FORMATTER.formatSourceAndFixImports(source);
            if (!formatted.equals(source)) {
                formatted = FORMATTER.formatSourceAndFixImports(formatted); // text blocks settle in a second pass
            }
            if (formatted.equals(source)) {
                return Optional.empty();
            }
            if (!writes) {
                return Optional.of("not formatted");
            }
            Files.writeString(file, formatted);
            return Optional.empty();
        } catch (FormatterException e) {
            return Optional.of(e.getMessage());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Path> sources(Path root) throws IOException {
        List<Path> found = new ArrayList<>();
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                String name = directory.getFileName().toString();
                boolean skipped = name.equals("target") || name.startsWith(".") && !directory.equals(root);
                return skipped ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (file.toString().endsWith(".java")) {
                    found.add(file);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        return found;
    }
}
