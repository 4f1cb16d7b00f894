package org.waybill.cli.advise;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.waybill.client.discovery.HostFindings;
import org.waybill.client.discovery.PortFinding;
import org.waybill.client.discovery.PortState;
import org.waybill.client.discovery.ProtocolUsability;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.endpoint.EndpointParser;
import org.waybill.client.workflow.option.Candidate;
import org.waybill.client.workflow.option.Candidates;
import org.waybill.protocol.Protocol;

class MoveChoiceTest {

    /** An anonymous FTP server's /up is seldom the machine's own: by SSH the same path would be another directory. */
    @ParameterizedTest
    @CsvSource({
        "ftp://dtn.example.org/up/, SFTP, true",
        "gsiftp://dtn.example.org/up/, SFTP, true",
        "sftp://dtn.example.org/up/, GSIFTP, true",
        "sftp://dtn.example.org/up/, SCP, false",
        "ftp://dtn.example.org/up/, FTPS, false",
        "dtn.example.org:/up/, GSIFTP, false",
        "http://dtn.example.org/up/, DAV, false"
    })
    void aPathNamedForOneProtocolIsNotTakenForAnothersUnasked(String named, Protocol found, boolean elsewhere)
            throws Exception {
        Endpoint source = EndpointParser.parse("/tmp/f1");
        Endpoint destination = EndpointParser.parse(named);
        ProtocolUsability.Ends ends = new ProtocolUsability.Ends(
                source,
                null,
                destination,
                new HostFindings(
                        "dtn.example.org",
                        List.of("192.0.2.1"),
                        List.of(new PortFinding(found, found.defaultPort(), PortState.OPEN, "", Set.of(), 1.0))));

        List<Candidate> options = Candidates.of(ends, ProtocolUsability.judge(ends), 0, false);

        assertThat(options)
                .isNotEmpty()
                .allMatch(option -> MoveChoice.mayBeElsewhere(source, destination, option) == elsewhere);
    }
}
