package org.waybill.engine.hostile;

import static org.waybill.engine.hostile.HostileCase.FILE;
import static org.waybill.engine.hostile.HostileCase.LARGE;
import static org.waybill.engine.hostile.HostileCase.TREE;
import static org.waybill.engine.hostile.HostileCase.WINDOW;
import static org.waybill.engine.hostile.HostileCase.after;
import static org.waybill.engine.hostile.HostileCase.altered;
import static org.waybill.engine.hostile.HostileCase.before;
import static org.waybill.engine.hostile.HostileCase.directory;
import static org.waybill.engine.hostile.HostileCase.file;
import static org.waybill.engine.hostile.HostileCase.get;
import static org.waybill.engine.hostile.HostileCase.inline;
import static org.waybill.engine.hostile.HostileCase.ints;
import static org.waybill.engine.hostile.HostileCase.listed;
import static org.waybill.engine.hostile.HostileCase.manifest;
import static org.waybill.engine.hostile.HostileCase.named;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.Stream;
import org.waybill.engine.Reason;
import org.waybill.engine.wire.Message;
import org.waybill.engine.wire.Message.Entry;
import org.waybill.engine.wire.Message.Kind;

/** Nodes that send: what is wrong with their frames, lists and contents. */
final class HostileSourceCases {
    private HostileSourceCases() {}

    static Stream<HostileCase> all() {
        return Stream.of(frames(), lists(), contents()).flatMap(each -> each);
    }

    private static Stream<HostileCase> frames() {
        return Stream.of(
                before("get", "a frame of 2 GiB", peer -> peer.raw(ints(Integer.MAX_VALUE, 0))),
                before("get", "a frame of -1", peer -> peer.raw(ints(-1, 0))),
                before("get", "a frame of nothing", peer -> peer.raw(ints(0, 0))),
                before("get", "a frame of an unknown kind", peer -> peer.frame(200, new byte[10])),
                before("get", "bytes too many", peer -> peer.frame(6, new byte[10])),
                before("get", "a request instead of an answer", peer -> {
                    peer.say(new Message.ListRequest("/", true));
                    peer.hear(Message.Failure.class);
                }),
                before("get", "not UTF-8", peer -> peer.frame(2, new byte[] {0, 1, 0, 2, (byte) 0xc3, 0x28})),
                after("get", "a list of 2^31 entries", peer -> peer.frame(13, ints(0x01ffffff, 0xff000000))),
                after("get", "a welcome again and again", peer -> peer.forever(new Message.Welcome(1, "again"))),
                after(
                        "get",
                        "answers to no question without end",
                        peer -> peer.forever(new Message.DatagramsOpen(7, 1, new byte[16]))),
                after("get", "an unknown reason", peer -> peer.frame(5, new byte[] {0, 1, 'X', 0, 0})));
    }

    private static Stream<HostileCase> lists() {
        return Stream.of(
                get("a link and what lies behind it", peer -> {
                            peer.say(
                                    manifest(true, TREE, directory("d")),
                                    new Message.Links(List.of(
                                            new Message.Link("a", "../..", 0), new Message.Link("a/escaped", "x", 0),
                                            new Message.Link("d", "../..", 0),
                                                    new Message.Link("none/escaped", "x", 0))),
                                    new Message.Summary("UNKNOWN", "", 0));
                            peer.hear(Message.Done.class);
                        })
                        .expecting("BAD_INPUT"),
                get("a link out of its tree by name", peer -> {
                            peer.say(
                                    manifest(true, TREE),
                                    new Message.Links(List.of(new Message.Link("../escaped", "x", 0))));
                            peer.hear(Message.Failure.class);
                        })
                        .expecting(HostileCase.BREACH + "|UNSAFE"),
                get("links without end", peer -> {
                    peer.say(manifest(true, TREE));
                    peer.forever(new Message.Links(List.of(new Message.Link("l", "t".repeat(4000), 0))));
                }),
                get("attributes that were not requested", peer -> {
                    peer.say(manifest(true, FILE), new Message.Attributes(true, List.of()));
                    peer.hear(Message.Failure.class);
                }),
                get("a list without end", peer -> {
                    peer.say(manifest(false, TREE));
                    for (int i = 0; true; i++) {
                        Entry[] many = new Entry[500];
                        for (int j = 0; j < many.length; j++) {
                            many[j] = directory("d" + i + "-" + j);
                        }
                        peer.say(manifest(false, many));
                    }
                }),
                get("empty lists without end", peer -> peer.forever(manifest(false))),
                get("a list of nothing", peer -> {
                    peer.say(manifest(true), new Message.Summary("UNKNOWN", "", 0));
                    peer.hear(Message.Failure.class);
                }),
                named("a climb", "../../escaped"),
                named("absolute", "/escaped"),
                named("a climb within", "a/../../e"),
                named("with a NUL", "f\0g"),
                named("empty again", ""),
                named("a dot", "."),
                named("long", "n".repeat(300)),
                named("of our own", ".waybill-0123456789ab.part"),
                named("there already", "f"),
                named("there already, otherwise written", "./f"),
                named("below a file", "f/g"),
                listed("a directory that is a file too", TREE, directory("d"), file("d", 1)),
                listed("a tree below what is not there", TREE, directory("d/e")),
                listed("the same large file twice", TREE, file("f", LARGE), file("f", LARGE)),
                listed("two files where one was asked for", FILE, FILE),
                listed("a file that is no file", new Entry("", Kind.OTHER, 0, 0, 0)),
                listed("a file that is absent", new Entry("", Kind.ABSENT, 0, 0, 0)),
                listed("the first not its root", file("f", 1)),
                listed("sizes that sum to less than nothing", TREE, file("a", Long.MAX_VALUE), file("b", 2)),
                new HostileCase(
                        "get",
                        "a size that no disk has",
                        peer -> {
                            peer.accept(WINDOW);
                            peer.say(manifest(true, file("", Long.MAX_VALUE)));
                            peer.hear(Message.Failure.class);
                        },
                        "DISK_FULL"),
                new HostileCase(
                        "get",
                        "of version 1, which hears of no single file",
                        peer -> {
                            peer.hear(Message.Hello.class);
                            peer.say(new Message.Welcome(1, "node"));
                            peer.hear();
                            peer.say(
                                    new Message.Ready(new byte[16], WINDOW),
                                    manifest(true, TREE, file("f", Long.MAX_VALUE)));
                            peer.hear(Message.Failure.class);
                        },
                        "DISK_FULL"),
                get("the list again", peer -> {
                    peer.say(manifest(true, FILE), manifest(true, FILE));
                    peer.hear(Message.Failure.class);
                }));
    }

    private static Stream<HostileCase> contents() {
        byte[] sum = new byte[32];
        return Stream.of(
                get("digests without end", peer -> {
                    peer.say(manifest(true, file("", LARGE)));
                    peer.forever(new Message.Digests(List.of(new Message.Digest(0, sum))));
                }),
                get("digests of what is not there", peer -> {
                    peer.say(manifest(true, FILE), new Message.Digests(List.of(new Message.Digest(7, sum))));
                    peer.hear(Message.Failure.class);
                }),
                get("blocks on the control connection without end", peer -> {
                    peer.say(manifest(true, file("", LARGE)));
                    peer.forever(inline(0, 0, new byte[200_000]));
                }),
                get("empty blocks without end", peer -> {
                    peer.say(manifest(true, file("", LARGE)));
                    peer.forever(new Message.InlineBlock(new byte[8]));
                }),
                get("a block of a megabyte", peer -> {
                    peer.say(manifest(true, FILE), new Message.InlineBlock(new byte[1_000_000]));
                    peer.hear(Message.Failure.class);
                }),
                get("a block without a number", peer -> {
                    peer.say(manifest(true, FILE), new Message.InlineBlock(new byte[3]));
                    peer.hear(Message.Failure.class);
                }),
                get("a block of another file", peer -> {
                    peer.say(manifest(true, FILE), inline(9, 0, new byte[1]));
                    peer.hear(Message.Failure.class);
                }),
                get("a block beyond the end", peer -> {
                    peer.say(manifest(true, file("", LARGE)), inline(0, LARGE - 1, new byte[10]));
                    peer.hear(Message.Failure.class);
                }),
                get("a block at the end of all numbers", peer -> {
                    peer.say(manifest(true, file("", LARGE)), inline(0, Long.MAX_VALUE - 2, new byte[10]));
                    peer.hear(Message.Failure.class);
                }),
                get("a small file in pieces", peer -> {
                    peer.say(manifest(true, file("", 10)), inline(0, 5, new byte[5]));
                    peer.hear(Message.Failure.class);
                }),
                get("refusals without end", peer -> {
                    peer.say(manifest(true, TREE));
                    peer.forever(
                            new Message.Unsendable(Message.Unsendable.NOT_LISTED, Reason.PERMISSION, "x".repeat(3000)));
                }),
                HostileCase.after(
                        "?send on",
                        "left out without end",
                        peer -> peer.forever(new Message.Unsendable(
                                Message.Unsendable.NOT_LISTED, Reason.NOTHING_TO_DO, "x".repeat(3000)))),
                get("the same refused twice", peer -> {
                    Message refused = new Message.Unsendable(1, Reason.PERMISSION, "no");
                    peer.say(manifest(true, TREE, file("f", 1), file("g", 1)), refused, refused);
                    peer.hear(Message.Failure.class);
                }),
                get("what only a sink says", peer -> {
                    peer.say(manifest(true, FILE), new Message.RequestedEntries(1, List.of()));
                    peer.hear(Message.Failure.class);
                }),
                get("thousands of pieces in a block", peer -> {
                    peer.say(manifest(true, file("", LARGE)));
                    peer.hear(Message.RequestedEntries.class);
                    flood(peer.data(), true);
                }),
                get("empty blocks on a data connection, acknowledgements unread", peer -> {
                    peer.say(manifest(true, file("", LARGE)));
                    peer.hear(Message.RequestedEntries.class);
                    flood(peer.data(), false);
                }),
                altered("a record of 2 GiB", peer -> {
                    peer.say(manifest(true, file("", LARGE)));
                    peer.data().channel().write(ByteBuffer.wrap(ints(Integer.MAX_VALUE, 0)));
                    peer.hear(Message.Failure.class);
                }),
                altered("a record that does not open", peer -> {
                    peer.say(manifest(true, file("", LARGE)));
                    peer.data().channel().write(ByteBuffer.wrap(ints(20, 0, 0, 0, 0, 0)));
                    peer.hear(Message.Failure.class);
                }));
    }

    private static void flood(HostileNode.Data data, boolean pieces) throws IOException {
        byte[] one = HostileNode.segment(0, 5, 0, new byte[0]);
        ByteBuffer many = ByteBuffer.allocate(pieces ? 16 * 16_000 : 0);
        while (many.hasRemaining()) {
            many.put(one);
        }
        for (long number = 0; true; number += 2) {
            data.block(number, many.array());
        }
    }
}
