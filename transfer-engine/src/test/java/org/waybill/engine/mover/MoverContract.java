package org.waybill.engine.mover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.Location;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferReport;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.testserver.TestCredentials;

/**
 * What every mover must do, run against each with its real server. The far end's files are seen on this machine's disk,
 * so that what arrived is judged without the mover's help. What a mover does not declare is not asked of it.
 */
@Timeout(40)
abstract class MoverContract {
    protected static final int MIB = 1 << 20;
    /** Slow enough that a transfer can be disturbed in its middle, fast enough for a test. */
    private static final long DISTURBABLE_BITS_PER_SECOND = 480_000_000;

    @TempDir
    protected Path here;

    /** The directory that the server serves, as this machine sees it. */
    protected abstract Path served();

    /** The server's name for a path below the served directory. */
    protected abstract Location remote(String path);

    /** Right credentials. */
    protected abstract TestCredentials credentials();

    /** The transport's name. */
    protected abstract String transport();

    /** Breaks all connections; the server stays. */
    protected abstract void cut();

    /** Whether a name can be used with this protocol. */
    protected boolean carries(String name) {
        return true;
    }

    /** How much may come twice when a get is cut in its middle. */
    protected long mostRepeatedBytes() {
        return 40L * MIB;
    }

    protected long leastRepeatedBytes() {
        return 1;
    }

    /** Whether the far end tells both the time and the hash of a file. */
    protected boolean provesWhatIsThere() {
        return true;
    }

    /** Whether a file that is put can be continued after a break. */
    protected boolean resumesPut() {
        return true;
    }

    protected Mover mover() {
        return mover(credentials(), InputStream.nullInputStream(), new ByteArrayOutputStream());
    }

    protected Mover mover(Credentials credentials, InputStream in, ByteArrayOutputStream out) {
        return Movers.standard(surroundings(credentials, in, out)).all().stream()
                .filter(mover -> mover.name().equals(transport())).findFirst().orElseThrow();
    }

    protected static Movers.Surroundings surroundings(Credentials credentials, InputStream in,
            ByteArrayOutputStream out) {
        return new Movers.Surroundings(credentials, null, in, out, InstantSource.system(), new Random(1));
    }

    protected static Stream<String> hostileNames() {
        return Stream.of("with space", "it's \"quoted\"", "a;b|c&d", "$(touch pwned)`id`", "-rf", "--help", "*?[x]",
                "back\\slash", "\u202egnp.exe", "n\u0303 and \u00f1", "%2e%2e%41", "#frag?query=1&x", "~root",
                " leading", "trailing ", "new\nline", "tab\tand\rreturn", "l" + "\u00fc".repeat(127));
    }

    @Test
    void putsAFile() throws Exception {
        Path source = file(here.resolve("a"), 3 * MIB + 17);
        TransferReport report = put(source, remote("/b"));
        assertThat(served().resolve("b")).hasSameBinaryContentAs(source);
        assertThat(report.sha256()).isEqualTo(sha256(source));
        assertThat(report.bytes()).isEqualTo(3 * MIB + 17);
        assertThat(report.files()).isOne();
        assertThat(report.transport()).isEqualTo(transport());
        assertNothingLeftOver(served());
    }

    @Test
    void getsAFile() throws Exception {
        Path source = file(served().resolve("a"), 3 * MIB + 17);
        TransferReport report = get(remote("/a"), here.resolve("b"));
        assertThat(here.resolve("b")).hasSameBinaryContentAs(source);
        assertThat(report.sha256()).isEqualTo(sha256(source));
        assertThat(report.bytes()).isEqualTo(3 * MIB + 17);
        assertNothingLeftOver(here);
    }

    @Test
    void movesAnEmptyFileBothWays() throws Exception {
        put(file(here.resolve("empty"), 0), remote("/empty"));
        assertThat(served().resolve("empty")).isEmptyFile();
        get(remote("/empty"), here.resolve("back"));
        assertThat(here.resolve("back")).isEmptyFile();
    }

    @Test
    void putsIntoAnExistingDirectoryUnderTheSourcesName() throws Exception {
        servedDirectory("dir");
        Path source = file(here.resolve("name"), 10);
        put(source, remote("/dir/"));
        assertThat(served().resolve("dir/name")).hasSameBinaryContentAs(source);
    }

    @Test
    void createsTheDirectoriesAboveTheTarget() throws Exception {
        Path source = file(here.resolve("name"), 10);
        put(source, remote("/new/deep/x"));
        assertThat(served().resolve("new/deep/x")).hasSameBinaryContentAs(source);
    }

    @Test
    void replacesAFile() throws Exception {
        file(served().resolve("x"), 100_000);
        Path source = file(here.resolve("new"), 10);
        put(source, remote("/x"));
        assertThat(served().resolve("x")).hasSameBinaryContentAs(source);
    }

    @Test
    void putsAndGetsFilesWithHostileNames() throws Exception {
        Path names = Files.createDirectory(here.resolve("names"));
        for (String name : hostileNames().filter(this::carries).toList()) {
            file(names.resolve(name), 100);
        }
        put(names, remote("/copy"));
        assertSameTree(names, served().resolve("copy"));
        get(remote("/copy"), here.resolve("back"));
        assertSameTree(names, here.resolve("back"));
    }

    @Test
    void putsAndGetsASingleFileWithAHostileName() throws Exception {
        String plain = " $(id);it's \"*?\" %41#x\\ ";
        String name = carries(plain + "\u202e") ? plain + "\u202e" : plain;
        Path source = file(here.resolve(name), 1000);
        put(source, remote("/" + name));
        assertThat(names(served())).containsExactly(name);
        Path back = Files.createDirectory(here.resolve("back"));
        get(remote("/" + name), back);
        assertThat(back.resolve(name)).hasSameBinaryContentAs(source);
    }

    @Test
    void refusesByNameWhatItCannotCarry() throws Exception {
        for (String name : hostileNames().filter(one -> !carries(one)).toList()) {
            TransferException refused = failure(local(file(here.resolve(name), 10)), remote("/" + name));
            assertThat(refused.reason()).as(name).isEqualTo(Reason.BAD_INPUT);
        }
        assertThat(served()).isEmptyDirectory();
    }

    @Test
    void putsADirectory() throws Exception {
        Path tree = tree(here.resolve("tree"));
        TransferReport report = put(tree, remote("/copy"));
        assertSameTree(tree, served().resolve("copy"));
        assertThat(report.files()).isEqualTo(42);
        assertThat(report.sha256()).isEqualTo(treeHash(tree));
        assertNothingLeftOver(served());
    }

    @Test
    void getsADirectory() throws Exception {
        Path tree = tree(served().resolve("tree"));
        TransferReport report = get(remote("/tree"), here.resolve("copy"));
        assertSameTree(tree, here.resolve("copy"));
        assertThat(report.sha256()).isEqualTo(treeHash(tree));
        assertNothingLeftOver(here);
    }

    @Test
    void goesOnWithADirectoryThatWasInterrupted() throws Exception {
        Path tree = tree(here.resolve("tree"));
        put(tree, remote("/copy/"));
        Files.delete(served().resolve("copy/tree/sub/deep/f7"));
        put(tree, remote("/copy/"));
        assertSameTree(tree, served().resolve("copy/tree"));
    }

    @Test
    void goesOnByItselfWhenTheConnectionIsCut() throws Exception {
        Path source = file(served().resolve("big"), 48 * MIB);
        TestListener listener = new TestListener().at(24 * MIB, this::cut);
        TransferReport report = mover().move(slowly(remote("/big"), local(here.resolve("copy"))), listener);
        assertThat(here.resolve("copy")).hasSameBinaryContentAs(source);
        assertThat(report.retransmittedBytes()).isBetween(leastRepeatedBytes(), mostRepeatedBytes());
        assertThat(listener.codes).contains("RETRY");
        assertMonotonic(listener);
    }

    @Test
    void goesOnByItselfWhenTheConnectionIsCutWhilePutting() throws Exception {
        Path source = file(here.resolve("big"), 48 * MIB);
        TestListener listener = new TestListener().at(24 * MIB, this::cut);
        mover().move(slowly(local(source), remote("/copy")), listener);
        assertThat(served().resolve("copy")).hasSameBinaryContentAs(source);
        assertThat(listener.codes).contains("RETRY");
        assertMonotonic(listener);
        assertNothingLeftOver(served());
    }

    @Test
    void keepsItsStateWhenAGetIsInterrupted() throws Exception {
        Path source = file(served().resolve("big"), 48 * MIB);
        Path target = file(here.resolve("copy"), 1000);
        byte[] old = Files.readAllBytes(target);
        interruptAt(32 * MIB, remote("/big"), local(target));
        assertThat(target).hasBinaryContent(old);
        TestListener listener = new TestListener();
        TransferReport report = mover().move(TransferRequest.of(remote("/big"), local(target)), listener);
        assertThat(target).hasSameBinaryContentAs(source);
        assertThat(report.resumedBytes()).isGreaterThanOrEqualTo(16 * MIB);
        assertThat(report.sha256()).isEqualTo(sha256(source));
        assertThat(listener.codes).contains("RESUMED");
        assertNothingLeftOver(here);
    }

    @Test
    void keepsItsStateWhenAPutIsInterrupted() throws Exception {
        Path source = file(here.resolve("big"), 48 * MIB);
        Path target = file(served().resolve("copy"), 1000);
        byte[] old = Files.readAllBytes(target);
        interruptAt(32 * MIB, local(source), remote("/copy"));
        assertThat(target).hasBinaryContent(old);
        TransferReport report = mover().move(TransferRequest.of(local(source), remote("/copy")), TransferListener.NONE);
        assertThat(target).hasSameBinaryContentAs(source);
        assertThat(report.resumedBytes()).isGreaterThanOrEqualTo(resumesPut() ? 8 * MIB : 0);
        assertNothingLeftOver(served());
    }

    @Test
    void sendsAnAlteredPartialFileAgain() throws Exception {
        Path source = file(served().resolve("big"), 48 * MIB);
        interruptAt(36 * MIB, remote("/big"), local(here.resolve("copy")));
        try (RandomAccessFile partial = new RandomAccessFile(partial(here).toFile(), "rw")) {
            partial.seek(20 * MIB);
            partial.write("altered by another program".getBytes(StandardCharsets.UTF_8));
        }
        TransferReport report = get(remote("/big"), here.resolve("copy"));
        assertThat(here.resolve("copy")).hasSameBinaryContentAs(source);
        assertThat(report.resumedBytes()).isEqualTo(16 * MIB);
    }

    @Test
    void sendsATornPartialFileAgainFromBeforeTheTear() throws Exception {
        assumeTrue(resumesPut(), "a put cannot be continued by " + transport());
        Path source = file(here.resolve("big"), 48 * MIB);
        interruptAt(36 * MIB, local(source), remote("/copy"));
        Path partial = partial(served());
        try (RandomAccessFile file = new RandomAccessFile(partial.toFile(), "rw")) {
            file.seek(file.length() - 100);
            file.write(new byte[90]);
        }
        put(source, remote("/copy"));
        assertThat(served().resolve("copy")).hasSameBinaryContentAs(source);
    }

    @Test
    void doesNotGoOnWithAnotherContent() throws Exception {
        Path source = file(served().resolve("big"), 48 * MIB);
        interruptAt(36 * MIB, remote("/big"), local(here.resolve("copy")));
        Files.setLastModifiedTime(file(source, 48 * MIB), FileTime.from(Instant.parse("2026-01-01T00:00:00Z")));
        TransferReport report = get(remote("/big"), here.resolve("copy"));
        assertThat(report.resumedBytes()).isZero();
        assertThat(here.resolve("copy")).hasSameBinaryContentAs(source);
    }

    @Test
    void movesAFileAgainUnlessItIsProvablyThere() throws Exception {
        Path source = file(here.resolve("data"), 3 * MIB);
        put(source, remote("/copy"));
        assertThat(put(source, remote("/copy")).resumedBytes()).isEqualTo(provesWhatIsThere() ? 3 * MIB : 0);
        Path copy = served().resolve("copy");
        FileTime time = Files.getLastModifiedTime(copy);
        Files.write(copy, new byte[3 * MIB]);
        Files.setLastModifiedTime(copy, time);
        TransferReport again = put(source, remote("/copy"));
        assertThat(copy).hasSameBinaryContentAs(source);
        assertThat(again.resumedBytes()).isZero();
    }

    @Test
    void reportsASourceThatChanges() throws Exception {
        Path source = file(here.resolve("log"), 24 * MIB);
        byte[] old = Files.readAllBytes(file(served().resolve("copy"), 10));
        TestListener listener = new TestListener().at(4 * MIB, () -> append(source));
        TransferException e = failure(slowly(local(source), remote("/copy")), listener);
        assertThat(e.reason()).isEqualTo(Reason.SOURCE_CHANGED);
        assertThat(served().resolve("copy")).hasBinaryContent(old);
        assertNothingLeftOver(served());
    }

    @Test
    void saysWhenTheSourceIsMissing() throws Exception {
        assertThat(failure(local(here.resolve("none")), remote("/x")).reason()).isEqualTo(Reason.NOT_FOUND);
        assertThat(failure(remote("/none"), local(here.resolve("x"))).reason()).isEqualTo(Reason.NOT_FOUND);
        assertThat(served()).isEmptyDirectory();
        assertThat(here.resolve("x")).doesNotExist();
    }

    @Test
    void saysWhenADirectoryIsInTheWay() throws Exception {
        Files.createDirectories(served().resolve("x/a"));
        TransferException e = failure(local(file(here.resolve("a"), 5)), remote("/x"));
        assertThat(e.reason()).isEqualTo(Reason.BAD_INPUT);
    }

    @Test
    void refusesASecondWriterOfALocalTarget() throws Exception {
        file(served().resolve("big"), 24 * MIB);
        AtomicReference<@Nullable TransferException> second = new AtomicReference<>();
        TestListener listener = new TestListener().at(MIB, () -> second.set(
                failureUnchecked(remote("/big"), local(here.resolve("copy")))));
        mover().move(slowly(remote("/big"), local(here.resolve("copy"))), listener);
        assertThat(second.get()).isNotNull().extracting(TransferException::reason).isEqualTo(Reason.TARGET_BUSY);
        assertThat(here.resolve("copy")).hasSameBinaryContentAs(served().resolve("big"));
    }

    @Test
    void movesNothingInADryRun() throws Exception {
        Path source = file(here.resolve("a"), 1000);
        TransferRequest request = new TransferRequest(local(source), remote("/b"), List.of(), 0, 0,
                TransferRequest.Verify.SHA256, null, true);
        TestListener listener = new TestListener();
        assertThat(mover().move(request, listener).bytes()).isEqualTo(1000);
        assertThat(listener.codes).containsOnlyOnce("WOULD_MOVE");
        assertThat(served()).isEmptyDirectory();
    }

    @Test
    void keepsToTheRate() throws Exception {
        Path source = file(here.resolve("a"), 2 * MIB);
        TransferRequest request = new TransferRequest(local(source), remote("/b"), List.of(), 0, 16_000_000,
                TransferRequest.Verify.SHA256, null, false);
        assertThat(mover().move(request, TransferListener.NONE).seconds()).isBetween(0.85, 4.0);
    }

    @Test
    void givesUpAtTheDeadline() throws Exception {
        Path source = file(here.resolve("a"), 24 * MIB);
        TransferRequest request = new TransferRequest(local(source), remote("/b"), List.of(), 0, 80_000_000,
                TransferRequest.Verify.SHA256, Instant.now().plusMillis(700), false);
        assertThat(failure(request, new TestListener()).reason()).isEqualTo(Reason.DEADLINE_MISSED);
        assertThat(served().resolve("b")).doesNotExist();
    }

    @Test
    void putsAStreamAndGetsIntoOne() throws Exception {
        assumeTrue(mover().capabilities().contains(Capability.STREAM), transport() + " has no streams");
        byte[] content = Files.readAllBytes(file(here.resolve("content"), 300_000));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Location stream = new Location("stream", null, "", 0, "-");
        Mover mover = mover(credentials(), new ByteArrayInputStream(content), out);
        TransferReport report = mover.move(TransferRequest.of(stream, remote("/s")), TransferListener.NONE);
        assertThat(served().resolve("s")).hasBinaryContent(content);
        assertThat(report.bytes()).isEqualTo(content.length);
        mover.move(TransferRequest.of(remote("/s"), stream), TransferListener.NONE);
        assertThat(out.toByteArray()).isEqualTo(content);
    }

    @Test
    @Tag("nightly")
    void movesMoreThanFourGibibytes() throws Exception {
        Path source = here.resolve("huge");
        try (RandomAccessFile file = new RandomAccessFile(source.toFile(), "rw")) {
            file.seek((4L << 30) - 5);
            file.write("across the 32-bit border".getBytes(StandardCharsets.UTF_8));
        }
        put(source, remote("/huge"));
        assertThat(sha256(served().resolve("huge"))).isEqualTo(sha256(source));
    }

    // ---- helpers

    /** A directory at the far end that whoever the server works as may write. */
    protected Path servedDirectory(String name) throws IOException {
        Path directory = Files.createDirectories(served().resolve(name));
        return Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxrwxrwx"));
    }

    protected static Location local(Path path) {
        return Location.local(path.toString());
    }

    protected TransferReport put(Path source, Location target) throws Exception {
        return mover().move(TransferRequest.of(local(source), target), new TestListener());
    }

    protected TransferReport get(Location source, Path target) throws Exception {
        return mover().move(TransferRequest.of(source, local(target)), new TestListener());
    }

    protected TransferException failure(Location source, Location target) {
        return failure(TransferRequest.of(source, target), new TestListener());
    }

    protected TransferException failure(TransferRequest request, TransferListener listener) {
        TransferException e = catchThrowableOfType(TransferException.class, () -> mover().move(request, listener));
        assertThat(e).as("the transfer must fail").isNotNull();
        assertThat(e.getMessage()).doesNotContain("\n");
        return e;
    }

    private TransferException failureUnchecked(Location source, Location target) {
        return failure(source, target);
    }

    protected static TransferRequest slowly(Location source, Location target) {
        return new TransferRequest(source, target, List.of(), 0, DISTURBABLE_BITS_PER_SECOND,
                TransferRequest.Verify.SHA256, null, false);
    }

    protected void interruptAt(long bytes, Location source, Location target) throws InterruptedException {
        AtomicReference<@Nullable Throwable> ended = new AtomicReference<>();
        Mover mover = mover();
        Thread[] thread = new Thread[1];
        TestListener listener = new TestListener().at(bytes, () -> thread[0].interrupt());
        thread[0] = Thread.ofPlatform().start(() -> {
            try {
                mover.move(slowly(source, target), listener);
            } catch (TransferException | InterruptedException | RuntimeException e) {
                ended.set(e);
            }
        });
        thread[0].join();
        assertThat(ended.get()).isInstanceOf(InterruptedException.class);
    }

    protected static Path file(Path path, int bytes) throws IOException {
        byte[] content = new byte[bytes];
        new Random(path.hashCode() + System.nanoTime()).nextBytes(content);
        return Files.write(path, content);
    }

    private static void append(Path file) {
        try {
            Files.writeString(file, "more", StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** 42 files in four directories, one of them empty. */
    protected Path tree(Path root) throws IOException {
        Files.createDirectories(root.resolve("sub/deep"));
        Files.createDirectories(root.resolve("empty"));
        for (int i = 0; i < 20; i++) {
            file(root.resolve("f" + i), 1000 + i);
            file(root.resolve("sub/deep/f" + i), 10 * i);
        }
        file(root.resolve("sub/with space"), 70_000);
        file(root.resolve("sub/one"), 1);
        return root;
    }

    protected static void assertSameTree(Path expected, Path actual) throws IOException {
        assertThat(relative(actual)).containsExactlyElementsOf(relative(expected));
        for (String name : relative(expected)) {
            if (Files.isRegularFile(expected.resolve(name))) {
                assertThat(actual.resolve(name)).hasSameBinaryContentAs(expected.resolve(name));
            }
        }
    }

    private static List<String> relative(Path root) throws IOException {
        try (Stream<Path> all = Files.walk(root)) {
            return all.map(path -> root.relativize(path).toString()).sorted().toList();
        }
    }

    private static String treeHash(Path root) throws Exception {
        StringBuilder lines = new StringBuilder();
        for (String name : relative(root)) {
            if (Files.isRegularFile(root.resolve(name))) {
                lines.append(sha256(root.resolve(name))).append("  ").append(name).append('\n');
            }
        }
        byte[] text = lines.toString().getBytes(StandardCharsets.UTF_8);
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(text));
    }

    protected static String sha256(Path file) throws Exception {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        try (InputStream in = Files.newInputStream(file)) {
            byte[] buffer = new byte[MIB];
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                digest.update(buffer, 0, n);
            }
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    protected static List<String> names(Path directory) throws IOException {
        try (Stream<Path> children = Files.list(directory)) {
            return children.map(path -> path.getFileName().toString()).toList();
        }
    }

    private static Path partial(Path directory) throws IOException {
        String name = names(directory).stream().filter(n -> n.endsWith(".part")).findFirst().orElseThrow();
        return directory.resolve(name);
    }

    protected static void assertNothingLeftOver(Path directory) throws IOException {
        assertThat(relative(directory)).noneMatch(name -> name.contains(".waybill-"));
    }

    protected static void assertMonotonic(TestListener listener) {
        List<Long> bytes = listener.progress.stream().map(TransferListener.Progress::bytesDone).toList();
        assertThat(bytes).isSorted();
    }
}
