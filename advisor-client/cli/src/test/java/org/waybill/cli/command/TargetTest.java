package org.waybill.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.waybill.client.endpoint.EndpointNames;
import org.waybill.engine.mover.sshconfig.SshConfig;

class TargetTest {
    private static final EndpointNames NAMES = new EndpointNames(Map.of(), SshConfig.NONE);

    @ParameterizedTest
    @CsvSource({
        "dtn.example.org, dtn.example.org",
        "192.0.2.7, 192.0.2.7",
        "2001:db8::1, 2001:db8::1",
        "[2001:db8::1], 2001:db8::1",
        "user@[2001:db8::1], 2001:db8::1",
        "'::1', ::1",
        "user@[2001:db8::1]:/data, 2001:db8::1",
        "sftp://[2001:db8::1]/data, 2001:db8::1"
    })
    void aHostIsNamedInEveryUsualForm(String text, String host) throws Exception {
        assertThat(Target.parse(NAMES, text).host()).isEqualTo(host);
        assertThat(Target.parse(NAMES, text).isLocal()).isFalse();
    }

    @Test
    void aDotOrAPathIsThisMachine() throws Exception {
        assertThat(Target.parse(NAMES, ".").isLocal()).isTrue();
        assertThat(Target.parse(NAMES, "./[2001:db8::1]").isLocal()).isTrue();
    }
}
