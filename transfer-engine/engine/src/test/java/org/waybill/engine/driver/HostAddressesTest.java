package org.waybill.engine.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.net.ConnectException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.link.NodeAddress;
import org.waybill.engine.testserver.TestNames;

class HostAddressesTest {
    @Test
    void aLookUpThatIsBrokenOffSaysNothingOfTheHost() {
        Thread.currentThread().interrupt();
        TransferException ended =
                catchThrowableOfType(TransferException.class, () -> new NodeAddress("127.0.0.1", 1).resolve());
        assertThat(Thread.interrupted()).isTrue();
        assertThat(ended.reason()).isEqualTo(Reason.INTERRUPTED);
    }

    /** Each of many connections waited 4 s for the dead one. */
    @Test
    void theAddressThatAnsweredIsTriedFirstNextTime() throws Exception {
        List<String> tried = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            HostAddresses.connect(TestNames.TWO_ADDRESSES, 7, 1_000, (address, _) -> {
                tried.add(address.getAddress().getHostAddress());
                if (tried.size() == 1) {
                    throw new SocketTimeoutException();
                }
                return address;
            });
        }
        assertThat(tried).containsExactly("127.0.0.9", "127.0.0.1", "127.0.0.1");
    }

    /** An address that there is no route to from here, of IPv6 for example, ended the search, and hid the others. */
    @Test
    void anAddressWithoutARouteIsOneThatDoesNotAnswer() throws Exception {
        List<String> tried = new ArrayList<>();
        assertThatThrownBy(() -> HostAddresses.connect(TestNames.TWO_ADDRESSES, 8, 1_000, (address, _) -> {
                    tried.add(address.getAddress().getHostAddress());
                    throw tried.size() == 1
                            ? new SocketTimeoutException("timed out")
                            : new SocketException("Network is unreachable");
                }))
                .isInstanceOf(ConnectException.class)
                .hasMessageContaining("none of its addresses answers (127.0.0.9: ");
        assertThat(tried).containsExactly("127.0.0.9", "127.0.0.1");
    }

    @Test
    void whatThisMachineBreaksOffIsTriedNowhereElse() {
        List<String> tried = new ArrayList<>();
        assertThatThrownBy(() -> HostAddresses.connect(TestNames.TWO_ADDRESSES, 9, 1_000, (address, _) -> {
                    tried.add(address.getAddress().getHostAddress());
                    throw new SocketException("Socket closed");
                }))
                .hasMessage("Socket closed");
        assertThat(tried).hasSize(1);
    }
}
