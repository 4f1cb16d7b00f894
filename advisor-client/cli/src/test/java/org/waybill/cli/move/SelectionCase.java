package org.waybill.cli.move;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.waybill.cli.Cli;

/** A tree of which tests copy a part, and what of it has come. */
abstract class SelectionCase extends MoveCase {
    Path tree() throws IOException {
        Path root = directory.resolve("run7");
        for (String name : List.of("a.h5", "b.tmp", "keep.tmp", "deep/c.h5", "deep/d.log", "scratch/e.h5")) {
            Path path = root.resolve(name);
            Files.createDirectories(path.getParent());
            Files.writeString(path, name.repeat(100));
        }
        Files.setLastModifiedTime(
                root.resolve("a.h5"), FileTime.from(Instant.now().minus(Duration.ofDays(9))));
        return root;
    }

    static List<String> files(Path root) throws IOException {
        try (Stream<Path> all = Files.walk(root)) {
            return all.filter(Files::isRegularFile)
                    .map(path -> root.relativize(path).toString())
                    .sorted()
                    .toList();
        }
    }

    List<String> copied(String... options) throws IOException {
        Path to = directory.resolve("to" + System.nanoTime());
        Cli.Result result =
                cli.run(Stream.of(Stream.of("copy"), Stream.of(options), Stream.of(tree() + "/", to.toString()))
                        .flatMap(part -> part)
                        .toArray(String[]::new));
        assertThat(result.code()).as(result.err()).isZero();
        return files(to);
    }
}
