package org.waybill.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OperatorListTest {
    @TempDir
    private Path home;

    @Test
    void anOperatorsListHasNumbersOfLines() throws IOException {
        Files.writeString(home.resolve("list"), "# what there is\n\n  first thing \nsecond\n");
        assertThat(OperatorList.read(home, "list"))
                .containsExactly(
                        new OperatorList.Item("first thing", "list:3: "), new OperatorList.Item("second", "list:4: "));
        assertThat(OperatorList.read(home, "none")).isEmpty();
    }
}
