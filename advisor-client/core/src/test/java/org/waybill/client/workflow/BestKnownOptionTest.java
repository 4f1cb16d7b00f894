package org.waybill.client.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.waybill.client.endpoint.EndpointParser;
import org.waybill.client.workflow.BestKnownOption.Others;
import org.waybill.client.workflow.option.AdviceRequest;
import org.waybill.engine.filter.EntryFilter;

class BestKnownOptionTest {
    private static final String HOST = "dtn.example.org";

    private static AdviceRequest upload(String destination) throws Exception {
        return AdviceRequest.of(EndpointParser.parse("/data/x"), EndpointParser.parse(destination));
    }

    private static AdviceRequest download(String source) throws Exception {
        return AdviceRequest.of(EndpointParser.parse(source), EndpointParser.parse("/data/x"));
    }

    @ParameterizedTest
    @CsvSource({
        "dtn.example.org:/data/, sftp, NONE",
        "sftp://dtn.example.org/data/, sftp, NONE",
        "scp://dtn.example.org/data/, scp, NONE",
        "ftp://dtn.example.org/data/, ftp, NONE",
        "ftps://dtn.example.org/data/, ftps, NONE",
        "gsiftp://dtn.example.org/data/, gsiftp, NONE",
        "http://dtn.example.org/data/, http, NONE",
        "https://dtn.example.org/data/, http, NONE",
        "davs://dtn.example.org/data/, http, NONE",
        "waybill://dtn.example.org/data/, tcp, OVER_RELAYS"
    })
    void theNamedProtocolOrSshIsTheBest(String place, String transport, Others others) throws Exception {
        Optional<BestKnownOption> known = Optional.of(new BestKnownOption(transport, others));
        assertThat(BestKnownOption.of(upload(place), List.of())).isEqualTo(known);
        assertThat(BestKnownOption.of(download(place), List.of())).isEqualTo(known);
    }

    @Test
    void itIsNotLessSecureThanWasAskedFor() throws Exception {
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
        assertThat(BestKnownOption.of(secure, List.of()).map(BestKnownOption::transport))
                .as("the same place, and encrypted")
                .contains("ftps");
    }

    @Test
    void onlyANodeThatIsPairedUnderTheHostsNameMayShowWhatSshShows() throws Exception {
        assertThat(BestKnownOption.of(upload(HOST + ":/data/"), List.of("192.0.2.1:7411", "DTN.example.org:7412")))
                .contains(new BestKnownOption("sftp", Others.AT_NODE));
        assertThat(BestKnownOption.of(upload(HOST + ":/data/"), List.of("192.0.2.1:7411", "x" + HOST + ":7411")))
                .contains(new BestKnownOption("sftp", Others.NONE));
        assertThat(BestKnownOption.of(upload("sftp://" + HOST + "/data/"), List.of(HOST + ":7411")))
                .contains(new BestKnownOption("sftp", Others.AT_NODE));
        assertThat(BestKnownOption.of(upload("ftps://" + HOST + "/data/"), List.of(HOST + ":7411")))
                .as("an FTP server's root is often its own")
                .contains(new BestKnownOption("ftps", Others.NONE));
    }

    @Test
    void whatOnlyAScriptCopiesAndWhatIsBetweenTwoOthersOrOnThisMachineNeedsAdvice() throws Exception {
        AdviceRequest third =
                AdviceRequest.of(EndpointParser.parse("a.example.org:/x"), EndpointParser.parse("b.example.org:/y"));
        assertThat(BestKnownOption.of(third, List.of())).isEmpty();
        assertThat(BestKnownOption.of(upload("/data/y"), List.of())).isEmpty();
        assertThat(BestKnownOption.of(upload("root://" + HOST + "//data/y"), List.of()))
                .isEmpty();
    }
}
