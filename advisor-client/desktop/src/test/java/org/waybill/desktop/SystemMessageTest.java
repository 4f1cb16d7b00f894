package org.waybill.desktop;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SystemMessageTest {
    @Test
    void namesAreNeitherOptionsNorMarkupNorScript() {
        assertThat(SystemMessage.command("Linux", "Not copied", "-x <b>&"))
                .endsWith("--", "Not copied", "-x &lt;b&gt;&amp;");
        assertThat(SystemMessage.command("Mac OS X", "Not copied", "\" & quit"))
                .endsWith("--", "Not copied", "\" & quit");
        assertThat(SystemMessage.command("Plan 9", "a", "b")).isEmpty();
    }
}
