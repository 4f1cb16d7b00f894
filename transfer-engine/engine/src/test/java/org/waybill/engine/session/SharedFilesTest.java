package org.waybill.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.waybill.engine.session.SharedFiles.Place;

class SharedFilesTest {
    private final SharedFiles node = new SharedFiles();

    @Test
    void aSourceNamesAFileAlwaysTheSameAndAnotherSourceOtherwise() {
        assertThat(node.nameOf("1:2")).isEqualTo(node.of("writer").nameOf("1:2"));
        assertThat(node.nameOf("1:2")).isNotEqualTo(node.nameOf("1:3"));
        assertThat(node.nameOf("1:2")).isNotEqualTo(new SharedFiles().nameOf("1:2"));
    }

    @Test
    void oneWritersFilesAreNotAnothers() {
        Place place = new Place(List.of("copy", "a"), "inode");
        node.of("one").put(new byte[16], place);
        assertThat(node.of("one").find(new byte[16])).contains(place);
        assertThat(node.of("other").find(new byte[16])).isEmpty();
        assertThat(node.find(new byte[16])).isEmpty();
    }

    @Test
    void onlyTheLastOnesAreRemembered() {
        String name = "n".repeat(4000);
        for (int i = 0; i < 1000; i++) {
            byte[] file = new byte[16];
            file[0] = (byte) i;
            file[1] = (byte) (i >> 8);
            node.put(file, new Place(List.of(name), i));
        }
        assertThat(node.find(new byte[16])).isEmpty();
        byte[] last = new byte[16];
        last[0] = (byte) 999;
        last[1] = (byte) (999 >> 8);
        assertThat(node.find(last)).isPresent();
        for (int i = 0; i < 100; i++) {
            node.of("writer " + i).put(new byte[16], new Place(List.of("a"), i));
        }
        assertThat(node.of("writer 0").find(new byte[16])).isEmpty();
        assertThat(node.of("writer 99").find(new byte[16])).isPresent();
    }

    /** Each name of a path is an object of its own: many short ones take more than their characters. */
    @Test
    @Tag("attack")
    void everyDirectoryOfAPathCounts() {
        for (int i = 0; i < 100; i++) {
            byte[] file = new byte[16];
            file[0] = (byte) i;
            node.put(file, new Place(Collections.nCopies(2000, "d"), i));
        }
        assertThat(node.find(new byte[16])).isEmpty();
    }
}
