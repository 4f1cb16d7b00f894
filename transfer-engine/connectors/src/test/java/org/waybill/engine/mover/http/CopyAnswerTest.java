package org.waybill.engine.mover.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;

/** What servers say while they copy. */
class CopyAnswerTest {
    private static final String MARKER = """
        Perf Marker
            Timestamp: 1764374400
            Stripe Index: %d
            Stripe Bytes Transferred: %d
            Total Stripe Count: 2
            RemoteConnections: tcp:[::1]:1094
        End
        """;

    private final List<Long> heard = new ArrayList<>();
    private final AtomicLong clockNs = new AtomicLong();

    private CopyAnswer.Ending read(InputStream in) throws IOException, TransferException {
        return CopyAnswer.read(in, "https://a:1", 1000, Duration.ofSeconds(10), clockNs::get, heard::add);
    }

    private CopyAnswer.Ending read(String text) throws IOException, TransferException {
        return read(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void theBytesOfAllStripesAreProgress() throws Exception {
        CopyAnswer.Ending ending = read(
                MARKER.formatted(0, 100) + MARKER.formatted(1, 50) + MARKER.formatted(0, 400) + "success: Created\n");
        assertThat(ending.isSuccess()).isTrue();
        assertThat(ending.copiedBytes()).isEqualTo(450);
        assertThat(heard.getLast()).isEqualTo(450);
    }

    @ParameterizedTest
    @CsvSource({
        "'success: Created', 'success: Created', true",
        "'SUCCESS', success, true",
        "'success: Created\r\n', 'success: Created', true",
        "'failure: no space left\n', 'failure: no space left', false",
        "'success: Created\nfailure: but no', 'failure: but no', false",
        "'aborted: by administrator', 'aborted: by administrator', false",
        "'it was a success: not a verdict\n', , false"
    })
    void theLastVerdictCounts(String text, String said, boolean success) throws Exception {
        CopyAnswer.Ending ending = read(text);
        assertThat(ending.said()).isEqualTo(said);
        assertThat(ending.isSuccess()).isEqualTo(success);
        assertThat(ending.empty()).isFalse();
    }

    @Test
    void anAnswerWithoutAWordIsEmpty() throws Exception {
        assertThat(read("\r\n \n").empty()).isTrue();
    }

    @Test
    void controlCharactersOfAVerdictAreShownAsEscapes() throws Exception {
        String said = String.valueOf(read("failure: \u001b[2J\u202Egone\u0007").said());
        assertThat(said).startsWith("failure: ").doesNotContain("\u001b", "\u202e", "\u0007");
    }

    @Test
    void moreBytesThanTheFileHasEndTheCopy() {
        TransferException e = catchThrowableOfType(TransferException.class, () -> read(MARKER.formatted(0, 1001)));
        assertThat(e.reason()).isEqualTo(Reason.SOURCE_CHANGED);
        assertThat(catchThrowableOfType(
                                TransferException.class, () -> read(MARKER.formatted(0, 999_999_999_999_999_999L)))
                        .reason())
                .isEqualTo(Reason.SOURCE_CHANGED);
    }

    @Test
    void whatIsNoNumberIsNoProgress() throws Exception {
        assertThat(read("Stripe Bytes Transferred: -5\nStripe Bytes Transferred: 99999999999999999999\nsuccess:")
                        .copiedBytes())
                .isZero();
    }

    @Test
    void markersWithoutProgressEndTheCopyAfterAWhile() {
        InputStream endless = new InputStream() {
            @Override
            public int read() {
                throw new UnsupportedOperationException();
            }

            @Override
            public int read(byte[] into, int start, int length) {
                byte[] marker = MARKER.formatted(0, 5).getBytes(StandardCharsets.UTF_8);
                System.arraycopy(marker, 0, into, start, marker.length);
                clockNs.addAndGet(5_000_000_000L);
                return marker.length;
            }
        };
        TransferException e = catchThrowableOfType(TransferException.class, () -> read(endless));
        assertThat(e.reason()).isEqualTo(Reason.CONNECTION_LOST);
        assertThat(e).hasMessage("https://a:1 reports no progress of the copy for 10 s");
        assertThat(heard.getLast()).isEqualTo(5);
    }

    /** The clock of an answer that begins at 0 shows 60 s at the second question. */
    @Test
    void withAllBytesThereTheServerHasTimeForTheChecksum() throws Exception {
        InputStream in = new SequenceInputStream(
                new ByteArrayInputStream(MARKER.formatted(0, 1000).getBytes(StandardCharsets.UTF_8)),
                new ByteArrayInputStream((MARKER.formatted(0, 1000) + "success:").getBytes(StandardCharsets.UTF_8)) {
                    @Override
                    public synchronized int read(byte[] into, int start, int length) {
                        clockNs.set(60_000_000_000L);
                        return super.read(into, start, length);
                    }
                });
        assertThat(read(in).isSuccess()).isTrue();
    }

    @Test
    void aFloodOfMarkersEndsTheCopyAtOnce() {
        InputStream flood = new InputStream() {
            @Override
            public int read() {
                return '\n';
            }
        };
        TransferException e = catchThrowableOfType(TransferException.class, () -> read(flood));
        assertThat(e.reason()).isEqualTo(Reason.CONNECTION_LOST);
    }

    @Test
    void aLineWithoutEndIsRefused() {
        TransferException e = catchThrowableOfType(TransferException.class, () -> read("x".repeat(9_000)));
        assertThat(e.reason()).isEqualTo(Reason.LIMIT);
    }
}
