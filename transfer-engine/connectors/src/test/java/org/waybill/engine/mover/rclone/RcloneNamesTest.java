package org.waybill.engine.mover.rclone;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import org.junit.jupiter.api.Test;

class RcloneNamesTest {
    @Test
    void controlCharactersAreTheirPicturesAndPicturesAreQuoted() {
        assertThat(RcloneNames.encoded("a\nb\u007f")).isEqualTo("a\u240ab\u2421");
        assertThat(RcloneNames.encoded("\u240a\u201b")).isEqualTo("\u201b\u240a\u201b\u201b");
        assertThat(RcloneNames.encoded("plain \u00fc/\u2400")).isEqualTo("plain \u00fc/\u2400");
    }

    @Property
    void whatIsEncodedIsReadBack(
            @ForAll
                    @CharRange(from = '\u0001', to = '\u0080')
                    @CharRange(from = '\u2018', to = '\u201c')
                    @CharRange(from = '\u2400', to = '\u2425')
                    String name) {
        assertThat(RcloneNames.decoded(RcloneNames.encoded(name))).isEqualTo(name);
    }
}
