package org.waybill.client.probe.path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReverseTracerouteTest {
    @Test
    void theFarEndSaysFromWhereThisMachineComes() throws IOException {
        assertThat(ReverseTraceroute.clientAddress("192.0.2.7 51234 198.51.100.1 22\n")
                        .getHostAddress())
                .isEqualTo("192.0.2.7");
        assertThat(ReverseTraceroute.clientAddress("2001:db8::7 51234 2001:db8::1 22\n")
                        .getHostAddress())
                .isEqualTo("2001:db8:0:0:0:0:0:7");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a.example.org 1 b.example.org 22", "192.0.2.7", "-I 1 2 3", "192.0.2.7;reboot 1 2 3"})
    void whateverElseItSaysIsRefused(String said) {
        assertThatThrownBy(() -> ReverseTraceroute.clientAddress(said))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("SSH_CONNECTION");
    }
}
