package org.waybill.engine.hostile;

import static org.waybill.engine.hostile.HostileCase.FILE;
import static org.waybill.engine.hostile.HostileCase.LARGE;
import static org.waybill.engine.hostile.HostileCase.after;
import static org.waybill.engine.hostile.HostileCase.before;
import static org.waybill.engine.hostile.HostileCase.file;
import static org.waybill.engine.hostile.HostileCase.ints;
import static org.waybill.engine.hostile.HostileCase.manifest;
import static org.waybill.engine.hostile.HostileCase.put;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.waybill.engine.CopyRules.Extra;
import org.waybill.engine.Reason;
import org.waybill.engine.wire.Message;
import org.waybill.engine.wire.Message.Entry;

/** Nodes that receive or are asked something: what is wrong with what they answer. */
final class HostileSinkCases {
    private HostileSinkCases() {}

    static Stream<HostileCase> all() {
        return Stream.of(sinks(), unwilling(), answers()).flatMap(each -> each);
    }

    private static Stream<HostileCase> sinks() {
        List<Message.Range> ranges = IntStream.range(0, 60_000)
                .mapToObj(i -> new Message.Range(i * 2L, 1))
                .toList();
        return Stream.of(
                put("large", "again without end", peer -> {
                    peer.say(new Message.RequestedEntries(1, List.of()));
                    peer.forever(new Message.ResendFile(0));
                }),
                put("large", "again before anything was asked for", peer -> {
                    peer.say(new Message.ResendFile(0));
                    peer.hear(Message.Failure.class);
                }),
                put("large", "more than there is", peer -> {
                    peer.say(new Message.RequestedEntries(7, List.of()));
                    peer.hear(Message.Failure.class);
                }),
                put("large", "ranges beyond all numbers", peer -> {
                    peer.say(new Message.RequestedEntries(
                            1,
                            List.of(new Message.ReceivedRanges(
                                    0, false, List.of(new Message.Range(Long.MAX_VALUE, Long.MAX_VALUE))))));
                    peer.hear(Message.Failure.class);
                }),
                put("large", "ranges beyond the file", peer -> {
                    peer.say(new Message.RequestedEntries(
                            1,
                            List.of(new Message.ReceivedRanges(
                                    0,
                                    false,
                                    List.of(new Message.Range(0, LARGE), new Message.Range(LARGE, 1L << 40))))));
                    peer.hear(Message.Failure.class);
                }),
                put("large", "ranges that overlap", peer -> {
                    peer.say(new Message.RequestedEntries(
                            1,
                            List.of(new Message.ReceivedRanges(
                                    0, false, List.of(new Message.Range(0, 1000), new Message.Range(500, 1000))))));
                    peer.hear(Message.Failure.class);
                }),
                put("tree", "ranges without end", peer -> {
                    for (int i = 1; i <= 301; i++) {
                        peer.say(new Message.RequestedEntries(
                                i, List.of(new Message.ReceivedRanges(i - 1, false, ranges))));
                    }
                    peer.hear(Message.Failure.class);
                }),
                put("large", "committed without end", peer -> {
                    for (int i = 0; true; i++) {
                        int from = i * 100_000;
                        peer.say(new Message.Committed(
                                IntStream.range(from, from + 100_000).boxed().toList()));
                    }
                }),
                put("large", "committed before it was sent", peer -> {
                    peer.say(new Message.Committed(List.of(0)), new Message.Done());
                    peer.hear(Message.Failure.class);
                }),
                put("large", "done at once", peer -> {
                    peer.say(new Message.Done());
                    peer.hear(Message.Failure.class);
                }),
                put("tree", "done when half is sent", peer -> {
                    peer.say(new Message.RequestedEntries(100, List.of()), new Message.Done());
                    peer.hear(Message.Failure.class);
                }),
                put("large", "what only a source says", peer -> {
                    peer.say(manifest(true, FILE));
                    peer.hear(Message.Failure.class);
                }),
                put("large", "not kept what was not requested", peer -> {
                    peer.say(new Message.NotKept(Extra.ACLS, "no"));
                    peer.hear(Message.Failure.class);
                }),
                put("large", "retired streams without end", peer -> {
                    for (int i = 0; true; i++) {
                        peer.say(new Message.StopStream(i % 60_000, true));
                    }
                }));
    }

    private static Stream<HostileCase> unwilling() {
        return Stream.of(
                put("large", "unwritable where there is one file", peer -> {
                    peer.say(new Message.Unwritable(0, Reason.PERMISSION, "no"));
                    peer.hear(Message.Failure.class);
                }),
                put("tree", "unwritable without end", peer -> {
                    for (int i = 1; true; i++) {
                        peer.say(new Message.Unwritable(i, Reason.PERMISSION, "x".repeat(1000)));
                    }
                }),
                put("tree", "the same unwritable twice", peer -> {
                    Message no = new Message.Unwritable(1, Reason.PERMISSION, "no");
                    peer.say(no, no);
                    peer.hear(Message.Failure.class);
                }),
                put("tree", "unwritable for no failure", peer -> {
                    peer.say(new Message.Unwritable(1, Reason.NOTHING_TO_DO, "no"));
                    peer.hear(Message.Failure.class);
                }),
                put("tree", "unwritable and committed", peer -> {
                    peer.say(new Message.Unwritable(1, Reason.PERMISSION, "no"), new Message.Committed(List.of(1)));
                    peer.hear(Message.Failure.class);
                }));
    }

    private static Stream<HostileCase> answers() {
        return Stream.of(
                after("?list", "a list without end", peer -> {
                    Entry[] many = new Entry[500];
                    Arrays.fill(many, file("f".repeat(100), 1));
                    peer.forever(manifest(false, many));
                }),
                after("?list", "empty lists without end", peer -> peer.forever(manifest(false))),
                after("?list", "another kind of answer", peer -> peer.say(new Message.Done())),
                after(
                        "?status",
                        "a negative size",
                        peer -> peer.frame(8, new byte[] {
                            1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
                        })),
                after("?examine", "another kind of answer", peer -> peer.say(new Message.Done())),
                after(
                        "?download",
                        "empty blocks without end",
                        peer -> peer.forever(new Message.InlineBlock(new byte[0]))),
                after(
                        "?download",
                        "more than was wanted",
                        peer -> peer.forever(new Message.InlineBlock(new byte[70_000]))),
                before("?pair", "a frame of a megabyte", peer -> peer.raw(ints(1 << 20, 0))),
                before("?pair", "another kind of answer", peer -> peer.say(new Message.Welcome(1, "x"))),
                new HostileCase(
                        "?pair", "no proof", peer -> peer.say(new Message.PairAccepted(new byte[32])), "CERTIFICATE"));
    }
}
