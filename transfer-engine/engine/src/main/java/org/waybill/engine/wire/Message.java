package org.waybill.engine.wire;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.waybill.engine.CopyRules.Extra;
import org.waybill.engine.NotTransferred;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.attributes.FileAttributes;
import org.waybill.engine.driver.udp.DatagramTerms;

/**
 * What two engine processes say to each other over the control connection. The side that has the data is the
 * <em>source</em>, the other the <em>sink</em>; the side that opened the connection is the <em>client</em>, and a
 * client can be either. The components of each record are in the order of the wire.
 */
public sealed interface Message {
    /**
     * The first words of a client.
     *
     * @param behalf the certificate's fingerprint (32 bytes) of the client that a node acts for when it sends on; empty
     *     for a client that speaks for itself
     * @param transfer what the client calls the transfer that it will ask for (16 bytes): who comes back for it says
     *     the same, and takes over what its broken attempt still holds; empty for one that is tried once
     */
    record Hello(int version, String agent, byte[] behalf, byte[] transfer) implements Message {
        /** Of a client of this version that asks, or tries once. */
        public Hello(String agent) {
            this(agent, new byte[0], new byte[0]);
        }

        /** The same for another client, or for a transfer with a name. */
        public Hello(String agent, byte[] behalf, byte[] transfer) {
            this(MessageCodec.VERSION, agent, behalf, transfer);
        }
    }

    /** The node's answer: the version both will speak. */
    record Welcome(int version, String agent) implements Message {}

    /** "I hold your one-time token": see {@code PairingToken}. */
    record PairRequest(byte[] proof) implements Message {}

    /** The same, and "grant me no more than this": see {@code Grant}, whose text it bears. */
    record PairAsk(byte[] proof, String wish) implements Message {}

    /** "So do I, and I know you from now on." */
    record PairAccepted(byte[] proof) implements Message {}

    /** What the pairing gives, said after {@link PairAccepted}: the text of a {@code Grant}. */
    record PairGranted(String grant) implements Message {}

    /** Ends the session, or answers a question, with the reason. */
    record Failure(Reason reason, String text) implements Message {}

    /** Both sides say this when they have said nothing for a while. */
    record Heartbeat() implements Message {}

    /** What is at this path? Answered by {@link Status}. */
    record StatusRequest(String path) implements Message {}

    /** One entry, or {@code ABSENT}; {@code freeBytes} is what the node's store has left, -1 if unknown. */
    record Status(Kind kind, long sizeBytes, long modifiedNanos, long freeBytes) implements Message {}

    /** The content of a directory, answered by {@link Manifest} messages; {@code deep} descends. */
    record ListRequest(String path, boolean deep) implements Message {}

    /**
     * The rules of the request that follows, one part after the other; see {@code CopyRulesText}. Said to nodes of
     * version 3 and later, and only when the rules are not as usual.
     *
     * @param last whether the request is next
     */
    record Rules(boolean last, List<String> words) implements Message {
        /** The first version whose nodes know it. */
        public static final int SINCE = 3;

        private static final int PART_CHARACTERS = 128 << 10;

        /** The first version whose nodes keep what they replace. */
        public static final int BACKUPS_SINCE = 6;

        /** The first version whose nodes keep this. */
        public static int since(Extra extra) {
            return switch (extra) {
                case HOLES -> SINCE;
                case OWNERS, XATTRS, ACLS -> Attributes.SINCE;
                case HARD_LINKS -> HardLinks.SINCE;
            };
        }

        /** What is sent to a node; nothing where there are no words. */
        public static List<Rules> of(List<String> words) {
            List<Rules> parts = new ArrayList<>();
            int start = 0;
            int characters = 0;
            for (int i = 0; i < words.size(); i++) {
                characters += words.get(i).length() + 2;
                if (characters >= PART_CHARACTERS || i == words.size() - 1) {
                    parts.add(new Rules(i == words.size() - 1, words.subList(start, i + 1)));
                    start = i + 1;
                    characters = 0;
                }
            }
            return parts;
        }
    }

    /** What a client asks of a node's files besides transfers; nodes answer it since version {@value #SINCE}. */
    sealed interface FileRequest extends Message {
        int SINCE = 3;

        /** At the node, beneath its data directory. */
        String path();
    }

    /** What has this name itself, links not followed? Answered by a {@link Listing} of one entry or none. */
    record StatRequest(String path) implements FileRequest {}

    /** The content of a directory, links as links, answered by {@link Listing} messages. */
    record ListDirectory(String path) implements FileRequest {}

    /** A part of what {@link ListDirectory} asks for. */
    record Listing(boolean last, List<Listed> entries) implements Message {}

    /** What does a symbolic link say? Answered by {@link Links} with this one. */
    record ReadLink(String path) implements FileRequest {}

    /** Makes a directory and its parents; answered by {@link Done}, also where it is there. */
    record MakeDirectory(String path) implements FileRequest {}

    /**
     * Removes a file, a link or an empty directory; answered by {@link Removed}.
     *
     * @param tree whether a directory goes with all that it holds
     */
    record Remove(String path, boolean tree) implements FileRequest {}

    /**
     * What is gone, and the first of what could not be removed.
     *
     * @param keptCount how many could not
     */
    record Removed(long files, long directories, long keptCount, List<Kept> kept) implements Message {
        /** The number that is named at most. */
        public static final int MOST_NAMED = 100;
    }

    /**
     * Gives a file, a link or a directory another name; answered by {@link Done}.
     *
     * @param replace whether it may take a file's place
     */
    record Rename(String path, String to, boolean replace) implements FileRequest {}

    /**
     * The SHA-256 of a part of a file, answered by {@link Hashed}, after beats for as long as it takes.
     *
     * @param length from {@code offset} on, -1 to the end
     */
    record Hash(String path, long offset, long length) implements FileRequest {}

    /** Answers {@link Hash}. */
    record Hashed(byte[] sha256) implements Message {}

    /**
     * Removes what a transfer of this client to a place has left there, since something else has completed it; answered by
     * {@link Done}. Known since version {@value #KNOWN_SINCE}.
     *
     * @param name what the client calls the thing, as in {@link Terms}
     */
    record GiveUp(String path, String name, boolean directory) implements FileRequest {
        public static final int KNOWN_SINCE = 5;
    }

    /**
     * Gives directories and links of a tree their times; answered by {@link Done}. What cannot have its time keeps its own.
     * Known since version {@value #KNOWN_SINCE}.
     *
     * @param path of the tree
     */
    record SetTimes(String path, List<Timed> entries) implements FileRequest {
        public static final int KNOWN_SINCE = 7;
        /** As they fit into a frame. */
        public static final int MOST = 256;
    }

    /** @param path below a tree's, parts separated by slashes; empty for the tree itself */
    record Timed(String path, long modifiedNanos) {}

    /** A file from an offset to its end, answered by {@link InlineBlock}s of raw bytes and {@link Done}. */
    record Read(String path, long offset) implements FileRequest {}

    /** The client will send: the node is the sink. */
    record Put(Terms terms) implements Message {}

    /** The client requests data: the node is the source. */
    record Get(Terms terms) implements Message {}

    /** The sink accepts blocks of this session; at most this number of bytes may be unacknowledged. */
    record Ready(byte[] session, long windowBytes) implements Message {}

    /** A part of the list of what is to be copied, in order; an entry's number is its place in the whole list. */
    record Manifest(boolean last, List<Entry> entries) implements Message {
        /** What the files of this part hold. */
        public long bytes() {
            return entries.stream().mapToLong(Entry::sizeBytes).sum();
        }
    }

    /**
     * Symbolic links of the tree that was listed, to be made after all its files. Said to sinks of version
     * {@value #SINCE} and later.
     */
    record Links(List<Link> links) implements Message {
        public static final int SINCE = 3;
        /** The number that fits into a frame with any paths. */
        public static final int MOST = 100;
    }

    /**
     * What files of the manifest's last part have besides, in order; one that has nothing more is left out. Follows
     * each part where the rules of the request ask for it, which is known since version {@value #SINCE}.
     *
     * @param last whether this is all of that part
     */
    record Attributes(boolean last, List<Attributed> entries) implements Message {
        public static final int SINCE = 4;
        /** A message that holds as much gets no more entries. */
        public static final int PART_BYTES = 256 << 10;
    }

    /**
     * Which files of the manifest's next part have several names at the source, where the rules of the request ask for
     * it; known since version {@value #SINCE}. Of those with the same {@code file} only the first is sent; the sink
     * makes the others links to it, or requests one with {@link ResendFile} to have it as a file of its own.
     */
    record HardLinks(List<HardLink> entries) implements Message {
        public static final int SINCE = 5;
    }

    /** A file does not keep what was requested by the rules; each kind is said once. */
    record NotKept(Extra extra, String why) implements Message {}

    /**
     * The sink has looked at all entries before {@code upTo}: send them whole, except for these. A node since version
     * {@value #PERMISSIONS_OF_EQUAL_SINCE} gives a file that it has whole the permissions of the manifest.
     */
    record RequestedEntries(int upTo, List<ReceivedRanges> exceptions) implements Message {
        public static final int PERMISSIONS_OF_EQUAL_SINCE = 6;
    }

    /** These blocks are safe from a crash of the sink's process: ranges of block numbers, both ends included. */
    record Ack(List<Span> blocks) implements Message {}

    /** What the sink has of this entry is not what the source has: send it whole. */
    record ResendFile(int entry) implements Message {}

    /**
     * The client that receives accepts no more on this stream.
     *
     * @param cut whether what is in transit will not come either, and has to go over others
     */
    record StopStream(int connection, boolean cut) implements Message {}

    /**
     * The source cannot send something of a tree, and sends the rest; or the sink cannot make a link. Also what a
     * {@link SendOn} did not bring to the other node, before its {@link Report} or {@link Failure}: said to clients of
     * version {@value #OF_SEND_ON_SINCE} and later.
     *
     * @param entry its place in the manifest, or {@link #NOT_LISTED}
     */
    record Unsendable(int entry, Reason reason, String text) implements Message {
        /** Of what the manifest does not name, such as a name that is not UTF-8. */
        public static final int NOT_LISTED = Integer.MAX_VALUE;

        public static final int OF_SEND_ON_SINCE = 6;

        private static final char PATH_FOLLOWS = '\u001f';
        /** Bytes of a frame that are the reason's however long the path is. */
        private static final int LEAST_OF_REASON = 256;

        /**
         * Of what the manifest does not name; what was left out on purpose comes as {@link Reason#NOTHING_TO_DO}, what
         * a sink has and keeps as {@link Reason#LEFT_OUT}.
         */
        public static Unsendable notListed(NotTransferred missing) {
            Reason reason = missing.isFailure()
                    ? Reason.valueOf(missing.reason())
                    : missing.isKept() ? Reason.LEFT_OUT : Reason.NOTHING_TO_DO;
            String path = MessageCodec.cut(missing.path(), MessageCodec.MAX_TEXT - LEAST_OF_REASON);
            int left = MessageCodec.MAX_TEXT - 1 - path.getBytes(StandardCharsets.UTF_8).length;
            return new Unsendable(NOT_LISTED, reason, MessageCodec.cut(missing.text(), left) + PATH_FOLLOWS + path);
        }

        /** What is missing. Peers of version 0.1 do not say its path where the manifest does not. */
        public NotTransferred missing() {
            int end = text.indexOf(PATH_FOLLOWS);
            String path = end < 0 ? "" : text.substring(end + 1);
            return reason == Reason.NOTHING_TO_DO
                    ? NotTransferred.leftOut(path, why())
                    : reason == Reason.LEFT_OUT
                            ? NotTransferred.kept(path)
                            : new NotTransferred(path, reason.name(), why());
        }

        /** The sentence for a person. */
        public String why() {
            int end = text.indexOf(PATH_FOLLOWS);
            return end < 0 ? text : text.substring(0, end);
        }
    }

    /**
     * The sink cannot write an entry of a tree, accepts nothing more of it, and takes the rest. Said to sources of
     * version 2 and later.
     *
     * @param entry its place in the manifest
     */
    record Unwritable(int entry, Reason reason, String text) implements Message {
        /** The first version whose sources hear it. */
        public static final int SINCE = 2;

        /** Whether the sink has such a file and keeps it, as it was asked to: said since version 3. */
        public boolean isKept() {
            return reason == Reason.NOTHING_TO_DO;
        }

        public TransferException why() {
            return new TransferException(reason, text);
        }
    }

    /**
     * A file that was read has got other permissions since it was listed, as after {@code chmod}. Said before its
     * digest, to sinks of version {@value #SINCE} and later.
     *
     * @param entry its place in the manifest
     */
    record NewPermissions(int entry, int permissions) implements Message {
        public static final int SINCE = 4;
    }

    /** What the source read, as SHA-256 by entry. */
    record Digests(List<Digest> digests) implements Message {}

    /** A block too small to open a data connection for; the payload is a {@link BlockPayload}. */
    record InlineBlock(byte[] payload) implements Message {}

    /** These entries are verified, synced and under their names. */
    record Committed(List<Integer> entries) implements Message {}

    /** The source's account at the end: what bounded it, and what its transport had to send again. */
    record Summary(String causeCode, String causeText, long retransmittedBytes) implements Message {}

    /** All is committed. */
    record Done() implements Message {}

    /** How far a {@link SendOn} has come. */
    record Progress(long bytesDone, long totalBytes, long filesDone, long totalFiles) implements Message {}

    /** The report of a finished {@link SendOn}. */
    record Report(
            long bytes,
            long files,
            String sha256,
            int streams,
            long retransmittedBytes,
            long resumedBytes,
            String causeCode,
            String causeText)
            implements Message {}

    /**
     * The client will send a stream of unknown length, to become one file: raw bytes in the records of one data
     * connection, then their {@link Digests}. It cannot be taken up again.
     */
    record PutStream(Terms terms) implements Message {}

    /**
     * The client asks for a data stream over datagrams instead of a data connection; answered by {@link DatagramsOpen}.
     *
     * @param connection the stream's number, as for a data connection
     * @param rateBitsPerSecond as in the transport's terms
     * @param connectionId what the stream's datagrams will carry
     * @param roundTripNs measured on this control connection
     * @param port the UDP port from which the client will speak, as the client sees it
     */
    record OpenDatagrams(
            int connection,
            DatagramTerms.Transport transport,
            long rateBitsPerSecond,
            long connectionId,
            long roundTripNs,
            boolean insecureLab,
            int port)
            implements Message {
        /** Whether the rate is not named that the transport is to hold. */
        public boolean lacksRate() {
            return transport.holdsRate() && rateBitsPerSecond == 0;
        }
    }

    /**
     * Speak to this UDP port of the node.
     *
     * @param port 0 if there is no memory for another stream
     * @param cookie for the first HELLO; good if it comes from the address of the control connection and the port that
     *     the client named, else the node sends another
     */
    record DatagramsOpen(int connection, int port, byte[] cookie) implements Message {
        static final int COOKIE_BYTES = 16;

        /** There is no memory for this stream. */
        public static DatagramsOpen refused(int connection) {
            return new DatagramsOpen(connection, 0, new byte[COOKIE_BYTES]);
        }
    }

    /** The client measures: it sends a number of bytes in {@link InlineBlock}s, or requests them; then {@link Done}. */
    record RateTest(long bytes, boolean toNode) implements Message {}

    /** The client will send trains of datagrams that carry this session; answered by {@link TrainsOpen}. */
    record TrainRequest(long session) implements Message {}

    /** Send them to this UDP port of the node. */
    record TrainsOpen(int port) implements Message {}

    /** The next train; answered by {@link TrainArrivals} when it is over. */
    record TrainAnnouncement(int train, int packets) implements Message {}

    /** When each packet arrived by the node's clock, {@link Long#MIN_VALUE} if it did not. */
    record TrainArrivals(int train, List<Long> arrivedNs) implements Message {}

    /**
     * The node is to send a train to where the client's trains came from; answered by {@link TrainSent}.
     *
     * @param packetBytes of each IP packet, headers included
     */
    record SendTrain(int train, int packetBytes, List<Burst> bursts) implements Message {
        /** The first version that knows it. */
        public static final int SINCE = 5;
    }

    /**
     * Packets of a train that follow each other evenly, numbered on from the burst before.
     *
     * @param spacingNs from the beginning of one packet to the beginning of the next; 0 for as fast as possible
     * @param pauseNs before the first one
     */
    record Burst(int packets, long spacingNs, long pauseNs) {}

    /** When each packet left by the node's clock, after the last one. */
    record TrainSent(int train, List<Long> sentNs) implements Message {}

    /** What is this node's host like? Answered by {@link HostInfo} after a second of measuring. */
    record HostInfoRequest() implements Message {}

    /** The tables of the node's host, and what its disk and cipher do, as text of the node's {@code HostDesk}. */
    record HostInfo(String tables) implements Message {}

    /**
     * A node is asked to become the {@code hop}-th relay (from 0) of the path that the token names, and to ask the
     * next. The first and only request on a connection of its own.
     */
    record OpenPath(int hop, byte[] token) implements Message {}

    /**
     * The path exists from here on (File Mover, section 2.2: OK with the port for the data).
     *
     * @param circuit what streams name this path by
     * @param key proves that a stream belongs to it
     * @param port where streams are taken
     */
    record PathOpen(byte[] circuit, byte[] key, int port) implements Message {}

    /**
     * The node shall send what it has at {@code path} to another node, as a client of its own; it reports its
     * {@link Progress} meanwhile and answers with what is {@link Unsendable} and a {@link Report} or a {@link Failure}.
     */
    record SendOn(String path, String host, int port, String target, boolean verify, long rateBitsPerSecond)
            implements Message {}

    /** What an entry is. The number on the wire is its place here: new ones go to the end. */
    enum Kind {
        FILE,
        DIRECTORY,
        ABSENT,
        OTHER
    }

    /**
     * The terms of a transfer.
     *
     * @param path at the node, beneath its data directory
     * @param name what the client calls the thing: used when {@code path} is a directory to put it in
     * @param secret 32 random bytes from which the data connections' keys come
     * @param verify whether SHA-256 of source and sink must agree
     * @param rateBitsPerSecond never send faster, 0 for no limit
     */
    record Terms(String path, String name, boolean directory, byte[] secret, boolean verify, long rateBitsPerSecond) {}

    /**
     * One entry of a directory.
     *
     * @param mode its kind and permissions as in Unix' {@code st_mode}; 0 for a name that is not UTF-8
     * @param sizeBytes 0 unless it is a file; one more than it has where its name is not UTF-8
     */
    record Listed(String name, int mode, long sizeBytes, long modifiedNanos) {
        /** The bits of {@code mode} that show the kind. */
        public static final int KIND = 0170000;

        public static final int FILE = 0100000;
        public static final int DIRECTORY = 0040000;
        public static final int LINK = 0120000;

        public int kind() {
            return mode & KIND;
        }
    }

    /** What could not be removed. @param path beneath the data directory */
    record Kept(String path, Reason reason, String why) {}

    /** One file or directory of a manifest; the path is relative with slashes, empty for the thing itself. */
    record Entry(String path, Kind kind, long sizeBytes, long modifiedNanos, int permissions) {}

    /** What an entry of a manifest has besides. */
    record Attributed(int entry, FileAttributes of) {
        public Attributed {
            if (!of.isAcceptable()) {
                throw new IllegalArgumentException("attributes that no peer may set, or too many of them");
            }
        }
    }

    /**
     * One name of a file that has several.
     *
     * @param entry its place in the manifest
     * @param file the same for all names of a file, in all transfers of a command; tells nothing of the source
     */
    record HardLink(int entry, byte[] file) {
        public static final int FILE_BYTES = 16;
    }

    /** A symbolic link of a tree. @param target its text, as it is written */
    record Link(String path, String target, long modifiedNanos) {}

    /** What the sink has of an entry already: checked ranges of bytes; {@code whole} when it may be there entirely. */
    record ReceivedRanges(int entry, boolean whole, List<Range> ranges) {}

    /** A number of bytes from {@code start}. */
    record Range(long start, long length) {}

    /** Numbers from {@code first} to {@code last}, both included. */
    record Span(long first, long last) {
        public Span {
            if (last < first) {
                throw new IllegalArgumentException("a span that ends before it starts");
            }
        }
    }

    /** SHA-256 of one entry's content. */
    record Digest(int entry, byte[] sha256) {}
}
