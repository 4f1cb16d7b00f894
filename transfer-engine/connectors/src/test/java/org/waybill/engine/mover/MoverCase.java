package org.waybill.engine.mover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.waybill.engine.testserver.TestFiles.sameContentAs;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.engine.DataOptions;
import org.waybill.engine.Location;
import org.waybill.engine.NetworkPaths;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferReport;
import org.waybill.engine.TransferRequest;
import org.waybill.engine.mover.store.CopiedNames;
import org.waybill.engine.storage.TemporaryNames;
import org.waybill.engine.testserver.TestCredentials;
import org.waybill.engine.testserver.TestFiles;
import org.waybill.protocol.Protocols;

/** What the tests of every mover share: what they must know of a mover and its server, and what they often do. */
abstract class MoverCase {
    protected static final int MIB = 1 << 20;
    /** Slow enough that a transfer can be disturbed in its middle, fast enough for a test. */
    private static final long DISTURBABLE_BITS_PER_SECOND = 480_000_000;

    @TempDir
    protected Path here;

    @TempDir
    private Path locks;

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

    /** Whether a listing shows what other transfers have not finished; not every web server shows a leading dot. */
    protected boolean listsPartialFiles() {
        return true;
    }

    /** Whether a name can be used with this protocol. */
    protected boolean carries(String name) {
        return true;
    }

    /** Whether the remote host gives both the time and the hash of a file. */
    protected boolean provesWhatIsThere() {
        return true;
    }

    /** Whether the hash is of what is stored at that time, and not of what once was sent. */
    protected boolean hashesWhatIsStored() {
        return provesWhatIsThere();
    }

    /** Whether the server gives checksums, or what it sends cannot be altered unnoticed. */
    protected boolean tellsSourceChecksum() {
        return true;
    }

    /** Whether a file that is put can be continued after a break. */
    protected boolean resumesPut() {
        return true;
    }

    /** Whether what has arrived of a file that is put is a file at the server, which others can alter. */
    protected boolean showsPartialFiles() {
        return resumesPut();
    }

    /** Whether a broken connection ends the transfer, which is then begun again, and not a request that is repeated. */
    protected boolean tellsOfRetries() {
        return true;
    }

    /** Whether zeros of a file that is put can be holes. */
    protected boolean makesHoles() {
        return false;
    }

    /** Whether names of one file that is put stay names of one file. */
    protected final boolean keepsHardLinks() {
        return Protocols.transport(transport()).keepsHardLinks(true, false);
    }

    /** The same of one that is fetched. */
    protected final boolean fetchesHardLinks() {
        return Protocols.transport(transport()).keepsHardLinks(false, true);
    }

    /** Whether what has arrived here is recorded as hashes of prefixes. */
    protected boolean keepsPrefixes() {
        return true;
    }

    protected Mover mover() {
        return mover(credentials(), InputStream.nullInputStream(), new ByteArrayOutputStream());
    }

    protected Mover mover(Credentials credentials, InputStream in, ByteArrayOutputStream out) {
        return mover(new Movers.Surroundings(
                credentials, null, in, out, InstantSource.system(), TemporaryNames.ofThisProcess(), locks));
    }

    /** A mover with a home of its own. */
    protected Mover moverOfAnotherHome() {
        return mover(new Movers.Surroundings(
                credentials(),
                null,
                InputStream.nullInputStream(),
                new ByteArrayOutputStream(),
                InstantSource.system(),
                TemporaryNames.keyed(new byte[TemporaryNames.SECRET_BYTES]),
                locks.resolve("other")));
    }

    private Mover mover(Movers.Surroundings surroundings) {
        return mover(surroundings, new CopiedNames());
    }

    /** A mover of one of several transfers of one command. */
    protected Mover moverOfCommand(CopiedNames copied) {
        return mover(
                new Movers.Surroundings(
                        credentials(),
                        null,
                        InputStream.nullInputStream(),
                        new ByteArrayOutputStream(),
                        InstantSource.system(),
                        TemporaryNames.ofThisProcess(),
                        locks),
                copied);
    }

    private Mover mover(Movers.Surroundings surroundings, CopiedNames copied) {
        return new RepeatingMover(Movers.standard(surroundings, copied).all().stream()
                .filter(mover -> mover.name().equals(transport()))
                .findFirst()
                .orElseThrow());
    }

    /** Whether transfers of two homes to one target run at once. */
    protected boolean writesFromSeveralHomes() {
        return true;
    }

    protected static Stream<String> hostileNames() {
        return Stream.of(
                "with space",
                "it's \"quoted\"",
                "a;b|c&d",
                "$(touch pwned)`id`",
                "-rf",
                "--help",
                "*?[x]",
                "back\\slash",
                "\u202egnp.exe",
                "n\u0303 and \u00f1",
                "%2e%2e%41",
                "#frag?query=1&x",
                "~root",
                " leading",
                "trailing ",
                "new\nline",
                "tab\tand\rreturn",
                "a\u0001\u001f\u007fb",
                "nel\u0085ls\u2028ps\u2029",
                "real \ufffd",
                "l" + "\u00fc".repeat(127));
    }

    /** A directory at the remote host that the server's user may write. */
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
        return failure(mover(), request, listener);
    }

    protected static TransferException failure(Mover mover, TransferRequest request, TransferListener listener) {
        TransferException e = catchThrowableOfType(TransferException.class, () -> mover.move(request, listener));
        assertThat(e).as("the transfer must fail").isNotNull();
        assertThat(e.getMessage()).doesNotContain("\n");
        return e;
    }

    protected static TransferRequest slowly(Location source, Location target) {
        return at(DISTURBABLE_BITS_PER_SECOND, source, target);
    }

    /** So that on a busy machine another transfer begins and ends meanwhile. */
    protected static TransferRequest verySlowly(Location source, Location target) {
        return at(DISTURBABLE_BITS_PER_SECOND / 4, source, target);
    }

    private static TransferRequest at(long bitsPerSecond, Location source, Location target) {
        return new TransferRequest(
                source, target, NetworkPaths.DIRECT, new DataOptions(0, bitsPerSecond, TransferRequest.Verify.SHA256));
    }

    protected void interruptAt(long bytes, Location source, Location target) throws InterruptedException {
        interruptAt(bytes, slowly(source, target));
    }

    protected void interruptAt(long bytes, TransferRequest request) throws InterruptedException {
        AtomicReference<@Nullable Throwable> ended = new AtomicReference<>();
        Mover mover = mover();
        Thread[] thread = new Thread[1];
        TestListener listener = new TestListener().at(bytes, () -> thread[0].interrupt());
        thread[0] = Thread.ofPlatform().start(() -> {
            try {
                mover.move(request, listener);
            } catch (TransferException | InterruptedException | RuntimeException e) {
                ended.set(e);
            }
        });
        thread[0].join();
        assertThat(ended.get()).isInstanceOf(InterruptedException.class);
    }

    protected static Path file(Path path, int bytes) throws IOException {
        return TestFiles.random(path, bytes, path.hashCode() + System.nanoTime());
    }

    protected static void append(Path file) {
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
                assertThat(actual.resolve(name)).satisfies(sameContentAs(expected.resolve(name)));
            }
        }
    }

    private static List<String> relative(Path root) throws IOException {
        try (Stream<Path> all = Files.walk(root)) {
            return all.map(path -> root.relativize(path).toString()).sorted().toList();
        }
    }

    protected static String treeHash(Path root) throws Exception {
        StringBuilder lines = new StringBuilder();
        for (String name : relative(root)) {
            if (Files.isRegularFile(root.resolve(name))) {
                lines.append(sha256(root.resolve(name)))
                        .append("  ")
                        .append(name)
                        .append('\n');
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

    protected static Path partial(Path directory) throws IOException {
        String name = names(directory).stream()
                .filter(n -> n.endsWith(".part") || n.endsWith(".partial"))
                .findFirst()
                .orElseThrow();
        return directory.resolve(name);
    }

    protected static void assertNothingLeftOver(Path directory) throws IOException {
        assertThat(relative(directory)).noneMatch(name -> name.contains(".waybill-"));
    }

    protected static void assertMonotonic(TestListener listener) {
        List<Long> bytes = listener.progress.stream()
                .map(TransferListener.Progress::bytesDone)
                .toList();
        assertThat(bytes).isSorted();
    }
}
