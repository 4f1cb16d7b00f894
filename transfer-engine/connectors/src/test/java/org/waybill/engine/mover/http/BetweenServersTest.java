package org.waybill.engine.mover.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.waybill.engine.testserver.TestFiles.sameContentAs;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.DataOptions;
import org.waybill.engine.Location;
import org.waybill.engine.Reason;
import org.waybill.engine.Sha256;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferReport;
import org.waybill.engine.TransferReport.Compared;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.testserver.TestAuthority;
import org.waybill.engine.testserver.TestCredentials;
import org.waybill.engine.testserver.TestFiles;
import org.waybill.engine.testserver.WebServer;
import org.waybill.engine.testserver.XrootdServer;

/** Copies between real servers: XRootD copies from and to others, nginx does not. */
@Timeout(120)
class BetweenServersTest {
    private static final int MIB = 1 << 20;

    @TempDir
    private Path here;

    private Path from;
    private Path to;
    private final TestCredentials credentials = new TestCredentials();
    private TestAuthority authority;
    private HttpCopies copies;

    @BeforeEach
    void fill() throws Exception {
        from = Files.createDirectory(here.resolve("from"));
        to = Files.createDirectory(here.resolve("to"));
        authority = TestAuthority.in(here);
        credentials.trust(authority.certificate());
        copies = new HttpCopies(credentials);
    }

    private Path file(String name, long bytes) throws Exception {
        Path file = from.resolve(name);
        Files.createDirectories(file.getParent());
        return TestFiles.random(file, bytes, bytes);
    }

    private long leftOver() throws Exception {
        try (Stream<Path> all = Files.walk(here)) {
            return all.filter(path -> path.getFileName().toString().contains(".waybill"))
                    .count();
        }
    }

    @Test
    void theDestinationFetchesOverTlsAndBothChecksumsAreCompared() throws Exception {
        Path source = file("data set", 20 * MIB);
        try (XrootdServer a = XrootdServer.start(here, from, authority);
                XrootdServer b = XrootdServer.start(here, to, authority)) {
            TransferReport report = copies.copy(a.location("/data set"), b.location("/copy"));
            assertThat(copies.codes())
                    .as(copies.events.toString())
                    .contains("SERVER_TO_SERVER", "VERIFIED_BY_FAR_END")
                    .doesNotContain("NOT_ENCRYPTED", "NOT_VERIFIED", "VERIFIED_BY_READING", "THROUGH_THIS_MACHINE");
            assertThat(copies.events)
                    .anyMatch(event -> event.startsWith("SERVER_TO_SERVER")
                            && event.contains(":" + b.port() + " fetches straight from "));
            assertThat(report.bytes()).isEqualTo(20 * MIB);
            assertThat(report.compared()).isEqualTo(Compared.SOURCE);
        }
        assertThat(to.resolve("copy")).satisfies(sameContentAs(source));
        assertThat(leftOver()).isZero();
    }

    @Test
    void aTreeIsCopiedByTheServersAndNotAgain() throws Exception {
        Path large = file("tree/deep/large", 9 * MIB);
        Path small = file("tree/small", 1000);
        file("tree/empty", 0);
        try (XrootdServer a = XrootdServer.start(here, from, authority);
                XrootdServer b = XrootdServer.start(here, to, authority)) {
            copies.copy(a.location("/tree"), b.location("/copies/tree"));
            assertThat(copies.codes())
                    .as(copies.events.toString())
                    .contains("SERVER_TO_SERVER")
                    .doesNotContain("THROUGH_THIS_MACHINE", "NOT_VERIFIED");
            assertThat(to.resolve("copies/tree/deep/large")).satisfies(sameContentAs(large));
            assertThat(to.resolve("copies/tree/small")).satisfies(sameContentAs(small));
            assertThat(to.resolve("copies/tree/empty")).isEmptyFile();
            assertThat(leftOver()).isZero();
        }
    }

    @Test
    void aSourceThatCopiesSendsToAServerThatDoesNot() throws Exception {
        Path source = file("a", 3 * MIB);
        try (XrootdServer a = XrootdServer.start(here, from, authority);
                WebServer b = WebServer.startTls(here, to, authority.loopback())) {
            copies.copy(a.location("/a"), b.location("/b"));
            assertThat(copies.events)
                    .anyMatch(event -> event.startsWith("SERVER_TO_SERVER") && event.contains(" sends straight to "));
        }
        assertThat(to.resolve("b")).satisfies(sameContentAs(source));
        assertThat(leftOver()).isZero();
    }

    /** Then both are read, as after every copy that no checksum shows to be equal. */
    @Test
    void withoutChecksumsBothAreReadUnlessThatIsNotWanted() throws Exception {
        Path source = file("a", MIB);
        try (XrootdServer a = XrootdServer.start(here, from, authority, XrootdServer.Option.NO_CHECKSUMS);
                XrootdServer b = XrootdServer.start(here, to, authority, XrootdServer.Option.NO_CHECKSUMS)) {
            TransferReport report = copies.copy(a.location("/a"), b.location("/b"));
            assertThat(copies.codes()).contains("SERVER_TO_SERVER", "VERIFIED_BY_READING");
            assertThat(report.sha256()).isEqualTo(Sha256.hex(Sha256.start().digest(Files.readAllBytes(source))));
            HttpCopies unverified = new HttpCopies(credentials);
            unverified.copy(TransferRequest.of(a.location("/a"), b.location("/c"))
                    .with(new DataOptions(0, 0, TransferRequest.Verify.NONE)));
            assertThat(unverified.codes())
                    .contains("SERVER_TO_SERVER")
                    .doesNotContain("VERIFIED_BY_READING", "VERIFIED_BY_FAR_END");
        }
        assertThat(to.resolve("b")).satisfies(sameContentAs(source));
        assertThat(to.resolve("c")).satisfies(sameContentAs(source));
    }

    @Test
    void whereNeitherCopiesTheDataPassThisMachineAndItIsSaid() throws Exception {
        Path source = file("a", MIB);
        try (XrootdServer a = XrootdServer.start(here, from, authority, XrootdServer.Option.NO_COPY);
                XrootdServer b = XrootdServer.start(here, to, authority, XrootdServer.Option.NO_COPY)) {
            copies.copy(a.location("/a"), b.location("/b"));
            assertThat(copies.codes()).doesNotContain("SERVER_TO_SERVER");
            assertThat(copies.events)
                    .anyMatch(event -> event.startsWith("THROUGH_THIS_MACHINE")
                            && event.contains(a.port() + " does not offer it")
                            && event.contains(b.port() + " does not offer it"));
        }
        assertThat(to.resolve("b")).satisfies(sameContentAs(source));
    }

    /** nginx lists COPY, which it does within itself. */
    @Test
    void aServerThatCopiesWithinItselfOnlyIsNotTrustedWithAnotherOnesName() throws Exception {
        Path source = file("a", MIB);
        try (WebServer a = WebServer.start(here, from);
                WebServer b = WebServer.start(here, to)) {
            copies.copy(a.location("/a"), b.location("/b"));
            assertThat(copies.codes()).doesNotContain("SERVER_TO_SERVER").containsOnlyOnce("THROUGH_THIS_MACHINE");
        }
        assertThat(to.resolve("b")).satisfies(sameContentAs(source));
        assertThat(from.toFile().list()).containsExactly("a");
    }

    @Test
    void aFileThatIsNotThereIsNotFound() throws Exception {
        try (XrootdServer a = XrootdServer.start(here, from, authority);
                XrootdServer b = XrootdServer.start(here, to, authority)) {
            Location nothing = a.location("/nothing");
            TransferException e =
                    catchThrowableOfType(TransferException.class, () -> copies.copy(nothing, b.location("/b")));
            assertThat(e.reason()).isEqualTo(Reason.NOT_FOUND);
        }
        assertThat(to).isEmptyDirectory();
    }

    @Test
    void aDestinationThatCannotTrustTheSourceLeavesTheDataToThisMachine() throws Exception {
        TestAuthority others = TestAuthority.in(here);
        Path both = Files.writeString(
                here.resolve("both.pem"),
                Files.readString(authority.certificate()) + Files.readString(others.certificate()));
        credentials.trust(both);
        Path source = file("a", MIB);
        try (XrootdServer a = XrootdServer.start(here, from, authority);
                XrootdServer b = XrootdServer.start(here, to, others)) {
            copies.copy(a.location("/a"), b.location("/b"));
            assertThat(copies.codes())
                    .as(copies.events.toString())
                    .contains("THROUGH_THIS_MACHINE")
                    .doesNotContain("SERVER_TO_SERVER");
        }
        assertThat(to.resolve("b")).satisfies(sameContentAs(source));
        assertThat(leftOver()).isZero();
    }
}
