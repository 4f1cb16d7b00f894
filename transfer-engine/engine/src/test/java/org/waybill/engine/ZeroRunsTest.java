package org.waybill.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ZeroRunsTest {
    private static final int UNIT = 4096;

    private static List<String> written(byte[] content, int start, int length) throws Exception {
        List<String> runs = new ArrayList<>();
        ZeroRuns.writeOthers(content, start, length, (from, count) -> runs.add(from + "+" + count));
        return runs;
    }

    @Test
    void unitsOfZerosAreNotWritten() throws Exception {
        byte[] content = new byte[6 * UNIT + 100];
        int start = 100;
        assertThat(written(content, start, content.length - start)).isEmpty();
        content[start + UNIT] = 1;
        content[start + 3 * UNIT - 1] = 1;
        content[start + 5 * UNIT + 7] = 1;
        assertThat(written(content, start, content.length - start))
                .containsExactly((start + UNIT) + "+" + 2 * UNIT, (start + 5 * UNIT) + "+" + UNIT);
        assertThat(written(content, start, UNIT + 1)).containsExactly((start + UNIT) + "+1");
        assertThat(written(content, start, 0)).isEmpty();
    }

    @Test
    void whatIsWrittenAndZerosAreTheContent() throws Exception {
        Random random = new Random(17);
        for (int i = 0; i < 200; i++) {
            byte[] content = new byte[random.nextInt(8 * UNIT) + 1];
            for (int marks = random.nextInt(4); marks > 0; marks--) {
                content[random.nextInt(content.length)] = 1;
            }
            byte[] copy = new byte[content.length];
            ZeroRuns.writeOthers(
                    content, 0, content.length, (from, count) -> System.arraycopy(content, from, copy, from, count));
            assertThat(copy).isEqualTo(content);
            assertThat(ZeroRuns.isZero(content, 0, content.length))
                    .isEqualTo(Arrays.equals(content, new byte[content.length]));
        }
    }
}
