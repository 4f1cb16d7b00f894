package org.waybill.service.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.waybill.api.ServiceException;
import org.waybill.api.catalog.Host;

class FormatsTest {
    private final Formats show = new Formats(Clock.systemUTC());

    @Test
    void entriesOfTheCatalogueAreToldInWords() {
        assertThat(show.detail("import: Relay[id=1, version=0, name=r, x, host=a.example, port=7411, fingerprint=, "
                        + "capacityBitsPerSecond=null, lastSeen=2026-11-21T17:06:15Z]"))
                .isEqualTo("import: name r, x, host a.example, port 7411, last seen 2026-11-21T17:06:15Z");
        assertThat(show.detail(new Host(3, 1, "dtn", "", List.of("192.0.2.1", "2001:db8::1")).toString()))
                .isEqualTo("name dtn, addresses 192.0.2.1, 2001:db8::1");
        assertThat(show.detail(new Host(3, 1, "dtn", "", List.of()).toString())).isEqualTo("name dtn");
    }

    @Test
    void aDatabaseThatIsAwayIsNoInternalError() {
        assertThat(ConsolePages.title(ServiceException.unavailable("the database is unavailable")))
                .isEqualTo("Unavailable");
    }

    @Test
    void otherDetailsStayAsTheyAre() {
        for (String text : List.of("", "from 127.0.0.1", "registered: r at [2001:db8::1]:7411", "a=b", "X[", "]")) {
            assertThat(show.detail(text)).isEqualTo(text);
        }
    }
}
