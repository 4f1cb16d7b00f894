package org.waybill.engine.session.sink;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.waybill.engine.CopyRules;
import org.waybill.engine.CopyRules.Extra;
import org.waybill.engine.NotTransferred;
import org.waybill.engine.Reason;
import org.waybill.engine.Sha256;
import org.waybill.engine.TransferException;
import org.waybill.engine.TransferListener;
import org.waybill.engine.TransferReport.Cause;
import org.waybill.engine.session.Block;
import org.waybill.engine.session.BlockPool;
import org.waybill.engine.session.SessionOutcome;
import org.waybill.engine.session.SessionResult;
import org.waybill.engine.session.SessionScope;
import org.waybill.engine.session.SessionSettings;
import org.waybill.engine.session.SessionTask;
import org.waybill.engine.session.SharedFiles;
import org.waybill.engine.session.SingleThreadWorker;
import org.waybill.engine.storage.ConfinedRoot;
import org.waybill.engine.storage.TargetTree;
import org.waybill.engine.storage.TemporaryNames;
import org.waybill.engine.storage.WriteGuard;
import org.waybill.engine.wire.DataKeys;
import org.waybill.engine.wire.Message;

/**
 * The files of a sink without a session around them: a test plays the source message by message, and reads what the
 * source would hear. The files are real.
 */
final class SinkFilesByHand implements AutoCloseable {
    static final Instant MODIFIED = Instant.parse("2026-01-02T03:04:05Z");
    private static final long PATIENCE_SECONDS = 20;

    /** What is sent to a source, in order; {@link Message.Done} when all have their names. */
    private final class Told implements SinkFiles.Source {
        final BlockingQueue<Message> said = new LinkedBlockingQueue<>();

        @Override
        public void need(Message.RequestedEntries need) {
            said.add(need);
        }

        @Override
        public void again(int entry) {
            said.add(new Message.ResendFile(entry));
        }

        @Override
        public void committed(int entry) {
            said.add(new Message.Committed(List.of(entry)));
        }

        @Override
        public boolean hearsOfOne() {
            return hearsOfOne;
        }

        @Override
        public void unwritable(Message.Unwritable news) {
            said.add(news);
        }

        @Override
        public void notMade(NotTransferred one) {
            said.add(Message.Unsendable.notListed(one));
        }

        @Override
        public void notKept(String path, Map<Extra, String> why) {
            why.forEach((extra, text) -> said.add(new Message.NotKept(extra, path + ": " + text)));
        }

        @Override
        public void allCommitted() {
            said.add(new Message.Done());
            outcome.succeed();
        }
    }

    final SessionOutcome outcome = new SessionOutcome();
    final List<String> events = new CopyOnWriteArrayList<>();
    boolean hearsOfOne = true;
    final SinkFiles files;
    private final Told source = new Told();
    private final SingleThreadWorker examiner = new SingleThreadWorker();
    private final SessionScope scope = new SessionScope(outcome, "the source");
    private final BlockPool pool = new BlockPool(64);
    private long blocks;

    private SinkFilesByHand(TargetTree tree, boolean verify, CopyRules rules, CutThroughListener arrival) {
        TransferListener listener = new TransferListener() {
            @Override
            public void onProgress(Progress progress) {
                throw new UnsupportedOperationException("the files tell none");
            }

            @Override
            public void onEvent(String code, String text) {
                events.add(code + ": " + text);
            }
        };
        SessionSettings settings = new SessionSettings(
                new byte[DataKeys.SECRET_BYTES],
                verify,
                0,
                "target",
                "the source",
                "the test",
                listener,
                rules,
                new SharedFiles());
        files = new SinkFiles(tree, settings, outcome, scope, source, arrival, examiner);
        files.start();
        examiner.start("examine", outcome, scope);
    }

    /** Of a single file. */
    static SinkFilesByHand ofFile(Path target, boolean verify, CopyRules rules) throws IOException {
        return new SinkFilesByHand(
                TargetTree.local(target, TemporaryNames.ofThisProcess(), false, "source", false),
                verify,
                rules,
                CutThroughListener.NONE);
    }

    /** Of a directory of the target's own name: one that is there is gone on with. */
    static SinkFilesByHand ofTree(Path target, CopyRules rules) throws IOException {
        return ofTree(target, rules, CutThroughListener.NONE);
    }

    static SinkFilesByHand ofTree(Path target, CopyRules rules, CutThroughListener arrival) throws IOException {
        String name = target.getFileName().toString();
        return new SinkFilesByHand(
                TargetTree.local(target, TemporaryNames.ofThisProcess(), false, name, true), true, rules, arrival);
    }

    /** Of a directory in which a guard says what may be replaced. */
    static SinkFilesByHand ofTree(Path target, WriteGuard guard) throws IOException {
        return ofTree(target, guard, CopyRules.USUAL);
    }

    static SinkFilesByHand ofTree(Path target, WriteGuard guard, CopyRules rules) throws IOException {
        String name = target.getFileName().toString();
        return new SinkFilesByHand(
                TargetTree.beneath(
                        ConfinedRoot.open(target.getParent()),
                        TemporaryNames.ofThisProcess(),
                        "/" + name,
                        name,
                        true,
                        guard),
                true,
                rules,
                CutThroughListener.NONE);
    }

    static Message.Entry file(String path, long bytes) {
        return new Message.Entry(path, Message.Kind.FILE, bytes, nanos(MODIFIED), 0644);
    }

    static Message.Entry directory(String path) {
        return new Message.Entry(path, Message.Kind.DIRECTORY, 0, nanos(MODIFIED), 0755);
    }

    static long nanos(Instant time) {
        return time.getEpochSecond() * 1_000_000_000 + time.getNano();
    }

    /** Has the examining thread do it, as a session does with each message, and waits until it is done. */
    void examine(SessionTask part) throws Exception {
        CompletableFuture<Void> done = new CompletableFuture<>();
        outcome.whenEnded(() -> done.complete(null));
        examiner.submit(() -> {
            part.run();
            done.complete(null);
        });
        done.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    /** The source lists these, and no more. */
    void list(Message.Entry... entries) throws Exception {
        examine(() -> files.examine(new Message.Manifest(true, List.of(entries))));
    }

    /** The source lists these, and more later. */
    void listSome(Message.Entry... entries) throws Exception {
        examine(() -> files.examine(new Message.Manifest(false, List.of(entries))));
    }

    /** The source says that these entries, which it lists next, are names of one file. */
    void namesOfOneFile(int... entries) throws Exception {
        examine(() -> files.hardLinks(new Message.HardLinks(Arrays.stream(entries)
                .mapToObj(entry -> new Message.HardLink(entry, new byte[Message.HardLink.FILE_BYTES]))
                .toList())));
    }

    /** The source says what these entries of the list have besides. */
    void attributes(Message.Attributed... entries) throws Exception {
        examine(() -> files.attributes(new Message.Attributes(true, List.of(entries))));
    }

    /** A block with one part of one file arrives. */
    void write(int entry, long offset, byte[] content) throws Exception {
        Block block = pool.take().reset(blocks++);
        try {
            int start = block.addSegment(entry, offset, content.length);
            System.arraycopy(content, 0, block.payload, start, content.length);
            files.write(entry, offset, block, start, content.length);
        } finally {
            block.release();
        }
    }

    void digest(int entry, byte[] content) throws Exception {
        examine(() -> files.sourceDigest(entry, Sha256.of(content)));
    }

    void sourceIsThrough() throws Exception {
        examine(files::sourceIsThrough);
    }

    /** The next that the source hears of this kind; what comes before it is passed over. */
    <T extends Message> T heard(Class<T> kind) throws Exception {
        for (Message next = next(); ; next = next()) {
            if (kind.isInstance(next)) {
                return kind.cast(next);
            }
        }
    }

    private Message next() throws InterruptedException {
        Message next = source.said.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
        if (next == null) {
            throw new AssertionError("nothing more is said; ended with " + outcome.failure());
        }
        return next;
    }

    /** What the source has heard by now and was not examined. */
    List<Message> heardSoFar() throws Exception {
        examine(() -> {});
        return Stream.generate(source.said::poll)
                .takeWhile(next -> next != null)
                .toList();
    }

    /** The failure that has ended it. */
    TransferException failure() throws Exception {
        if (!outcome.endsWithin(TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS)) || outcome.failure() == null) {
            throw new AssertionError("it has not failed");
        }
        return outcome.failure();
    }

    SessionResult result() {
        return files.result(0, 1, Cause.UNKNOWN);
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** A file that is there, with the time of those that are listed. */
    static void put(Path file, String content) throws IOException {
        Files.writeString(file, content);
        Files.setLastModifiedTime(file, FileTime.from(MODIFIED));
    }

    @Override
    public void close() throws Exception {
        outcome.fail(new TransferException(Reason.INTERRUPTED, "the test is over"));
        if (!scope.await(Duration.ofSeconds(PATIENCE_SECONDS))) {
            throw new AssertionError("a thread has not ended");
        }
        files.close();
    }
}
