package org.waybill.engine.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QuotaTest {
    @TempDir
    private Path directory;

    @Test
    void aStreamThatGotNoNameIsNotCountedOnceItIsOver() throws Exception {
        Quota quota = new Quota(directory, "abc", 1_000);
        assertThat(quota.usedBytes()).isZero();
        quota.grow(900);
        assertThat(quota.usedBytes()).isZero();
        assertThat(quota.leftBytes(1)).isEqualTo(1_000);
    }

    @Test
    void aFileOfSeveralNamesCountsOnce() throws Exception {
        Path file = Files.write(directory.resolve("a"), new byte[100]);
        assumeTrue(OwnerAttribute.put(file, "abc"), "the file system keeps no extended attributes");
        Files.createLink(directory.resolve("b"), file);
        assertThat(new Quota(directory, "abc", 1_000).usedBytes()).isEqualTo(100);
    }
}
