package org.waybill.client.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.waybill.client.sync.DeletionGuard.Place;
import org.waybill.engine.Reason;
import org.waybill.engine.mover.compare.CompareBy;
import org.waybill.engine.mover.compare.ComparisonResult;
import org.waybill.engine.mover.compare.Difference;
import org.waybill.engine.mover.store.Entry;

/** Each rule that keeps a sync from deleting. */
class DeletionGuardTest {
    @ParameterizedTest
    @ValueSource(strings = {"/", "/home", "/home/ann", "/root", "/Users/ann", "/export/home/ann", "/srv", "/srv/ann"})
    void nothingIsDeletedInTheRootOrInAHomeOrAboveOne(String destination) {
        assertThat(DeletionGuard.refusal(new Place(destination, Optional.empty(), List.of("/srv/ann"))))
                .isPresent();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/home/ann/data", "/srv/ann/data", "/srv/anna", "/backup"})
    void belowAHomeAndBesideItIsFine(String destination) {
        assertThat(DeletionGuard.refusal(new Place(destination, Optional.of("/data/run7"), List.of("/srv/ann"))))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "/data, /data/run7, contains the source",
        "/data/run7, /data/run7, is the source",
        "/data/run7/old, /data/run7, is inside the source"
    })
    void nothingIsDeletedAroundOrInTheSource(String destination, String source, String why) {
        assertThat(DeletionGuard.refusal(new Place(destination, Optional.of(source), List.of())))
                .get()
                .asString()
                .contains(why);
    }

    @Test
    void aSourceOnAnotherFileSystemThanTheLastTimeIsNoModel() {
        assertThat(DeletionGuard.refusal(Optional.of("/dev/sdb1 ext4"), Optional.of("/dev/sda1 ext4")))
                .isPresent();
        assertThat(DeletionGuard.refusal(Optional.of("/dev/sdb1 ext4"), Optional.empty()))
                .isPresent();
        assertThat(DeletionGuard.refusal(Optional.of("/dev/sdb1 ext4"), Optional.of("/dev/sdb1 ext4")))
                .isEmpty();
        assertThat(DeletionGuard.refusal(Optional.empty(), Optional.of("/dev/sdb1 ext4")))
                .isEmpty();
    }

    @Test
    void nothingIsDeletedWhenThePartOfTheSourceThatHasItMayNotHaveBeenSeen() {
        Difference closed = new Difference(
                "private",
                Difference.Verdict.SOURCE_UNREADABLE,
                Entry.directory("/a/private"),
                null,
                "may not be listed",
                Reason.PERMISSION);
        Difference unmet = new Difference(
                "none", Difference.Verdict.SOURCE_UNREADABLE, null, null, "no such file", Reason.NOT_FOUND);
        assertThat(DeletionGuard.refusal(found(10, 1000, unmet, closed), 0, MaxDelete.USUAL))
                .get()
                .asString()
                .contains("private", "may not be listed");
        assertThat(found(10, 1000, unmet, closed).verdict()).contains(Reason.PERMISSION);
        assertThat(DeletionGuard.refusal(found(10, 1000, unmet), 0, MaxDelete.USUAL))
                .hasValue("nothing was deleted, because --files-from names 'none', which neither SRC nor DST has");
        Difference outside = new Difference(
                "out/x", Difference.Verdict.SOURCE_UNREADABLE, null, null, "leads out", Reason.BAD_INPUT);
        assertThat(DeletionGuard.refusal(found(10, 1000, outside), 0, MaxDelete.USUAL))
                .hasValue("nothing was deleted, because out/x of the source could not be read: leads out");
        assertThat(DeletionGuard.refusal(found(0, 1000), 1, new MaxDelete(null, 100)))
                .get()
                .asString()
                .contains("empty");
        assertThat(DeletionGuard.refusal(found(0, 0), 0, MaxDelete.USUAL)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "1, 10, true",
        "1, 9, false",
        "2, 19, false",
        "2, 20, true",
        "1000, 100000, true",
        "1001, 100000, false",
        "0, 0, true"
    })
    void atMostATenthAndAThousandGoUnlessMoreIsAllowed(long deletions, long there, boolean allowed) {
        assertThat(DeletionGuard.refusal(found(10, there), deletions, MaxDelete.USUAL)
                        .isEmpty())
                .isEqualTo(allowed);
        assertThat(DeletionGuard.refusal(found(10, there), deletions, MaxDelete.parse(String.valueOf(deletions))))
                .isEmpty();
    }

    @Test
    void aLimitIsANumberOrAPart() {
        assertThat(MaxDelete.parse("50").allows(50, 50)).isTrue();
        assertThat(MaxDelete.parse("50").allows(51, 5000)).isFalse();
        assertThat(MaxDelete.parse("20%").allows(2, 10)).isTrue();
        assertThat(MaxDelete.parse("20%").allows(3, 10)).isFalse();
        for (String wrong : new String[] {"", "-1", "x", "%", "101%", "1.5"}) {
            assertThatThrownBy(() -> MaxDelete.parse(wrong))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("--max-delete");
        }
    }

    private static ComparisonResult found(long atSource, long atDestination, Difference... differences) {
        return new ComparisonResult(
                CompareBy.MTIME,
                List.of(differences),
                List.of(),
                0,
                0,
                0,
                atSource,
                atDestination,
                List.of(),
                List.of(),
                List.of());
    }
}
