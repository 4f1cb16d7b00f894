package org.waybill.client.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.waybill.api.StorageClass;
import org.waybill.api.TransferOutcome;
import org.waybill.client.endpoint.EndpointParser;
import org.waybill.client.workflow.option.AdviceRequest;
import org.waybill.client.workflow.survey.LocalAddresses;
import org.waybill.engine.filter.EntryFilter;

class BestKnownOptionTest {
    private static final String HOST = "dtn.example.org";

    private static AdviceRequest upload(String destination) throws Exception {
        return AdviceRequest.of(EndpointParser.parse("/data/x"), EndpointParser.parse(destination));
    }

    private static TransferOutcome past(int minute, String transport, String via, String status) {
        return new TransferOutcome(
                transport + minute,
                LocalAddresses.name(),
                HOST,
                transport,
                via,
                1,
                StorageClass.DISK,
                1 << 20,
                1,
                Instant.EPOCH.plusSeconds(60L * minute),
                2,
                0,
                0,
                status,
                null,
                null,
                null,
                "");
    }

    private static Optional<BestKnownOption> known(String destination, TransferOutcome... past) throws Exception {
        return BestKnownOption.of(upload(destination), List.of(past), List.of());
    }

    @Test
    void withoutHistoryTheNamedProtocolOrSshIsTheBest() throws Exception {
        assertThat(known(HOST + ":/data/")).contains(new BestKnownOption("sftp", true));
        assertThat(known("sftp://" + HOST + "/data/")).contains(new BestKnownOption("sftp", true));
        assertThat(known("scp://" + HOST + "/data/").orElseThrow().transport()).isEqualTo("scp");
        assertThat(known("ftps://" + HOST + "/data/").orElseThrow().transport()).isEqualTo("ftps");
        assertThat(known("waybill://" + HOST + "/data/")).contains(new BestKnownOption("tcp", false));
    }

    @Test
    void theLastThatSucceededBetweenTheseHostsIsTaken() throws Exception {
        TransferOutcome earlier = past(1, "sftp", "", "OK");
        TransferOutcome later = past(2, "scp", "", "OK");
        TransferOutcome failed = past(3, "sftp", "", "UNREACHABLE");
        assertThat(known(HOST + ":/data/", failed, later, earlier)).contains(new BestKnownOption("scp", true));
        assertThat(known("other.example.org:/data/", later).orElseThrow().transport())
                .as("another pair")
                .isEqualTo("sftp");
    }

    @Test
    void neitherHistoryNorOrderLeadToLessThanWasNamed() throws Exception {
        assertThat(known(HOST + ":/data/", past(1, "ftp", "", "OK")))
                .as("in clear, and perhaps another place")
                .contains(new BestKnownOption("sftp", false));
        assertThat(known("ftps://" + HOST + "/data/", past(1, "ftp", "", "OK"))
                        .orElseThrow()
                        .transport())
                .isEqualTo("ftps");
        assertThat(known("waybill://" + HOST + "/data/", past(1, "plut", "", "OK"))
                        .orElseThrow()
                        .transport())
                .as("the path is not said to be ours alone")
                .isEqualTo("tcp");
        AdviceRequest secure = new AdviceRequest(
                EndpointParser.parse("/data/x"),
                EndpointParser.parse("ftp://" + HOST + "/data/"),
                null,
                List.of(),
                true,
                null,
                false,
                0,
                List.of(),
                EntryFilter.ALL);
        assertThat(BestKnownOption.of(secure, List.of(), List.of()).map(BestKnownOption::transport))
                .as("the same place, and encrypted")
                .contains("ftps");
    }

    @Test
    void aPairedNodeOrRelayOrAnotherProtocolsHistoryIsAReasonForAdvice() throws Exception {
        AdviceRequest request = upload(HOST + ":/data/");
        assertThat(BestKnownOption.of(request, List.of(), List.of(HOST + ":7411")))
                .contains(new BestKnownOption("sftp", false));
        assertThat(BestKnownOption.of(request, List.of(), List.of("192.0.2.1:7411")))
                .as("the same host by another name, perhaps")
                .contains(new BestKnownOption("sftp", false));
        assertThat(known(HOST + ":/data/", past(1, "tcp", "relay.example.org:7411", "OK")))
                .contains(new BestKnownOption("sftp", false));
    }

    @Test
    void betweenTwoOthersOrOnThisMachineNothingIsKnown() throws Exception {
        AdviceRequest third =
                AdviceRequest.of(EndpointParser.parse("a.example.org:/x"), EndpointParser.parse("b.example.org:/y"));
        assertThat(BestKnownOption.of(third, List.of(), List.of())).isEmpty();
        assertThat(known("/data/y")).isEmpty();
    }
}
