package org.waybill.engine.mover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.waybill.engine.testserver.TestFiles.sameContentAs;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.waybill.engine.CopyRules;
import org.waybill.engine.Location;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferReport;
import org.waybill.engine.TransferReport.Compared;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.testserver.TestCredentials;
import org.waybill.engine.testserver.TestFiles;
import org.waybill.engine.testserver.TestMovers;

/** A server that lets a user do some things and not others. */
@Timeout(120)
class RefusalsTest {
    @TempDir
    private Path here;

    private MemoryS3 server;
    private final TestListener listener = new TestListener();

    @BeforeEach
    void start() throws Exception {
        server = new MemoryS3();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private static Location at(String path) {
        return new Location("s3", null, "bucket", 0, path);
    }

    private TransferReport copy(Location from, Location to) throws TransferException, InterruptedException {
        return move(TransferRequest.of(from, to));
    }

    private TransferReport move(TransferRequest request) throws TransferException, InterruptedException {
        return TestMovers.named("s3", new TestCredentials()).move(request, listener);
    }

    private Path file(int bytes) throws Exception {
        return TestFiles.random(here.resolve("source"), bytes, bytes);
    }

    @ParameterizedTest
    @CsvSource({
        "1000, 501 NotImplemented",
        "1000, 403 AccessDenied",
        "20000000, 501 NotImplemented",
        "20000000, 403 AccessDenied"
    })
    void whatTheServerWillNotCopyGoesThroughThisMachineWithTheReason(int bytes, String refusal) throws Exception {
        Path source = file(bytes);
        copy(Location.local(source.toString()), at("/a"));
        server.refusal = line -> line.endsWith(" copy") ? refusal : "";
        TransferReport report = copy(at("/a"), at("/b"));
        assertThat(here.resolve("source")).satisfies(sameContentAs(server.content("/bucket/b")));
        assertThat(listener.events)
                .anySatisfy(event ->
                        assertThat(event).startsWith("SERVER_COPY_REFUSED").contains(refusal.split(" ")[1]));
        assertThat(listener.codes).doesNotContain("NOT_VERIFIED");
        assertThat(report.compared()).isNotEqualTo(Compared.NOTHING);
        assertThat(report.bytes()).isEqualTo(bytes);
    }

    /** A copy in one request has its name before it is compared. */
    @Test
    void aSmallObjectOfPartsIsNotCopiedByTheServer() throws Exception {
        byte[] content = {1, 2, 3};
        server.put("/bucket/a", content, "\"0123456789abcdef0123456789abcdef-1\"");
        copy(at("/a"), at("/b"));
        assertThat(server.content("/bucket/b")).isEqualTo(content);
        assertThat(server.asked).noneMatch(line -> line.endsWith(" copy"));
        assertThat(listener.codes).contains("SERVER_COPY_REFUSED").doesNotContain("NOT_VERIFIED");
    }

    /** Both sent and copied by the server, which answers with no checksum. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theObjectItselfShowsTheChecksumThatTheAnswerDoesNot(boolean within) throws Exception {
        Path source = file(1000);
        copy(Location.local(source.toString()), at("/a"));
        server.showsSums = false;
        copy(within ? at("/a") : Location.local(source.toString()), at("/b"));
        assertThat(source).satisfies(sameContentAs(server.content("/bucket/b")));
        assertThat(listener.codes).doesNotContain("NOT_VERIFIED", "SERVER_COPY_REFUSED");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void noSmallObjectKeepsItsNameThatIsNotShownToBeEqual(boolean within) throws Exception {
        Path source = file(1000);
        copy(Location.local(source.toString()), at("/a"));
        server.showsSums = false;
        server.stored = content -> new byte[content.length];
        server.refusal = line -> line.startsWith("GET /bucket/a") ? "500 InternalError" : "";
        TransferException e = catchThrowableOfType(
                TransferException.class, () -> copy(within ? at("/a") : Location.local(source.toString()), at("/b")));
        assertThat(e.reason()).isEqualTo(within ? Reason.GAVE_UP : Reason.VERIFICATION_FAILED);
        assertThat(server.has("/bucket/b")).isFalse();
    }

    /** Trouble at the look for the checksum says nothing of what is stored: it was removed. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aServersTroubleRemovesNoObjectThatIsStoredWell(boolean within) throws Exception {
        Path source = file(1000);
        copy(Location.local(source.toString()), at("/a"));
        server.showsSums = false;
        server.refusal = line -> line.startsWith("HEAD /bucket/b?") && server.has("/bucket/b") ? "503 SlowDown" : "";
        TransferException e = catchThrowableOfType(
                TransferException.class, () -> copy(within ? at("/a") : Location.local(source.toString()), at("/b")));
        assertThat(e).hasMessageContaining("try again later");
        assertThat(source).satisfies(sameContentAs(server.content("/bucket/b")));
        assertThat(server.asked).noneMatch(line -> line.startsWith("DELETE /bucket/b?"));
    }

    @Test
    void noLargeObjectKeepsItsNameThatDiffersFromItsParts() throws Exception {
        Path source = file(20_000_000);
        server.joined = content -> Arrays.copyOf(content, content.length - 1);
        TransferException e =
                catchThrowableOfType(TransferException.class, () -> copy(Location.local(source.toString()), at("/b")));
        assertThat(e.reason()).as(e.getMessage()).isEqualTo(Reason.VERIFICATION_FAILED);
        assertThat(server.has("/bucket/b")).isFalse();
    }

    /** Neither seen nor listed: HEAD, GET and lists are refused. */
    private void mayOnlyPut() {
        server.refusal = line -> line.startsWith("PUT") || line.startsWith("POST") ? "" : "403 AccessDenied";
    }

    @ParameterizedTest
    @CsvSource({"1000", "20000000"})
    void whoMayOnlyPutCopiesAFile(int bytes) throws Exception {
        Path source = file(bytes);
        mayOnlyPut();
        copy(Location.local(source.toString()), at("/in/b"));
        assertThat(source).satisfies(sameContentAs(server.content("/bucket/in/b")));
        assertThat(listener.codes).contains("DESTINATION_NOT_SEEN");
    }

    @Test
    void whoMayOnlyPutCopiesATree() throws Exception {
        Path tree = Files.createDirectories(here.resolve("tree/with blank")).getParent();
        Files.writeString(tree.resolve("A"), "content");
        Files.writeString(tree.resolve("with blank/b"), "more");
        mayOnlyPut();
        copy(Location.local(tree.toString()), at("/in/"));
        copy(Location.local(tree.toString()), at("/renamed"));
        assertThat(server.content("/bucket/in/tree/A")).asString().isEqualTo("content");
        assertThat(server.content("/bucket/renamed/with blank/b")).asString().isEqualTo("more");
        assertThat(server.asked).noneMatch(line -> line.startsWith("DELETE") || line.contains(".waybill"));
    }

    @Test
    void whatIsNotToBeReplacedMustBeSeen() throws Exception {
        Path source = file(10);
        mayOnlyPut();
        TransferRequest request = TransferRequest.of(Location.local(source.toString()), at("/b"));
        CopyRules usual = CopyRules.USUAL;
        CopyRules keeping = new CopyRules(
                usual.links(), usual.filter(), CopyRules.Overwrite.NEVER, usual.backupDirectory(), usual.extras());
        TransferException e = catchThrowableOfType(TransferException.class, () -> move(request.with(keeping)));
        assertThat(e.reason()).as(e.getMessage()).isEqualTo(Reason.PERMISSION);
        assertThat(e).hasMessageContaining("which needs s3:");
        assertThat(server.asked).noneMatch(line -> line.startsWith("PUT"));
    }

    @Test
    void theMissingPermissionIsNamed() throws Exception {
        Path source = file(10);
        server.refusal = line -> line.startsWith("PUT") ? "403 AccessDenied" : "";
        TransferException e =
                catchThrowableOfType(TransferException.class, () -> copy(Location.local(source.toString()), at("/b")));
        assertThat(e.reason()).isEqualTo(Reason.PERMISSION);
        assertThat(e).hasMessageContaining("which needs s3:PutObject");
        assertThat(e.getMessage()).doesNotContain("\n");
    }
}
