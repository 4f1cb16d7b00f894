package org.waybill.engine.mover.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import org.waybill.engine.Location;
import org.waybill.engine.driver.RateLimit;
import org.waybill.engine.mover.StreamStore;
import org.waybill.engine.mover.meter.CopyTimes;
import org.waybill.engine.mover.meter.TransferMeter;

class SourceStreamTest {
    private static final int BYTES = 100_000;

    private final TransferMeter meter =
            new TransferMeter(InstantSource.system(), null, new CopyTimes(System::nanoTime));

    private SourceStream stream(int sourceBytes) throws Exception {
        InputStream in = new ByteArrayInputStream(new byte[sourceBytes]);
        Store source = StreamStore.provider(in, OutputStream.nullOutputStream()).open(Location.STREAM, (_, _) -> {});
        Entry log = new Entry("/log", Entry.Kind.FILE, BYTES, null, -1, null, true);
        return new SourceStream(in, source, log, meter, new RateLimit(0, System::nanoTime), Resume.Point.start(), null);
    }

    @Test
    void givesAllOfASourceThatIsAsLongAsItSaid() throws Exception {
        assertThat(stream(BYTES).readAllBytes()).hasSize(BYTES);
    }

    /** A server that has as many bytes as it was promised keeps them, even if the connection fails then. */
    @Test
    void keepsTheLastBytesBackOfASourceThatHasGrown() throws Exception {
        SourceStream grown = stream(BYTES + 1);
        ByteArrayOutputStream given = new ByteArrayOutputStream();
        assertThatThrownBy(() -> grown.transferTo(given)).hasMessageContaining("longer than the 100000 bytes");
        assertThat(given.size()).isLessThan(BYTES);
    }

    @Test
    void saysWhenAllIsGivenSoThatOnlyTheAnswerIsMissing() throws Exception {
        meter.beginSending();
        SourceStream all = stream(BYTES);
        all.readNBytes(BYTES - 1);
        assertThat(meter.awaitedBytes()).isEqualTo(-1);
        all.readNBytes(1);
        assertThat(meter.awaitedBytes()).isEqualTo(BYTES);
        meter.endSending(all.isHandedOver());
        assertThat(meter.awaitedBytes()).isEqualTo(-1);
    }
}
