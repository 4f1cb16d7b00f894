package org.waybill.engine.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NameFidelityCheckTest {
    @TempDir
    private Path directory;

    /** Such a file system is played by hand: the file is there under the other name, and the directory says so. */
    @ParameterizedTest
    @CsvSource({"x., x", "n\u0303, \u00f1", "a:b, a_b", "a%41, aA", "AB, ab"})
    void aNameThatCameOutOtherwiseIsToldAtTheEnd(String given, String got) throws Exception {
        Files.createFile(directory.resolve(got));
        try (ConfinedRoot root = ConfinedRoot.open(directory)) {
            assertThat(new NameFidelityCheck()
                            .altered(List.of(List.of("missing"), List.of(given), List.of("CD")), root::open))
                    .containsExactly(List.of(given), List.of("CD"));
            assertThat(NameFidelityCheck.altered(given)).hasMessageContaining("\"" + given + "\" another name");
        }
    }

    @Test
    void namesThatCameOutAsTheyWereGivenPass() throws Exception {
        try (ConfinedRoot root = ConfinedRoot.open(directory)) {
            NameFidelityCheck names = new NameFidelityCheck();
            for (String name : List.of("AB", "ab", "x.", "x", "\u00e9", "a b", "CD")) {
                try (Directory at = root.open(List.of())) {
                    names.refuseAnothers(at, List.of(), name);
                    Files.createFile(directory.resolve(name));
                    assertThatCode(() -> names.refuseAnothers(at, List.of(), name))
                            .doesNotThrowAnyException();
                    assertThatCode(() -> NameFidelityCheck.refuseAnothers(at, name))
                            .doesNotThrowAnyException();
                }
            }
            assertThat(names.altered(
                            Stream.of("AB", "x.", "x", "a b", "CD")
                                    .map(List::of)
                                    .toList(),
                            root::open))
                    .isEmpty();
        }
    }
}
