package org.waybill.engine.session.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.waybill.engine.Reason;
import org.waybill.engine.session.Block;
import org.waybill.engine.session.source.SourcePlan.Job;
import org.waybill.engine.storage.TreeEntry;
import org.waybill.engine.wire.Message.Range;
import org.waybill.engine.wire.Message.ReceivedRanges;
import org.waybill.engine.wire.Message.RequestedEntries;
import org.waybill.engine.wire.Message.Unwritable;
import org.waybill.engine.wire.WireException;

/** What a source sends next, and which wishes of a sink it takes: a directory, and three files of 100 bytes. */
@Timeout(10)
class SourcePlanTest {
    private static final int FILES = 3;
    private static final long BYTES = 100;

    private final SourcePlan plan = new SourcePlan();

    @BeforeEach
    void list() {
        plan.add(new TreeEntry(List.of(), true, 0, 0, 0755));
        for (int i = 1; i <= FILES; i++) {
            plan.add(new TreeEntry(List.of("f" + i), false, BYTES, 0, 0644));
        }
        plan.allListed();
    }

    private static RequestedEntries need(int upTo, ReceivedRanges... exceptions) {
        return new RequestedEntries(upTo, List.of(exceptions));
    }

    private static ReceivedRanges have(int entry, Range... ranges) {
        return new ReceivedRanges(entry, false, List.of(ranges));
    }

    private static Unwritable unwritable(int entry) {
        return new Unwritable(entry, Reason.PERMISSION, "no");
    }

    private int polled() {
        Job job = plan.poll();
        return job == null ? -1 : job.entry();
    }

    @Test
    void nothingIsSentBeforeTheSinkWantsIt() throws Exception {
        assertThat(polled()).isEqualTo(-1);
        plan.need(need(2));
        assertThat(polled()).as("the directory holds no bytes").isEqualTo(1);
        assertThat(polled()).isEqualTo(-1);
        assertThat(plan.isThrough()).isFalse();
        plan.need(need(4));
        assertThat(List.of(polled(), polled(), polled())).containsExactly(2, 3, -1);
        assertThat(plan.isThrough()).isTrue();
    }

    @Test
    void theTotalIsUnknownUntilAllIsListed() {
        SourcePlan listing = new SourcePlan();
        listing.add(new TreeEntry(List.of("f"), false, BYTES, 0, 0644));
        assertThat(listing.totalBytes()).isEqualTo(-1);
        listing.allListed();
        assertThat(listing.totalBytes()).isEqualTo(BYTES);
    }

    @Test
    void aFileIsSentWithoutWhatTheSinkHasOfIt() throws Exception {
        ReceivedRanges part = have(1, new Range(0, 10), new Range(50, 50));
        plan.need(need(3, part, new ReceivedRanges(2, true, List.of())));
        assertThat(plan.poll()).isEqualTo(new Job.Send(1, plan.entry(1), part, 60, 0));
        Job.Send whole = (Job.Send) plan.poll();
        assertThat(whole.foundBytes()).as("perhaps all of it").isEqualTo(BYTES);
        assertThat(whole.wholeFiles()).isEqualTo(1);
        plan.again(2);
        assertThat(plan.poll()).isEqualTo(new Job.Send(2, plan.entry(2), null, -BYTES, -1));
    }

    @Test
    void anEmptyFileIsFoundAsOthersAre() throws Exception {
        SourcePlan of = new SourcePlan();
        of.add(new TreeEntry(List.of(), false, 0, 0, 0644));
        of.allListed();
        of.need(need(1, new ReceivedRanges(0, true, List.of())));
        assertThat(((Job.Send) of.poll()).wholeFiles()).isEqualTo(1);
        of.again(0);
        assertThat(((Job.Send) of.poll()).wholeFiles()).isEqualTo(-1);
    }

    @Test
    void whatWasSentUnaskedAndWasThereIsTold() throws Exception {
        plan.needAll();
        assertThat(polled()).isEqualTo(1);
        ReceivedRanges one = new ReceivedRanges(1, true, List.of());
        ReceivedRanges two = new ReceivedRanges(2, true, List.of());
        assertThat(plan.need(need(4, one, two))).containsExactly(plan.entry(1));
        assertThat(plan.poll()).as("in time").isEqualTo(new Job.Send(2, plan.entry(2), two, BYTES, 1));
        assertThat(plan.poll()).isEqualTo(new Job.Send(3, plan.entry(3), null, 0, 0));
        plan.again(1);
        assertThat(plan.poll()).isEqualTo(new Job.Send(1, plan.entry(1), null, -BYTES, -1));
    }

    @ParameterizedTest
    @CsvSource({
        "0,100,true",
        "99,1,true",
        "100,0,true",
        "0,101,false",
        "100,1,false",
        "101,0,false",
        "1,9223372036854775807,false"
    })
    void aSinkHasNothingThatTheFileHasNot(long start, long length, boolean taken) {
        RequestedEntries need = need(2, have(1, new Range(start, length)));
        if (taken) {
            assertThatCode(() -> plan.need(need)).doesNotThrowAnyException();
        } else {
            assertThatThrownBy(() -> plan.need(need))
                    .isInstanceOf(WireException.class)
                    .hasMessage("it has ranges of entry 1 that the file has not");
        }
    }

    @Test
    void rangesAscendAndDoNotOverlap() {
        assertThatThrownBy(() -> plan.need(need(2, have(1, new Range(10, 10), new Range(19, 1)))))
                .isInstanceOf(WireException.class);
        assertThatThrownBy(() -> plan.need(need(2, have(1, new Range(50, 10), new Range(0, 10)))))
                .isInstanceOf(WireException.class);
    }

    @Test
    void aWishNamesNoMoreThanWasListedAndGoesOnlyForward() throws Exception {
        assertThatThrownBy(() -> plan.need(need(FILES + 2))).hasMessage("it asks for entry 5 of 4");
        plan.need(need(3));
        assertThatThrownBy(() -> plan.need(need(2))).hasMessage("it asks for entry 2 of 4");
        assertThatThrownBy(() -> plan.need(need(4, have(2)))).hasMessage("it speaks of entry 2 out of turn");
        assertThatThrownBy(() -> plan.need(need(3, have(3)))).hasMessage("it speaks of entry 3 out of turn");
    }

    @Test
    void whatIsWantedAgainComesFirstAndWhole() throws Exception {
        plan.need(need(3, have(1, new Range(0, 40))));
        assertThat(polled()).isEqualTo(1);
        plan.again(1);
        assertThat(plan.poll())
                .as("what was found before has proved worthless")
                .isEqualTo(new Job.Send(1, plan.entry(1), null, -40, 0));
        assertThat(polled()).isEqualTo(2);
    }

    @Test
    void aFileIsSentAgainThreeTimesAtMost() throws Exception {
        plan.need(need(2));
        for (int i = 0; i < 3; i++) {
            plan.again(1);
        }
        assertThatThrownBy(() -> plan.again(1))
                .isInstanceOf(WireException.class)
                .hasMessage("it asks again and again for entry 1");
        assertThatThrownBy(() -> plan.again(2)).hasMessage("it asks again for entry 2, which it never had");
    }

    @Test
    void whatALostStreamCarriedIsReadAndSentAgainBeforeAnythingElse() throws Exception {
        plan.need(need(4));
        assertThat(polled()).isEqualTo(1);
        Block.Segment part = new Block.Segment(1, 20, 30);
        plan.lost(List.of(part));
        assertThat(plan.poll()).isEqualTo(new Job.Resend(1, plan.entry(1), part));
        assertThat(polled()).isEqualTo(2);
    }

    @Test
    void aFileThatCannotBeReadCountsNoLonger() throws Exception {
        plan.need(need(4));
        assertThat(plan.unreadable(2)).isTrue();
        assertThat(plan.unreadable(2)).as("told once").isFalse();
        assertThat(plan.totalFiles()).isEqualTo(FILES - 1);
        assertThat(plan.totalBytes()).isEqualTo((FILES - 1) * BYTES);
        assertThat(List.of(polled(), polled(), polled())).containsExactly(1, 3, -1);
        assertThat(plan.missing(Set.of(1))).containsExactly("f3");
    }

    @Test
    void aFileThatTheSinkCannotWriteIsNotSentAndCountsOnce() throws Exception {
        plan.need(need(4));
        assertThat(plan.unwritable(unwritable(1))).isTrue();
        assertThat(polled()).isEqualTo(2);
        assertThat(plan.unreadable(1)).as("it was wanted no more").isFalse();
        assertThat(plan.totalFiles()).isEqualTo(FILES - 1);
        assertThat(plan.isFile(1)).as("it cannot be said to be there").isFalse();
        plan.unreadable(3);
        assertThat(plan.unwritable(unwritable(3))).isFalse();
        assertThat(plan.totalFiles()).isEqualTo(FILES - 2);
    }

    @Test
    void theSinkCannotFailAtWhatItWasNotToldOfNorTwiceNorAtTheWhole() throws Exception {
        plan.unwritable(unwritable(1));
        for (int entry : new int[] {0, 1, FILES + 1}) {
            assertThatThrownBy(() -> plan.unwritable(unwritable(entry)))
                    .isInstanceOf(WireException.class)
                    .hasMessage("it cannot write entry " + entry + " of 4, or says it twice");
        }
        assertThatThrownBy(() -> plan.unwritable(new Unwritable(2, Reason.NOTHING_TO_DO, "")))
                .isInstanceOf(WireException.class);
    }

    @Test
    void onlyFilesThatWereListedCanBeCommitted() {
        assertThat(plan.isFile(0)).isFalse();
        assertThat(plan.isFile(FILES)).isTrue();
        assertThat(plan.isFile(FILES + 1)).isFalse();
    }

    @Test
    void whoWaitsForAWishHearsTheEnd() throws Exception {
        Thread ending = Thread.ofVirtual().start(plan::end);
        assertThat(plan.await()).isFalse();
        ending.join();
        plan.needAll();
        assertThat(polled()).as("nothing is sent after the end").isEqualTo(-1);
    }
}
