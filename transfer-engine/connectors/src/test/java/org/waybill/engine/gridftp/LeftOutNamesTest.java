package org.waybill.engine.gridftp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LeftOutNamesTest {
    private static final String TWELVE = "12 names with CR or LF, or not UTF-8";

    @Test
    void whatAListingLeftOutIsReadFromItsEnd() {
        FtpReply complete = FtpReply.of(226, "Transfer complete.");

        assertThat(LeftOutNames.in(LeftOutNames.reported(complete, 12).text())).contains(TWELVE);
        assertThat(LeftOutNames.in(LeftOutNames.reported(complete, 0).text())).isEmpty();
        assertThat(LeftOutNames.in("Left out, because FTP cannot carry CR or LF in a name."))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"CR or LF in a name", "a name of more than 4096 bytes"})
    void itIsReadInTheWordsOfOtherBuildsToo(String names) {
        assertThat(LeftOutNames.in("226 Transfer complete. Left out, because FTP cannot carry " + names + ": 12.\r\n"))
                .contains(TWELVE);
    }
}
