package org.waybill.engine.mover.rclone;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class RcloneNamesTest {
    @Test
    void whatRcloneReplacesAndWhatItPutsInItsPlaceIsNotCarried() {
        for (String name : List.of(
                "a\n", "\t", "\u0000", "\u007f", "\u240d", "\u2420", "\u2421", "\u201bx", "\uff0e", "a\uff0f",
                "\uff5c")) {
            assertThat(RcloneNames.isCarried("/dir/" + name)).as(name).isFalse();
        }
    }

    @Test
    void otherNamesAreCarried() {
        for (String name :
                List.of("plain \u00fc", ":*?\"<>|\\", "\u0085\u2028", "\uff08\u6f22\uff0c\uff21\uff09", "\u2422")) {
            assertThat(RcloneNames.isCarried("/dir/" + name)).as(name).isTrue();
        }
    }
}
