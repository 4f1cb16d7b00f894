package org.waybill.service.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.waybill.api.Checksum;
import org.waybill.api.DataQuery;
import org.waybill.api.FoundData;
import org.waybill.api.FoundFile;
import org.waybill.api.Replica;
import org.waybill.api.ServiceException;

/** Look-ups in catalogues and indexes of a Replica Location Service, and in things that are none. */
@Timeout(60)
class ReplicaLocationServiceTest {
    private static final String MD5 = "0123456789abcdef0123456789abcdef";

    @TempDir
    private Path home;

    private FoundData find(Duration patience, String query, int limit, String... lines) throws IOException {
        Files.write(home.resolve("data-catalogues"), List.of(lines));
        return new DataDiscovery(home, _ -> List.of(), patience).find(new DataQuery(query, "", limit, ""));
    }

    private FoundData find(String query, String... lines) throws IOException {
        return find(Duration.ofSeconds(20), query, 100, lines);
    }

    @Test
    void aCatalogueListsTheCopiesOfALogicalNameWithSizeAndChecksum() throws IOException {
        try (RlsServer catalogue = RlsServer.catalogue()) {
            catalogue.copies.put(
                    "run7.h5",
                    List.of(
                            "gsiftp://a.example:2811/d/run7.h5",
                            "gsiftp://b.example/e/run7.h5",
                            "file:/local/run7.h5"));
            catalogue.copies.put("run8.h5", List.of("gsiftp://a.example/d/run8.h5"));
            catalogue.attributes.put("size run7.h5", "5000000000");
            catalogue.attributes.put("filechecksum run7.h5", "md5:" + MD5);
            FoundData found = find("run7.h5", "rls " + catalogue.url());
            assertThat(found.problems()).isEmpty();
            assertThat(found.catalogues()).containsExactly("127.0.0.1");
            FoundFile file = found.files().getFirst();
            assertThat(found.files()).hasSize(1);
            assertThat(file.name()).isEqualTo("run7.h5");
            assertThat(file.bytes()).isEqualTo(5_000_000_000L);
            assertThat(file.checksums()).containsExactly(new Checksum("md5", MD5));
            assertThat(file.replicas()).extracting(Replica::host).containsExactly("a.example", "b.example");
            assertThat(catalogue.calls)
                    .containsExactly(
                            "lrc_get_pfn run7.h5 0 100",
                            "rli_get_lrc run7.h5 0 100",
                            "lrc_attr_value_get_bulk size 0 run7.h5",
                            "lrc_attr_value_get_bulk filechecksum 0 run7.h5");
        }
    }

    @Test
    void anIndexLeadsToTheCataloguesThatItsLineAllows() throws IOException {
        try (RlsServer index = RlsServer.index();
                RlsServer one = RlsServer.catalogue();
                RlsServer two = RlsServer.catalogue();
                RlsServer third = RlsServer.catalogue()) {
            one.copies.put("x.dat", List.of("gsiftp://a.example/x.dat"));
            two.copies.put("x.dat", List.of("gsiftp://b.example/x.dat"));
            third.copies.put("x.dat", List.of("gsiftp://c.example/x.dat"));
            // indexes name catalogues by the scheme with authentication too
            index.catalogues.put(
                    "x.dat", List.of(one.url(), two.url().replace("rlsn:", "rls:"), third.url(), "rls:///"));
            FoundData found =
                    find("x.dat", "rls " + index.url() + " 127.0.0.1:" + one.port() + ",127.0.0.1:" + two.port());
            assertThat(found.files()).hasSize(1);
            assertThat(found.files().getFirst().replicas())
                    .extracting(Replica::host)
                    .containsExactly("a.example", "b.example");
            assertThat(found.problems())
                    .hasSize(2)
                    .first()
                    .asString()
                    .contains(third.url())
                    .contains("data-catalogues does not allow");
            assertThat(third.calls).isEmpty();
            assertThat(find("y.dat", "rls " + index.url()).files()).isEmpty();
        }
    }

    @Test
    void aServerMayBeCatalogueAndIndexOfItself() throws IOException {
        try (RlsServer both = RlsServer.both()) {
            both.copies.put("lfn:///grid/x.dat", List.of("gsiftp://a.example/x.dat"));
            both.catalogues.put("lfn:///grid/x.dat", List.of(both.url()));
            FoundData found = find("lfn:///grid/x.dat", "rls " + both.url());
            assertThat(found.problems()).isEmpty();
            assertThat(found.files()).extracting(FoundFile::name).containsExactly("grid/x.dat");
        }
    }

    @Test
    void patternsAreThoseOfFileNamesAndStopAtTheLimit() throws IOException {
        try (RlsServer both = RlsServer.both()) {
            for (String name : List.of("run_1.h5", "run_2.h5", "run_3.h5", "runs1.h5", "x")) {
                both.copies.put(name, List.of("gsiftp://a.example/" + name));
            }
            both.withoutPatterns = true;
            FoundData found = find(Duration.ofSeconds(20), "run_?.h*", 2, "rls " + both.url());
            assertThat(found.files()).extracting(FoundFile::name).containsExactly("run_1.h5", "run_2.h5");
            assertThat(found.problems())
                    .containsExactly("127.0.0.1: more than 2 names", "127.0.0.1: catalogues: unsupported operation");
            assertThat(both.calls.getFirst()).isEqualTo("lrc_get_pfn_wc run\\__.h% 0 2");
        }
    }

    @Test
    void aCatalogueThatIsDownCostsALine() throws IOException {
        try (RlsServer index = RlsServer.index();
                RlsServer one = RlsServer.catalogue();
                ServerSocket gone = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            one.copies.put("x.dat", List.of("gsiftp://a.example/x.dat"));
            gone.close();
            index.catalogues.put("x.dat", List.of("rlsn://127.0.0.1:" + gone.getLocalPort(), one.url()));
            FoundData found = find(
                    "x.dat", "rls " + index.url() + " 127.0.0.1:" + one.port() + ",127.0.0.1:" + gone.getLocalPort());
            assertThat(found.files()).hasSize(1);
            assertThat(found.problems()).singleElement().asString().contains("127.0.0.1: no connection: ");
        }
    }

    /** What a server says that is none, or means no good. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "HTTP/1.1 400 Bad Request\r\n\r\n\0",
                "28\0",
                "0\0" + "x\0",
                "0\0" + "0\0" + "<endless>",
                "0\0" + "0\0" + "<long>",
                "0\0" + "0\0" + "a\0",
                "0\0" + "9\0no catalogue\0" + "9\0no index\0",
                "99999999999\0"
            })
    void whatIsNoSuchServiceCostsALine(String said) throws IOException {
        try (ServerSocket hostile = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> say(hostile, said));
            FoundData found = find(
                    Duration.ofMillis(said.contains("<") ? 10_000 : 700),
                    "x.dat",
                    100,
                    "rls rlsn://127.0.0.1:" + hostile.getLocalPort());
            assertThat(found.files()).isEmpty();
            assertThat(found.problems())
                    .singleElement()
                    .asString()
                    .startsWith("127.0.0.1: ")
                    .hasSizeLessThan(300)
                    .containsPattern("no answer within|refuses the connection with error 28|not that of a Replica"
                            + "|larger than 8388608|more than 8000 bytes|neither a replica catalogue nor an index");
        }
    }

    private static void say(ServerSocket hostile, String said) {
        try (Socket socket = hostile.accept()) {
            OutputStream out = socket.getOutputStream();
            out.write(said.replaceAll("<.*>", "").getBytes(StandardCharsets.US_ASCII));
            byte[] more = (said.endsWith("<long>") ? "x".repeat(1000) : "name\0url\0".repeat(1000))
                    .getBytes(StandardCharsets.US_ASCII);
            while (said.contains("<")) {
                out.write(more);
            }
            assertThat(socket.getInputStream().readAllBytes()).isNotNull();
        } catch (IOException clientIsGone) {
            // as it should
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "rls rls://rls.example.org",
                "rls https://rls.example.org",
                "rls rlsn://rls.example.org/path",
                "rls rlsn://user@rls.example.org",
                "rls rlsn:///",
                "rls rlsn://a b c"
            })
    void linesThatNameNoSuchServiceAreRefused(String line) {
        assertThatThrownBy(() -> find("x", line))
                .isInstanceOf(ServiceException.class)
                .hasMessageContaining("data-catalogues");
    }
}
