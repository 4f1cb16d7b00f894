package org.waybill.engine.session.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.waybill.engine.session.sink.SinkFilesByHand.bytes;
import static org.waybill.engine.session.sink.SinkFilesByHand.directory;
import static org.waybill.engine.session.sink.SinkFilesByHand.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.waybill.engine.CopyRules;
import org.waybill.engine.CopyRules.Extra;
import org.waybill.engine.Reason;
import org.waybill.engine.wire.Message;
import org.waybill.engine.wire.Message.ReceivedRanges;
import org.waybill.engine.wire.RecordFormat;

/** Which names of a file become hard links at a sink, and which are received for themselves. */
@Timeout(60)
class ListedHardLinksTest extends SinkFilesCase {
    private static final CopyRules HARD_LINKS = CopyRules.USUAL.with(EnumSet.of(Extra.HARD_LINKS));
    private static final ReceivedRanges WHOLE = new ReceivedRanges(1, true, List.of());

    private boolean isOneFile(String name, String other) throws IOException {
        return Files.isSameFile(target().resolve(name), target().resolve(other));
    }

    private void listThreeNames() throws Exception {
        sink.namesOfOneFile(1, 2, 3);
        sink.list(directory(""), file("a", 5), file("b", 5), file("c", 5));
    }

    @Test
    void theOthersBecomeLinksToTheFirstWhenAllIsThere() throws Exception {
        sink = SinkFilesByHand.ofTree(target(), HARD_LINKS);
        listThreeNames();
        assertThat(sink.heardSoFar()).containsExactly(all(4));
        deliver(1, "hello");
        assertThat(sink.heardSoFar()).isEmpty();
        assertThat(target().resolve("b")).doesNotExist();
        endOfAll();
        assertThat(isOneFile("a", "b")).isTrue();
        assertThat(isOneFile("a", "c")).isTrue();
        assertThat(sink.result().files()).isEqualTo(3);
        assertThat(sink.result().linkedFiles()).isEqualTo(2);
        assertThat(sink.result().bytes()).isEqualTo(5);
    }

    /** Which of its names is there shows when all are listed; the source sends nothing before. */
    @Test
    void aFileWaitsForAllItsNames() throws Exception {
        Files.createDirectory(target());
        SinkFilesByHand.put(target().resolve("c"), "hello");
        sink = SinkFilesByHand.ofTree(target(), HARD_LINKS);
        sink.namesOfOneFile(1);
        sink.listSome(directory(""), file("a", 5));
        assertThat(sink.heardSoFar()).containsExactly(all(1));
        sink.namesOfOneFile(3);
        sink.list(file("b", 1), file("c", 5));
        assertThat(sink.heardSoFar()).containsExactly(all(4, WHOLE));
        sink.digest(1, bytes("hello"));
        assertThat(sink.heard(Message.Committed.class).entries()).containsExactly(1);
        deliver(2, "x");
        endOfAll();
        assertThat(isOneFile("a", "c")).isTrue();
        assertThat(sink.result().resumedFiles()).isEqualTo(1);
    }

    @Test
    void whatIsThereAndDiffersIsReplacedUnderAllNames() throws Exception {
        Files.createDirectory(target());
        SinkFilesByHand.put(target().resolve("b"), "other");
        sink = SinkFilesByHand.ofTree(target(), HARD_LINKS);
        listThreeNames();
        assertThat(sink.heardSoFar()).containsExactly(all(4, WHOLE));
        sink.digest(1, bytes("hello"));
        assertThat(sink.heard(Message.ResendFile.class).entry()).isEqualTo(1);
        deliver(1, "hello");
        endOfAll();
        assertThat(target().resolve("b")).hasContent("hello");
        assertThat(isOneFile("a", "b")).isTrue();
        assertThat(isOneFile("a", "c")).isTrue();
    }

    @Test
    void theNextNameIsReceivedWhereTheFirstCannotBeSent() throws Exception {
        sink = SinkFilesByHand.ofTree(target(), HARD_LINKS);
        listThreeNames();
        sink.examine(() -> sink.files.unsendable(new Message.Unsendable(1, Reason.PERMISSION, "no permission")));
        sink.sourceIsThrough();
        assertThat(sink.heard(Message.ResendFile.class).entry()).isEqualTo(2);
        deliver(2, "hello");
        sink.heard(Message.Done.class);
        assertThat(target().resolve("a")).doesNotExist();
        assertThat(isOneFile("b", "c")).isTrue();
        assertThat(sink.result().files()).isEqualTo(2);
    }

    /** Its partial file has the name of a file that no later run copies. */
    @Test
    void nothingIsLeftOfAFirstNameThatVanished() throws Exception {
        int size = RecordFormat.MAX_CONTENT + 1;
        sink = SinkFilesByHand.ofTree(target(), HARD_LINKS);
        sink.namesOfOneFile(1, 2);
        sink.list(directory(""), file("a", size), file("b", size));
        sink.write(1, 0, new byte[RecordFormat.MAX_CONTENT]);
        sink.examine(() -> sink.files.unsendable(new Message.Unsendable(1, Reason.NOT_FOUND, "there is no such file")));
        sink.sourceIsThrough();
        assertThat(sink.heard(Message.ResendFile.class).entry()).isEqualTo(2);
        byte[] content = new byte[size];
        sink.write(2, 0, Arrays.copyOf(content, RecordFormat.MAX_CONTENT));
        sink.write(2, RecordFormat.MAX_CONTENT, new byte[1]);
        sink.digest(2, content);
        sink.heard(Message.Done.class);
        try (Stream<Path> all = Files.list(target())) {
            assertThat(all.map(path -> path.getFileName().toString())).containsExactly("b");
        }
    }

    @Test
    void anotherWritersFileGetsNoNames() throws Exception {
        Files.createDirectory(target());
        SinkFilesByHand.put(target().resolve("a"), "hello");
        sink = SinkFilesByHand.ofTree(target(), new Keeping("a"), HARD_LINKS);
        listThreeNames();
        assertThat(sink.heardSoFar()).containsExactly(all(4, WHOLE));
        sink.digest(1, bytes("hello"));
        sink.heard(Message.Committed.class);
        sink.sourceIsThrough();
        assertThat(sink.heard(Message.NotKept.class))
                .isEqualTo(new Message.NotKept(Extra.HARD_LINKS, "b: it is another client's"));
        assertThat(sink.heard(Message.ResendFile.class).entry()).isEqualTo(2);
        deliver(2, "hello");
        sink.heard(Message.Done.class);
        assertThat(isOneFile("a", "b")).isFalse();
        assertThat(isOneFile("b", "c")).isTrue();
    }

    /** As on a file system without hard links, whose times are in whole seconds. */
    @Test
    void equalFilesThatGetNoNamesAreLeftAlone() throws Exception {
        Files.createDirectory(target());
        for (String name : List.of("a", "b", "c")) {
            SinkFilesByHand.put(target().resolve(name), "hello");
        }
        sink = SinkFilesByHand.ofTree(target(), new Keeping("[abc]"), HARD_LINKS);
        sink.namesOfOneFile(1, 2, 3);
        sink.list(directory(""), withFraction("a"), withFraction("b"), withFraction("c"));
        assertThat(sink.heardSoFar()).containsExactly(all(4, WHOLE));
        sink.digest(1, bytes("hello"));
        sink.heard(Message.Committed.class);
        sink.sourceIsThrough();
        sink.heard(Message.NotKept.class);
        sink.heard(Message.Done.class);
        assertThat(isOneFile("a", "b")).isFalse();
        assertThat(sink.result().resumedFiles()).isEqualTo(3);
    }

    private static Message.Entry withFraction(String name) {
        Message.Entry whole = file(name, 5);
        return new Message.Entry(
                whole.path(),
                whole.kind(),
                whole.sizeBytes(),
                whole.modifiedNanos() + 123_456_789,
                whole.permissions());
    }

    @Test
    void whatWasReceivedAndGetsNoNamesIsReceivedUnderAllNamesAtOnce() throws Exception {
        sink = SinkFilesByHand.ofTree(target(), new Keeping("a"), HARD_LINKS);
        listThreeNames();
        sink.heard(Message.RequestedEntries.class);
        deliver(1, "hello");
        sink.sourceIsThrough();
        assertThat(sink.heard(Message.ResendFile.class).entry()).isEqualTo(2);
        assertThat(sink.heard(Message.ResendFile.class).entry()).isEqualTo(3);
        deliver(2, "hello");
        deliver(3, "hello");
        sink.heard(Message.Done.class);
        assertThat(isOneFile("a", "b")).isFalse();
        assertThat(sink.result().linkedFiles()).isZero();
    }

    /** A source may list millions of names of a file, and each be lost at once. */
    @Test
    @Tag("attack")
    void namesThatAreLostOneAfterTheOtherTakeNoMoreStack() throws Exception {
        List<Integer> depths = new CopyOnWriteArrayList<>();
        sink = SinkFilesByHand.ofTree(target(), new Keeping("n.*", stack -> depths.add(stack.length)), HARD_LINKS);
        int[] numbers = IntStream.rangeClosed(1, 100).toArray();
        sink.namesOfOneFile(numbers);
        sink.list(Stream.concat(
                        Stream.of(directory("")),
                        Arrays.stream(numbers).mapToObj(number -> file("n" + (100 + number), 5)))
                .toArray(Message.Entry[]::new));
        sink.heard(Message.RequestedEntries.class);
        for (int number : numbers) {
            Files.writeString(target().resolve("n" + (100 + number)), "another's");
        }
        sink.examine(() -> sink.files.unsendable(new Message.Unsendable(1, Reason.PERMISSION, "no permission")));
        endOfAll();
        assertThat(depths).hasSize(99);
        assertThat(depths.getLast()).isEqualTo(depths.getFirst());
        assertThat(sink.result().notTransferred()).hasSize(100);
    }

    /** As without hard links, what is equal needs no leave. */
    @Test
    void anotherWritersFileThatIsEqualStays() throws Exception {
        Files.createDirectory(target());
        SinkFilesByHand.put(target().resolve("b"), "hello");
        sink = SinkFilesByHand.ofTree(target(), new Keeping("b"), HARD_LINKS);
        listThreeNames();
        assertThat(sink.heardSoFar()).containsExactly(all(4));
        deliver(1, "hello");
        Object before = Files.getAttribute(target().resolve("b"), "unix:ino");
        endOfAll();
        assertThat(Files.getAttribute(target().resolve("b"), "unix:ino")).isEqualTo(before);
        assertThat(isOneFile("a", "c")).isTrue();
        assertThat(sink.result().notTransferred()).isEmpty();
    }

    @Test
    void anotherWritersFileThatDiffersFailsAlone() throws Exception {
        Files.createDirectory(target());
        SinkFilesByHand.put(target().resolve("b"), "other and longer");
        sink = SinkFilesByHand.ofTree(target(), new Keeping("b"), HARD_LINKS);
        listThreeNames();
        deliver(1, "hello");
        endOfAll();
        assertThat(target().resolve("b")).hasContent("other and longer");
        assertThat(isOneFile("a", "c")).isTrue();
        assertThat(sink.result().notTransferred())
                .singleElement()
                .satisfies(one -> assertThat(one.reason()).isEqualTo("PERMISSION"));
    }

    /** What a source says that no source of ours says. */
    private enum Lie {
        UNREQUESTED {
            @Override
            void say(SinkFilesByHand sink) throws Exception {
                sink.namesOfOneFile(1, 2);
            }
        },
        NONE {
            @Override
            void say(SinkFilesByHand sink) throws Exception {
                sink.namesOfOneFile();
            }
        },
        TWICE {
            @Override
            void say(SinkFilesByHand sink) throws Exception {
                sink.namesOfOneFile(1, 1);
            }
        },
        OF_WHAT_WAS_LISTED {
            @Override
            void say(SinkFilesByHand sink) throws Exception {
                sink.listSome(directory(""), file("a", 5));
                sink.namesOfOneFile(1);
            }
        },
        OF_WHAT_IS_NOT_LISTED_NEXT {
            @Override
            void say(SinkFilesByHand sink) throws Exception {
                sink.namesOfOneFile(1, 7);
                sink.listSome(directory(""), file("a", 5));
            }
        },
        OF_A_DIRECTORY {
            @Override
            void say(SinkFilesByHand sink) throws Exception {
                sink.namesOfOneFile(0, 1);
                sink.list(directory(""), file("a", 0));
            }
        },
        OF_FILES_OF_TWO_SIZES {
            @Override
            void say(SinkFilesByHand sink) throws Exception {
                sink.namesOfOneFile(1, 2);
                sink.list(directory(""), file("a", 5), file("b", 6));
            }
        };

        abstract void say(SinkFilesByHand sink) throws Exception;
    }

    @ParameterizedTest
    @EnumSource
    void aSourceThatLiesOfItsHardLinksEndsTheSession(Lie lie) throws Exception {
        sink = SinkFilesByHand.ofTree(target(), lie == Lie.UNREQUESTED ? CopyRules.USUAL : HARD_LINKS);
        lie.say(sink);
        assertThat(sink.failure()).hasMessageContaining("hard link").hasMessageNotContaining("\n");
    }
}
