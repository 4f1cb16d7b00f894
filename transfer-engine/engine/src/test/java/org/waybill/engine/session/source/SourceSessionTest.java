package org.waybill.engine.session.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.session.source.SourceByHand.DataStream;
import org.waybill.engine.session.source.SourceByHand.Part;
import org.waybill.engine.session.streams.TransferSide;
import org.waybill.engine.wire.Message;

/** How a source ends, and what becomes of its data connections. */
@Timeout(60)
class SourceSessionTest extends SourceCase {
    @Test
    void connectionsAreDialledOnceWhereTheDataNeedThem() throws Exception {
        List<String> dialled = new CopyOnWriteArrayList<>();
        source = SourceByHand.unstarted(put("source", "x".repeat((int) TransferSide.INLINE_BYTES + 1)));
        source.session.onDataNeeded(() -> dialled.add("now"));
        source.session.start();
        source.heard(Message.Manifest.class);
        ready();
        source.attach(0);
        source.says(all(1));
        source.heard(Message.Summary.class);
        assertThat(dialled).containsExactly("now");
    }

    @Test
    void whatAStreamHeldThatTheSinkGivesUpGoesOverAnother() throws Exception {
        DataStream stream = sending();
        source.parts(0, stream, BLOCK, 10);
        source.says(acknowledged(1));
        DataStream other = source.attach(1);
        source.says(new Message.StopStream(0, true));
        assertThat(source.parts(1, other, BLOCK)).containsExactly(new Part(2, 0, 0, "a".repeat(BLOCK)));
        assertThat(source.session.result().resentBytes()).isEqualTo(BLOCK + source.session.heldBytes(1));
    }

    @Test
    void aStreamThatIsRetiredGetsNoMoreAndKeepsWhatItHas() throws Exception {
        source = SourceByHand.of(large("source"));
        source.heard(Message.Manifest.class);
        DataStream retired = source.attach(0);
        source.says(new Message.StopStream(0, false));
        DataStream other = source.attach(1);
        ready();
        source.says(all(1));
        source.parts(1, other, BLOCK);
        assertThat(source.parts(0, retired)).as("its end alone").isEmpty();
    }

    @Test
    void whatABrokenStreamHeldGoesOverAnother() throws Exception {
        source = SourceByHand.of(large("source"));
        source.heard(Message.Manifest.class);
        DataStream broken = source.attach(0);
        broken.cut();
        ready();
        source.says(all(1));
        broken.awaitFailure();
        DataStream other = source.attach(1);
        assertThat(source.parts(1, other, BLOCK, 10)).extracting(Part::offset).containsExactlyInAnyOrder(0L, (long)
                BLOCK);
    }

    @Test
    void whatTheSinkGivesUpForIsTheReasonAndIsNotToldBack() throws Exception {
        source = SourceByHand.of(large("source"));
        source.heard(Message.Manifest.class);
        source.says(new Message.Failure(Reason.DISK_FULL, "no space"));
        TransferException failure = source.failure();
        assertThat(failure.reason()).isEqualTo(Reason.DISK_FULL);
        assertThat(failure).hasMessage("no space");
        source.close();
        assertThat(source.heardSoFar()).noneMatch(Message.Failure.class::isInstance);
    }

    @Test
    void aStreamsNumberIsUsedOnce() throws Exception {
        source = SourceByHand.of(large("source"));
        source.attach(0);
        assertThatThrownBy(() -> source.attach(0)).hasMessage("data connection 0 is not wanted");
    }

    @Test
    void whatIsNotASinksToSayEndsIt() throws Exception {
        source = SourceByHand.of(large("source"));
        for (Message message : Set.of(
                new Message.Summary("", "", 0), new Message.Ready(new byte[16], 1), new Message.Ack(List.of()))) {
            source.session.receive(message);
        }
        source.says(new Message.Digests(List.of()));
        assertThat(source.failure().reason()).isEqualTo(Reason.LIMIT);
    }
}
