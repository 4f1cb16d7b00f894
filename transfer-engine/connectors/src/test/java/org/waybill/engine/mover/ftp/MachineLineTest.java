package org.waybill.engine.mover.ftp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.waybill.engine.mover.store.Entry;

class MachineLineTest {
    @ParameterizedTest
    @CsvSource(textBlock = """
        Type=OS.unix=pipe;Size=0, SPECIAL
        type=OS.unix=chr-1/3, SPECIAL
        type=OS.unix=blk, SPECIAL
        Type=OS.unix=sock, SPECIAL
        type=OS.unix=slink:/a, LINK
        type=OS.unix=symlink, LINK
        Type=dir;UNIX.slink=/a=b, LINK
        Type=dir;Unique=fe00-1, DIRECTORY
        type=file;size=3, FILE
        """)
    void knowsWhatEachTypeIs(String facts, Entry.Kind kind) throws Exception {
        assertThat(MachineLine.entry("/d", facts + "; a name")).hasValueSatisfying(entry -> {
            assertThat(entry.kind()).isEqualTo(kind);
            assertThat(entry.path()).isEqualTo("/d/a name");
        });
    }

    @Test
    void tellsWhereALinkLeadsAndWhatIsThere() {
        assertThat(MachineLine.of("Type=dir;Unique=1-2;UNIX.slink=/a%20b+c; /l"))
                .hasValueSatisfying(line -> {
                    assertThat(line.leadsTo()).isEqualTo("/a b+c");
                    assertThat(line.entry("/l"))
                            .isEqualTo(new Entry("/l", Entry.Kind.DIRECTORY, -1, null, -1, "1-2", true));
                });
        assertThat(MachineLine.of("Type=dir;UNIX.slink=b; /l"))
                .hasValueSatisfying(line -> assertThat(line.leadsTo()).isNull());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "name", " torn", "a=b torn", "type=file; ", "type=file;size=x; f"})
    void takesNoRestOfATornNameForAnEntry(String line) throws Exception {
        assertThat(MachineLine.entry("/d", line))
                .hasValueSatisfying(entry -> assertThat(entry.kind()).isEqualTo(Entry.Kind.UNNAMEABLE));
    }
}
