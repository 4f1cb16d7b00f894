package org.waybill.cli.advise;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.waybill.client.endpoint.EndpointParser;
import picocli.CommandLine;

class PreferOptionTest {
    /** Behind a jump host or a proxy: {@code --prefer scp} was ignored. */
    @Test
    void ofTheOnlyServersTransportsThePreferredOneIsTaken() throws Exception {
        PreferOption prefer = CommandLine.populateCommand(new PreferOption(), "--prefer", "gsiftp,scp,sftp");
        assertThat(prefer.transport(EndpointParser.parse("dtn.example.org:/x"), "sftp"))
                .isEqualTo("scp");
        assertThat(prefer.transport(EndpointParser.parse("ftp://dtn.example.org/x"), "ftp"))
                .isEqualTo("ftp");
    }
}
