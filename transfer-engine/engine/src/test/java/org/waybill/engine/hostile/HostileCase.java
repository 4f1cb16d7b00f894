package org.waybill.engine.hostile;

import java.nio.ByteBuffer;
import java.util.List;
import org.waybill.engine.hostile.HostileNode.Talk;
import org.waybill.engine.wire.Message;
import org.waybill.engine.wire.Message.Entry;
import org.waybill.engine.wire.Message.Kind;

/**
 * What the client does, what a hostile node sends it, and how that is to end.
 *
 * @param wish {@code get}, what is put, or a question of {@link SmallHeapClient}
 */
record HostileCase(String wish, String name, Talk talk, String expected) {
    static final long WINDOW = 60L << 20;
    static final int LARGE = 20 << 20;
    /** A peer that breaks the protocol, or goes beyond a bound: exit code 8. */
    static final String BREACH = "LIMIT";

    static final Entry FILE = file("", 1);
    static final Entry TREE = directory("");

    @Override
    public String toString() {
        return wish + ": " + name;
    }

    static Entry file(String path, long size) {
        return new Entry(path, Kind.FILE, size, 0, 0644);
    }

    static Entry directory(String path) {
        return new Entry(path, Kind.DIRECTORY, 0, 0, 0755);
    }

    static Message.Manifest manifest(boolean last, Entry... entries) {
        return new Message.Manifest(last, List.of(entries));
    }

    /** A get whose list is this, and then silence. */
    static HostileCase listed(String name, Entry... entries) {
        return get(name, peer -> {
            peer.say(manifest(true, entries));
            peer.hear(Message.Failure.class);
        });
    }

    static HostileCase get(String name, Talk after) {
        return session("get", name, after);
    }

    /** The same with another end. */
    HostileCase expecting(String end) {
        return new HostileCase(wish, name, talk, end);
    }

    /** What a network does too: it counts as a lost connection, and the client retries does. */
    static HostileCase altered(String name, Talk after) {
        return new HostileCase("get", name, session("get", name, after).talk(), "CONNECTION_LOST");
    }

    static HostileCase session(String wish, String name, Talk after) {
        return new HostileCase(
                wish,
                name,
                peer -> {
                    peer.accept(WINDOW);
                    after.run(peer);
                },
                BREACH);
    }

    /** A put whose source is heard out before it gets an answer. */
    static HostileCase put(String wish, String name, Talk after) {
        return session(wish, name, peer -> {
            Message.Manifest part = peer.hear(Message.Manifest.class);
            while (!part.last()) {
                part = peer.hear(Message.Manifest.class);
            }
            after.run(peer);
        });
    }

    static HostileCase before(String wish, String name, Talk talk) {
        return new HostileCase(wish, name, talk, BREACH);
    }

    static HostileCase after(String wish, String name, Talk talk) {
        return new HostileCase(
                wish,
                name,
                peer -> {
                    peer.welcome();
                    talk.run(peer);
                },
                BREACH);
    }

    /** Three entries of a tree, the last of which has this path. */
    static HostileCase named(String what, String path) {
        HostileCase listed = listed("a name that is " + what, TREE, file("f", 1), file(path, 1));
        return new HostileCase(listed.wish(), listed.name(), listed.talk(), BREACH + "|UNSAFE|BAD_INPUT");
    }

    static byte[] ints(int... numbers) {
        ByteBuffer bytes = ByteBuffer.allocate(4 * numbers.length);
        for (int number : numbers) {
            bytes.putInt(number);
        }
        return bytes.array();
    }

    static Message inline(int entry, long offset, byte[] content) {
        byte[] segment = HostileNode.segment(entry, offset, content.length, content);
        return new Message.InlineBlock(
                ByteBuffer.allocate(8 + segment.length).putLong(0).put(segment).array());
    }
}
