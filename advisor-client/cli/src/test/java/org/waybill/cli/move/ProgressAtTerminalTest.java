package org.waybill.cli.move;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.waybill.cli.Cli;
import org.waybill.cli.Typed;
import org.waybill.cli.command.DisplayWidth;

/** The block of progress as it is drawn in the window of a terminal, of several widths and while that changes. */
class ProgressAtTerminalTest extends MoveCase {
    private static final Pattern PART =
            Pattern.compile("\u001b\\[(\\d*)([AJm])|\u001b\\]resized\u0007|\r?\n|[^\u001b\r\n]+", Pattern.DOTALL);

    /** What a terminal shows that breaks lines at its width; every picture of it right after a block was drawn. */
    private static final class Screen {
        private final List<String> rows = new ArrayList<>();
        private final List<String> pictures = new ArrayList<>();
        private int columns;

        Screen(int columns) {
            this.columns = columns;
        }

        /** @param after the width from the mark on that the window was resized at */
        Screen read(String seen, int after) {
            StringBuilder line = new StringBuilder();
            for (Matcher part = PART.matcher(seen); part.find(); ) {
                String text = part.group();
                if (text.endsWith("\u0007")) {
                    columns = after;
                    List<String> before = List.copyOf(rows);
                    rows.clear();
                    before.forEach(this::add);
                } else if ("A".equals(part.group(2))) {
                    int up = Integer.parseInt(part.group(1));
                    pictures.add(String.join("\n", rows));
                    assertThat(up).as("rows above the cursor").isLessThanOrEqualTo(rows.size());
                    rows.subList(rows.size() - up, rows.size()).clear();
                } else if (text.endsWith("\n")) {
                    add(line.toString());
                    line.setLength(0);
                } else if (part.group(2) == null) {
                    line.append(text);
                }
            }
            return this;
        }

        private void add(String line) {
            StringBuilder row = new StringBuilder();
            line.codePoints().mapToObj(Character::toString).forEach(one -> {
                if (DisplayWidth.of(row + one) > columns) {
                    rows.add(row.toString());
                    row.setLength(0);
                }
                row.append(one);
            });
            rows.add(row.toString());
        }
    }

    private Typed.Result copied(String columns) throws Exception {
        Path from = Files.createDirectory(directory.resolve("from"));
        for (int i = 0; i < 5; i++) {
            Files.write(from.resolve("測定データの要約（第一回の実験）" + "長い名前".repeat(15) + i), new byte[400_000]);
        }
        Typed.Result done =
                Typed.run(directory, columns, List.of(), Cli.words("copy --bwlimit 500K %s/ %s/to", from, directory));
        assertThat(done.code()).as(done.seen()).isZero();
        return done;
    }

    @ParameterizedTest
    @ValueSource(ints = {40, 80, 200})
    void theBlockIsInPlaceWhateverTheWidthAndTheNames(int columns) throws Exception {
        Screen screen = new Screen(columns).read(copied(String.valueOf(columns)).seen(), columns);

        assertThat(screen.pictures).hasSizeGreaterThan(3);
        for (String picture : screen.pictures) {
            assertThat(picture.lines().filter(row -> row.startsWith("Elapsed:")))
                    .hasSize(1);
            assertThat(picture.lines().toList())
                    .hasSizeBetween(3, 4)
                    .last()
                    .asString()
                    .startsWith(" * ");
        }
        assertThat(screen.rows).noneMatch(row -> row.contains("Elapsed"));
        assertThat(screen.rows.getFirst()).startsWith("copied 1.91 MiB in 5 files");
    }

    @Test
    void aWindowThatBecomesNarrowerIsLeftWithOneBlock() throws Exception {
        Typed.Result done = copied("200,40");
        Screen screen = new Screen(200).read(done.seen(), 40);

        assertThat(screen.pictures.getLast().lines().filter(row -> row.startsWith("Elapsed:")))
                .as(screen.pictures.getLast())
                .hasSize(1);
        assertThat(screen.pictures.getLast().lines().toList()).hasSizeBetween(3, 4);
        assertThat(screen.rows).noneMatch(row -> row.contains("Elapsed"));
    }

    @Test
    void severalSourcesAreShownAsOneTransferAndWhatIsLeftOutComesLast() throws Exception {
        Path one = Files.createDirectories(directory.resolve("one"));
        Path two = Files.createDirectories(directory.resolve("two"));
        Files.write(one.resolve("1"), new byte[400_000]);
        Files.write(two.resolve("2"), new byte[800_000]);
        assertThat(new ProcessBuilder("mkfifo", one.resolve("pipe").toString())
                        .start()
                        .waitFor())
                .isZero();

        Typed.Result done = Typed.run(
                directory, "120", List.of(), Cli.words("copy --bwlimit 500K %s/ %s %s/to", one, two, directory));

        assertThat(done.code()).as(done.seen()).isZero();
        Screen screen = new Screen(120).read(done.seen(), 120);
        assertThat(screen.pictures).anyMatch(picture -> picture.contains("Sources:      1 / 2\n"));
        assertThat(screen.pictures.getLast()).contains("Sources:      2 / 2\n").contains("/ 1.14 MiB, ");
        assertThat(screen.rows).anyMatch(row -> row.startsWith("in total 1.14 MiB in 2 files in "));
        assertThat(screen.rows.getLast()).isEqualTo("1 entry left out");
    }
}
