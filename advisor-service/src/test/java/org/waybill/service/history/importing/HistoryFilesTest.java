package org.waybill.service.history.importing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.waybill.api.HistoryFormat;
import org.waybill.api.HistoryImport;
import org.waybill.api.Measurement;
import org.waybill.api.Quantity;
import org.waybill.api.TransferOutcome;
import org.waybill.service.provision.TestData;

class HistoryFilesTest {
    private static final Instant NOW = Instant.parse("2026-06-01T12:00:00Z");

    private static final String GOOD = line(
                    "20240107092754.223249",
                    "20240107092753.223249",
                    "/data/a.dat",
                    100_000_000,
                    "[192.0.2.7]",
                    "RETR",
                    "226")
            + " TASKID=none";

    private static String line(
            String end, String start, String file, long bytes, String peer, String type, String code) {
        return "DATE=" + end + " HOST=dtn.example.org PROG=globus-gridftp-server NL.EVNT=FTP_INFO START=" + start
                + " USER=u FILE=" + file + " BUFFER=0 BLOCK=262144 NBYTES=" + bytes
                + " VOLUME=/ STREAMS=4 STRIPES=1 DEST=" + peer + " TYPE=" + type + " CODE=" + code;
    }

    private static ImportResult read(HistoryFormat format, String text) {
        return HistoryFiles.read(new HistoryImport(format, "the.log", 1, text, "", ""), UnaryOperator.identity(), NOW);
    }

    private static ImportResult gridftp(String... lines) {
        return read(HistoryFormat.GRIDFTP_LOG, String.join("\n", lines) + "\n");
    }

    @Test
    void readsAGridFtpLineWithItsEndInDateAndTheServerAsSource() {
        TransferOutcome moved = gridftp(GOOD).transfers().getFirst();
        assertThat(moved.sourceHost()).isEqualTo("dtn.example.org");
        assertThat(moved.destinationHost()).isEqualTo("192.0.2.7");
        assertThat(moved.seconds()).isEqualTo(1);
        assertThat(moved.startedAt()).isEqualTo(Instant.parse("2024-01-07T09:27:53.223249Z"));
        assertThat(moved.bytes()).isEqualTo(100_000_000);
        assertThat(moved.streams()).isEqualTo(4);
        assertThat(moved.transport()).isEqualTo("gsiftp");
        assertThat(moved.status()).isEqualTo("OK");
    }

    @Test
    void storedFilesCameFromTheFarEndWhichTheCatalogueMayName() {
        String line = line("20240107092754.5", "20240107092753.5", "/a", 10, "1[192.0.2.7]", "STOR", "226");
        ImportResult imported = HistoryFiles.read(
                new HistoryImport(HistoryFormat.GRIDFTP_LOG, "l", 1, line, "", ""),
                address -> address.equals("192.0.2.7") ? "far.example.org" : address,
                NOW);
        assertThat(imported.transfers().getFirst().sourceHost()).isEqualTo("far.example.org");
        assertThat(imported.transfers().getFirst().destinationHost()).isEqualTo("dtn.example.org");
    }

    @Test
    void knowsTheFormatsVariants() {
        ImportResult imported = gridftp(
                // microseconds that were not padded: 2,102 of them
                line("20070215110703.2102", "20070215110702.763298", "//tmp/x", 55, "[192.0.2.1]", "RETR", "226"),
                // a file name with spaces, equals signs and what looks like a field
                line(
                        "20190731073329.026112",
                        "20190731073325.974689",
                        "/a b=c BUFFER=1 BLOCK=x",
                        3_064_334_152L,
                        "[192.0.2.2]",
                        "RETR",
                        "226"),
                "[24775] Thu Jul 27 12:59:42 2023 :: Transfer stats: " + GOOD,
                GOOD + " retrans=36,17,27",
                line("20190809091437.9", "20190809091437.8", "/x", 10, "[0.0.0.0]", "RETR", "226"),
                line("20190809091437.9", "20190809091437.8", "/x", 10, "[192.0.2.1]", "STOR", "426"),
                line("20190809091437.9", "20190809091437.8", "/x", 10, "[192.0.2.1]", "MLSD", "226"),
                "[24775] Thu Jul 27 12:59:42 2023 :: Configuration read from /etc/gridftp.conf.");
        assertThat(imported.problems()).isEmpty();
        List<TransferOutcome> moved = imported.transfers();
        assertThat(moved).hasSize(6);
        assertThat(moved.get(0).seconds()).isCloseTo(.238804, within(1e-9));
        assertThat(moved.get(1).bytes()).isEqualTo(3_064_334_152L);
        assertThat(moved.get(3).retransmittedBytes()).isEqualTo(80 * 1448);
        assertThat(moved.get(4).destinationHost()).isEqualTo("unknown");
        assertThat(moved.get(5).status()).isEqualTo("FTP_426");
        // the same record with another prefix is the same transfer
        assertThat(moved.get(2).id())
                .isEqualTo(gridftp(GOOD).transfers().getFirst().id());
    }

    @Test
    void whatIsNotYetOrWasBeforeFtpServersIsLeftOut() {
        ImportResult imported = gridftp(
                GOOD,
                line("20990107092754.5", "20990107092753.5", "/later", 10, "[192.0.2.1]", "RETR", "226"),
                line("19000107092754.5", "19000107092753.5", "/before", 10, "[192.0.2.1]", "RETR", "226"),
                line("20260601125959.5", "20260601125958.5", "/clock", 10, "[192.0.2.1]", "RETR", "226"));
        assertThat(imported.transfers()).hasSize(2);
        assertThat(imported.problems())
                .containsExactly(
                        "the.log:2: invalid time 2099-01-07T09:27:53.000005Z: expected 1990 or later, and not in the"
                                + " future: left out",
                        "the.log:3: invalid time 1900-01-07T09:27:53.000005Z: expected 1990 or later, and not in the"
                                + " future: left out");
    }

    @Test
    void aBadLineCostsItselfAloneAndIsToldByItsNumber() {
        ImportResult imported = gridftp(
                GOOD,
                GOOD.substring(0, 150),
                GOOD.substring(40),
                line(
                        "20240107092753.500000",
                        "20240107092753.300000",
                        "/fast",
                        3_064_334_152L,
                        "[192.0.2.1]",
                        "RETR",
                        "226"),
                line("20240107092753.5", "20240107092754.5", "/back", 10, "[192.0.2.1]", "RETR", "226"),
                line("20241307092753.5", "20240107092754.5", "/month", 10, "[192.0.2.1]", "RETR", "226"),
                line("20240107092753.5", "20240107092753.5", "/instant", 10, "[192.0.2.1]", "RETR", "226"),
                line("20240107092754.5", "20240107092753.5", "/good", 10, "[192.0.2.1]", "RETR", "226"));
        assertThat(imported.transfers()).hasSize(2);
        assertThat(imported.problemCount()).isEqualTo(6);
        assertThat(imported.problems().get(0)).startsWith("the.log:2: incomplete transfer record");
        assertThat(imported.problems().get(1)).startsWith("the.log:3: incomplete transfer record");
        assertThat(imported.problems().get(2)).isEqualTo("the.log:4: an implausible rate of 123 Gbit/s: left out");
        assertThat(imported.problems().get(3)).isEqualTo("the.log:5: it ends -1.000000 s after its start: left out");
        assertThat(imported.problems().get(4)).startsWith("the.log:6: invalid time '20241307092753.5'");
        assertThat(imported.problems().get(5)).isEqualTo("the.log:7: a transfer of 0 s: left out");
    }

    @Test
    void damagedTextIsNeverTakenForATransferOfAnotherLineNorEndsTheImport() {
        Random random = new Random(42);
        for (int i = 0; i < 2_000; i++) {
            StringBuilder damaged = new StringBuilder(GOOD);
            for (int change = 0; change < 1 + i % 5; change++) {
                damaged.setCharAt(random.nextInt(damaged.length()), (char) (1 + random.nextInt(300)));
            }
            ImportResult imported = gridftp(damaged.toString(), GOOD);
            assertThat(imported.transfers()).as(damaged.toString()).hasSizeBetween(1, 3);
            assertThat(imported.transfers().getLast().bytes()).isEqualTo(100_000_000);
            assertThat(imported.problems()).allMatch(problem -> problem.chars().noneMatch(Character::isISOControl));
        }
    }

    private static String fts(String source, long startMillis, long endMillis, long bytes, String state) {
        return "{\"data\":{\"src_url\":\"" + source + "\",\"dst_url\":\"srm://se.example.net:8443/srm?SFN=/x y\","
                + "\"f_size\":" + bytes + ",\"nstreams\":0,\"tr_timestamp_start\":" + startMillis
                + ",\"tr_timestamp_complete\":\"" + endMillis + "\",\"t_final_transfer_state\":\"" + state
                + "\",\"tr_error_category\":\"TRANSFER TIMEOUT\",\"tr_id\":\"id " + startMillis + "\"}}";
    }

    @Test
    void readsFtsMessagesOneALineAndABrokenOneCostsItself() {
        String good = fts("davs://a.example.org/f", 1_493_217_290_323L, 1_493_217_344_240L, 10_556_847, "Ok");
        ImportResult imported = read(
                HistoryFormat.FTS,
                good + "\n" + good.substring(0, 90) + "\n"
                        + fts("srm://b.example.org:8444/m?SFN=/f", 5_000, 4_000, 1, "Ok") + "\n{\"data\":{}}\n"
                        + fts("srm://b.example.org:8444/m?SFN=/f", 1_500_000_004_000L, 1_500_000_005_000L, 1, "Error")
                        + "\n");
        assertThat(imported.transfers()).hasSize(2);
        TransferOutcome moved = imported.transfers().getFirst();
        assertThat(moved.sourceHost()).isEqualTo("a.example.org");
        assertThat(moved.destinationHost()).isEqualTo("se.example.net");
        assertThat(moved.seconds()).isCloseTo(53.917, within(1e-9));
        assertThat(moved.streams()).isEqualTo(1);
        assertThat(moved.transport()).isEqualTo("gsiftp");
        assertThat(imported.transfers().get(1).status()).isEqualTo("FTS_TRANSFER_TIMEOUT");
        assertThat(imported.problems())
                .satisfiesExactly(
                        problem -> assertThat(problem).startsWith("the.log:2: not valid JSON"),
                        problem -> assertThat(problem).startsWith("the.log:3: it ends"),
                        problem -> assertThat(problem).startsWith("the.log:4: no src_url"));
    }

    @Test
    void readsADocumentOverSeveralLinesUpToWhereItIsCut() {
        String two = "[\n" + fts("srm://a.example.org/f", 1_500_000_001_000L, 1_500_000_002_000L, 5, "Ok") + ",\n"
                + fts("srm://a.example.org/f", 1_500_000_003_000L, 1_500_000_004_000L, 5, "Ok")
                        .replace(",", ",\n");
        ImportResult imported = read(HistoryFormat.FTS, two.substring(0, two.length() - 20));
        assertThat(imported.transfers()).hasSize(1);
        assertThat(imported.problems()).hasSize(1).first().asString().startsWith("the.log:3: not valid JSON");
    }

    @Test
    void readsPerfSonarSamplesInSecondsAndMillisecondsBetweenTheHostsNamed() {
        String text = "[{\"ts\":1382995070,\"val\":7.2e9},\n{\"ts\":1382995070000,\"val\":1e9,\"is_valid\":1},\n"
                + "{\"ts\":1382995071,\"val\":5,\"is_valid\":0},\n{\"ts\":1382995072,\"val\":{\"3\":1}},\n"
                + "{\"ts\":1382995073,\"val\":1e15},\n{\"speed\":3}]";
        ImportResult imported = HistoryFiles.read(
                new HistoryImport(HistoryFormat.PERFSONAR, "p.json", 1, text, "a.example", "b.example"),
                UnaryOperator.identity(),
                NOW);
        assertThat(imported.measurements())
                .extracting(Measurement::measuredAt)
                .containsExactly(Instant.ofEpochSecond(1_382_995_070), Instant.ofEpochSecond(1_382_995_070));
        assertThat(imported.measurements())
                .extracting(Measurement::quantity)
                .containsOnly(Quantity.BULK_TRANSFER_CAPACITY);
        assertThat(imported.problems())
                .satisfiesExactly(
                        problem -> assertThat(problem).startsWith("p.json:4: ts and val must be numbers"),
                        problem -> assertThat(problem).startsWith("p.json:5: an implausible rate"),
                        problem -> assertThat(problem).startsWith("p.json:6: neither a sample"));
        assertThat(read(HistoryFormat.PERFSONAR, text).problems().getFirst())
                .contains("name the source and the destination");
    }

    @Test
    void readsPSchedulerResults() {
        ImportResult imported = read(HistoryFormat.PERFSONAR, """
            {"schedule":{"start":"2024-02-19T04:35:50-05:00"},"test":{"type":"throughput","spec":{
            "source":"A.example","dest":"b.example"}},
            "result":{"succeeded":true,"summary":{"summary":{"throughput-bits":9.4e9}}}}
            {"schedule":{"start":"2024-02-19T04:35:50Z"},"test":{"type":"rtt","spec":{"source":"a.example",
            "dest":"b.example"}},"result":{"succeeded":true,"mean":"PT0.0123S","loss":0.1,"roundtrips":[{},{}]}}
            {"schedule":{"start":"2024-02-19T04:35:50Z"},"test":{"type":"rtt","spec":{"dest":"b.example"}},
            "result":{"succeeded":true,"mean":"PT0.0123S"}}
            """);
        assertThat(imported.measurements()).extracting(Measurement::value).containsExactly(9.4e9, 12.3, .1);
        assertThat(imported.measurements()).extracting(Measurement::sourceHost).containsOnly("a.example");
        assertThat(imported.problems()).hasSize(1).first().asString().startsWith("the.log:6: a result needs");
    }

    private static String shared(String file) throws IOException {
        return Files.readString(TestData.file(file));
    }

    @Test
    void readsTheRealGridFtpLogsAndLeavesOutThePlantedRate() throws IOException {
        ImportResult variants = read(HistoryFormat.GRIDFTP_LOG, shared("transfer-logs/gridftp.format-variants.log"));
        assertThat(variants.problems()).isEmpty();
        assertThat(variants.transfers()).hasSize(6);
        assertThat(variants.transfers())
                .extracting(TransferOutcome::status)
                .containsExactly("FTP_227", "OK", "OK", "OK", "OK", "OK");
        ImportResult nersc = read(HistoryFormat.GRIDFTP_LOG, shared("transfer-logs/gridftp.nersc-2019.log"));
        assertThat(nersc.transfers()).hasSize(10);
        assertThat(nersc.problems()).containsExactly("the.log:11: an implausible rate of 123 Gbit/s: left out");
    }

    @Test
    void readsTheRealFtsMessageAndPerfSonarSamples() throws IOException {
        TransferOutcome moved = read(HistoryFormat.FTS, shared("transfer-logs/fts_complete_message.json"))
                .transfers()
                .getFirst();
        assertThat(moved.bytes()).isEqualTo(10_556_847);
        assertThat(moved.seconds()).isCloseTo(53.917, within(1e-9));
        assertThat(moved.sourceHost()).isEqualTo("storm-fe.cr.cnaf.infn.it");
        ImportResult samples = HistoryFiles.read(
                new HistoryImport(
                        HistoryFormat.PERFSONAR, "e", 1, shared("perfsonar/esmond.throughput_data.json"), "a", "b"),
                UnaryOperator.identity(),
                NOW);
        assertThat(samples.problems()).isEmpty();
        assertThat(samples.measurements()).hasSizeGreaterThan(500);
    }
}
