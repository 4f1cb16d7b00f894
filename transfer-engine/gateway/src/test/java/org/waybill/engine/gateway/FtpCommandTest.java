package org.waybill.engine.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Lines of control channels. */
class FtpCommandTest {
    private static FtpCommand protectedLine(String line) {
        return FtpCommand.parseEnded(line.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** A line inside a security token comes with its end. */
    @Test
    void aProtectedLineKeepsTheBlanksThatEndAName() {
        for (String end : new String[] {"", "\n", "\r\n"}) {
            assertThat(protectedLine("stor a " + end)).isEqualTo(new FtpCommand("STOR", "a ", true));
        }
        assertThat(protectedLine("QUIT\r\n")).isEqualTo(new FtpCommand("QUIT", "", true));
        assertThat(protectedLine("DELE a\u00e9\r\n").isText()).isFalse();
    }
}
