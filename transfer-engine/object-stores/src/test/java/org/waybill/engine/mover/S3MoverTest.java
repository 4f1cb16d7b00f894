package org.waybill.engine.mover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.waybill.engine.testserver.TestFiles.sameContentAs;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.Adler32;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.ExpectedChecksum;
import org.waybill.engine.Location;
import org.waybill.engine.Reason;
import org.waybill.engine.Sha256;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferReport;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.testserver.S3Server;
import org.waybill.engine.testserver.TestCredentials;

class S3MoverTest extends MoverContract {
    @TempDir
    private static Path home;

    private static Path root;

    @AutoClose
    private static S3Server server;

    private Path served;
    private final TestCredentials credentials = new TestCredentials();

    @BeforeAll
    static void start() throws IOException {
        root = home.resolve("buckets/bucket");
        server = S3Server.start(home, root);
    }

    @BeforeEach
    void serve() throws IOException {
        served = Files.createTempDirectory(root, "test");
    }

    @Override
    protected Path served() {
        return served;
    }

    @Override
    protected Location remote(String path) {
        return server.location("/" + served.getFileName() + path);
    }

    @Override
    protected TestCredentials credentials() {
        return credentials;
    }

    @Override
    protected String transport() {
        return "s3";
    }

    @Override
    protected boolean hashesWhatIsStored() {
        return false;
    }

    @Override
    protected boolean holdsFilesOnly() {
        return true;
    }

    @Override
    protected boolean showsPartialFiles() {
        return false;
    }

    @Override
    protected boolean tellsOfRetries() {
        return false;
    }

    @Override
    protected boolean carries(String name) {
        return name.chars().noneMatch(c -> c < ' ' && "\t\n\r".indexOf(c) < 0);
    }

    @Override
    protected void cut() {
        server.cutConnections();
    }

    @Override
    protected boolean tellsLinks() {
        return false;
    }

    @Test
    void sendsOnlyThePartsThatWereOnTheirWayAfterAKill() throws Exception {
        Path source = file(here.resolve("big"), 80 * MIB);
        interruptAt(64 * MIB, local(source), remote("/copy"));
        assertThat(served.resolve("copy")).doesNotExist();
        long arrived = arrivedBytes("/copy");
        TestListener listener = new TestListener();
        TransferReport report = mover().move(TransferRequest.of(local(source), remote("/copy")), listener);
        assertThat(report.resumedBytes()).isPositive().isGreaterThanOrEqualTo(arrived);
        assertThat(listener.codes).contains("RESUMED", "VERIFIED_BY_FAR_END");
        assertThat(served.resolve("copy")).satisfies(sameContentAs(source));
    }

    /** Of an object of parts the server has no SHA-256 of the whole, but one of those of the parts. */
    @Test
    void sendsNoLargeFileAgainThatWasWrittenLately() throws Exception {
        Path source = file(here.resolve("big"), 20 * MIB + 1);
        put(source, remote("/copy"));
        assertThat(put(source, remote("/copy")).foundEverything()).isTrue();
        Path back = here.resolve("back");
        get(remote("/copy"), back);
        assertThat(mover().move(TransferRequest.of(remote("/copy"), local(back)), new TestListener())
                        .foundEverything())
                .isTrue();
        FileTime time = Files.getLastModifiedTime(source);
        file(source, 20 * MIB + 1);
        Files.write(source, new byte[] {1}, StandardOpenOption.WRITE);
        Files.setLastModifiedTime(source, time);
        assertThat(put(source, remote("/copy")).foundEverything()).isFalse();
        assertThat(served.resolve("copy")).satisfies(sameContentAs(source));
    }

    /** The beginning of an upload, as the server keeps its parts. */
    private long arrivedBytes(String name) throws IOException {
        String key = served.getFileName() + name;
        Path uploads = root.resolve(".sgwtmp/multipart").resolve(Sha256.ofText(key, 64));
        try (Stream<Path> files = Files.walk(uploads)) {
            Set<String> parts = files.map(file -> file.getFileName().toString()).collect(Collectors.toSet());
            int number = 1;
            while (parts.contains(String.valueOf(number))) {
                number++;
            }
            return (number - 1) * 8L * MIB;
        }
    }

    /** An upload has no content that could be read before it has its name. */
    @Test
    void comparesALargeFileWithAnyChecksumThatItShouldHave() throws Exception {
        Path source = file(here.resolve("big"), 80 * MIB);
        ExpectedChecksum right = new ExpectedChecksum("adler32", adler32(source));
        interruptAt(64 * MIB, local(source), remote("/copy"));
        TransferRequest resumed =
                TransferRequest.of(local(source), remote("/copy")).expecting(List.of(right));
        assertThat(mover().move(resumed, new TestListener()).resumedBytes()).isPositive();
        assertThat(served.resolve("copy")).satisfies(sameContentAs(source));

        Path other = file(here.resolve("other"), 9 * MIB);
        TransferRequest wrong =
                TransferRequest.of(local(other), remote("/other")).expecting(List.of(right));
        assertThat(failure(wrong, new TestListener()).reason()).isEqualTo(Reason.WRONG_CONTENT);
        assertThat(served.resolve("other")).doesNotExist();
        assertNothingLeftOver(served);
        ExpectedChecksum fits = new ExpectedChecksum("adler32", adler32(other));
        Mover streams =
                mover(credentials, new ByteArrayInputStream(Files.readAllBytes(other)), new ByteArrayOutputStream());
        streams.move(
                TransferRequest.of(Location.STREAM, remote("/other")).expecting(List.of(fits)), new TestListener());
        assertThat(served.resolve("other")).satisfies(sameContentAs(other));
    }

    private static String adler32(Path file) throws IOException {
        Adler32 sum = new Adler32();
        sum.update(Files.readAllBytes(file));
        return HexFormat.of().toHexDigits((int) sum.getValue());
    }

    @Test
    void keepsTheTimeOfAFile() throws Exception {
        FileTime old = FileTime.from(Instant.parse("2021-06-07T08:09:10.123456789Z"));
        Path small = Files.setLastModifiedTime(file(here.resolve("small"), 10), old);
        Path large = Files.setLastModifiedTime(file(here.resolve("large"), 9 * MIB), old);
        for (Path source : new Path[] {small, large}) {
            put(source, remote("/up"));
            get(remote("/up"), here.resolve("back"));
            assertThat(Files.getLastModifiedTime(here.resolve("back"))).isEqualTo(old);
        }
    }

    @Test
    void saysWhenThereIsNoSuchBucket() {
        Location nowhere = new Location("s3", null, "no-such-bucket", 0, "/a");
        TransferException e = failure(nowhere, local(here.resolve("a")));
        assertThat(e.reason()).isEqualTo(Reason.NOT_FOUND);
        assertThat(e).hasMessageContaining("no such bucket");
    }

    @Test
    void logsInWithTheSecretKeyOfTheVault() throws Exception {
        Path source = file(served.resolve("p"), 100);
        Location named = new Location(
                "s3", S3Server.USER, server.bucket(), 0, remote("/p").path());
        assertThat(failure(named, local(here.resolve("q"))))
                .hasMessageContaining("waybill account add")
                .extracting(TransferException::reason)
                .isEqualTo(Reason.AUTHENTICATION);
        credentials.password(S3Server.USER, "wrong");
        TransferException e = failure(named, local(here.resolve("q")));
        assertThat(e.reason()).isEqualTo(Reason.AUTHENTICATION);
        assertThat(e.getMessage()).doesNotContain("wrong");
        credentials.password(S3Server.USER, S3Server.PASSWORD);
        get(named, here.resolve("q"));
        assertThat(here.resolve("q")).satisfies(sameContentAs(source));
    }

    @Test
    void copiesAnEmptyStream() throws Exception {
        mover().move(TransferRequest.of(Location.STREAM, remote("/empty")), new TestListener());
        assertThat(served.resolve("empty")).isEmptyFile();
    }

    @Test
    void refusesAPort() {
        Location port = new Location("s3", null, server.bucket(), 9000, "/a");
        assertThat(failure(port, local(here.resolve("a"))))
                .hasMessageContaining("AWS_ENDPOINT_URL")
                .extracting(TransferException::reason)
                .isEqualTo(Reason.BAD_INPUT);
    }
}
