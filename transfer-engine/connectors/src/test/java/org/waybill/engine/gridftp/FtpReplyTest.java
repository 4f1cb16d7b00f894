package org.waybill.engine.gridftp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class FtpReplyTest {
    /** A reader of lines may end one at CR or LF, and would then read the rest of a name as a reply. */
    @Test
    void aNameWithALineBreakDoesNotSplitAReply() {
        assertThat(FtpReply.of(257, "\"a\r226 Done.\" created").printable().wireLines())
                .containsExactly("257 \"a\\r226 Done.\" created");
        assertThat(new FtpReply(250, List.of("Listing", "Type=file; /a\nb", "End"))
                        .printable()
                        .wireLines())
                .containsExactly("250-Listing", " Type=file; /a\\nb", "250 End");
    }

    @Test
    void otherNamesAreToldAsTheyAreButForRefusals() {
        String odd = "\"tab\there ü\" created";
        assertThat(FtpReply.of(257, odd).printable()).isEqualTo(FtpReply.of(257, odd));
        assertThat(FtpReply.of(550, odd).printable().text()).isEqualTo("\"tab\\there ü\" created");
    }
}
