package org.waybill.cli.advise;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.client.endpoint.Endpoint;
import org.waybill.client.endpoint.EndpointParser;
import org.waybill.client.workflow.option.Candidate;
import org.waybill.client.workflow.option.SupportedPairs;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.Mover;
import org.waybill.engine.mover.engine.EngineMover;
import org.waybill.engine.overlay.RouteTokens;
import org.waybill.engine.testserver.TestCredentials;
import org.waybill.engine.testserver.TestMovers;
import org.waybill.protocol.Protocol;
import org.waybill.protocol.Protocols;
import org.waybill.protocol.Transport;

/** The guide's table of the endpoints between which {@code copy} copies. */
class SupportedPairsTest {
    private static final Path GUIDE = Path.of("../../docs/user-guide.md");
    private static final String HERE = "this machine";

    @TempDir
    private Path home;

    /** A cell: schemes of the source, schemes of the destination, what it says. */
    private record Cell(List<String> from, List<String> to, String says) {}

    private static List<Cell> cells() throws IOException {
        List<List<String>> rows = Files.readString(GUIDE)
                .transform(text -> text.substring(text.indexOf("### Between which endpoints")))
                .lines()
                .dropWhile(line -> !line.startsWith("|"))
                .takeWhile(line -> line.startsWith("|"))
                .map(line -> Stream.of(line.substring(2).split(" *\\| *")).toList())
                .toList();
        List<Cell> cells = new ArrayList<>();
        for (List<String> row : rows.subList(2, rows.size())) {
            for (int i = 1; i < row.size(); i++) {
                cells.add(new Cell(
                        schemes(row.getFirst()), schemes(rows.getFirst().get(i)), row.get(i)));
            }
        }
        return cells;
    }

    private static List<String> schemes(String text) {
        return List.of(text.replace("`", "").split(", "));
    }

    private static Endpoint at(String scheme, String host) throws TransferException {
        return EndpointParser.parse(scheme.equals(HERE) ? "/data/" + host : scheme + "://" + host + ".example.org/x");
    }

    @Test
    void everyCellOfTheGuidesTableIsTrueAndNoProtocolIsMissing() throws Exception {
        List<Cell> cells = cells();
        assertThat(cells.stream().flatMap(cell -> cell.to().stream()).distinct())
                .as("what copy has a client of")
                .containsExactlyInAnyOrderElementsOf(
                        Stream.concat(Stream.of(HERE, Protocol.SRM.scheme()), Protocols.movedSchemes().stream())
                                .toList());
        assertThat(cells.stream().flatMap(cell -> cell.from().stream()).distinct())
                .as("rows of what copy has a client of")
                .containsAll(Protocols.movedSchemes());
        for (Cell cell : cells) {
            for (String from : cell.from()) {
                for (String to : cell.to()) {
                    Endpoint source = at(from, "a");
                    Endpoint destination = at(to, "b");
                    String says = SupportedPairs.has(source, destination, false)
                            ? "yes"
                            : SupportedPairs.mayHave(source, destination, false, List.of()) ? "with WebDAV" : "no";
                    assertThat(says).as(from + " to " + to).isEqualTo(cell.says());
                    for (Candidate option : SupportedPairs.options(source, destination, false)) {
                        assertThat(mover(option.transport()).accepts(option.source(), option.destination()))
                                .as("a mover carries out " + option)
                                .isTrue();
                    }
                }
            }
        }
    }

    @Test
    void directoriesGoWhereFilesGoButNotToAndFromPlainWebServers() throws Exception {
        for (String from : Protocols.movedSchemes()) {
            boolean web = Protocols.named(from).orElseThrow().isReadMostly();
            for (String to : Stream.concat(Stream.of(HERE), Protocols.movedSchemes().stream())
                    .toList()) {
                Endpoint source = at(from, "a");
                assertThat(SupportedPairs.has(source, at(to, "b"), true))
                        .as(from + " to " + to)
                        .isEqualTo(SupportedPairs.has(source, at(to, "b"), false) && !web);
            }
        }
        for (String to : Protocols.movedSchemes()) {
            assertThat(SupportedPairs.has(at(HERE, "a"), at(to, "b"), true))
                    .as(to)
                    .isEqualTo(!Protocols.named(to).orElseThrow().isReadMostly());
        }
    }

    private Mover mover(String transport) {
        return Protocol.WAYBILL.transports().contains(Protocols.transport(transport))
                ? new EngineMover(home, RouteTokens.NONE)
                : TestMovers.named(transport, new TestCredentials());
    }

    @Test
    void dataGoDirectlyWhereTheGuideSaysSo() throws Exception {
        for (String from : Protocols.movedSchemes()) {
            for (String to : Protocols.movedSchemes()) {
                List<Candidate> options = SupportedPairs.options(at(from, "a"), at(to, "b"), false);
                boolean directly = from.equals(to)
                        && List.of(Protocol.GSIFTP, Protocol.FTP, Protocol.WAYBILL, Protocol.S3).stream()
                                .anyMatch(one -> one.scheme().equals(from));
                assertThat(options).as(from + " to " + to).allMatch(option -> option.throughHere() != directly);
            }
        }
        assertThat(SupportedPairs.options(at(HERE, "a"), at(HERE, "b"), false))
                .extracting(Candidate::transport)
                .containsExactly(Transport.LOCAL.name());
    }
}
