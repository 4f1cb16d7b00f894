package org.waybill.engine.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.junit.jupiter.api.Test;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.link.NodeAddress;

class HostAddressesTest {
    @Test
    void aLookUpThatIsBrokenOffSaysNothingOfTheHost() {
        Thread.currentThread().interrupt();
        TransferException ended =
                catchThrowableOfType(TransferException.class, () -> new NodeAddress("127.0.0.1", 1).resolve());
        assertThat(Thread.interrupted()).isTrue();
        assertThat(ended.reason()).isEqualTo(Reason.INTERRUPTED);
    }
}
