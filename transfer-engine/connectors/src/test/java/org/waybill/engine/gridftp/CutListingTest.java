package org.waybill.engine.gridftp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;

class CutListingTest {
    private static final String PURE_FTPD = "226-Options: -a -l \r\n226 Output truncated to 3 matches\r\n";

    @Test
    void aListingThatTheServerCutOffIsRefusedThoughItReportsSuccess() {
        TransferException e =
                catchThrowableOfType(TransferException.class, () -> CutListing.refuse("/data/many", PURE_FTPD));
        assertThat(e.reason()).isEqualTo(Reason.LIMIT);
        assertThat(e).hasMessageContainingAll("/data/many", "Output truncated to 3 matches");
        assertThat(CutListing.judged(FtpReply.of(226, "Output truncated to 3 matches"))
                        .isPositive())
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "226 Directory send OK.",
                "226-Options: -a -l \r\n226 3 matches total",
                "226 Transfer of /truncated to-do list/ complete"
            })
    void theEndOfAWholeListingIsNot(String end) {
        assertThat(CutListing.in(end)).isEmpty();
        FtpReply complete = FtpReply.of(226, end);
        assertThat(CutListing.judged(complete)).isEqualTo(complete);
    }
}
