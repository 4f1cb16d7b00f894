package org.waybill.engine.mover.sftp;

import com.jcraft.jsch.ChannelSubsystem;
import com.jcraft.jsch.JSchException;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Requests and answers on an sftp channel, as many under way at once as wanted, from several threads: version 3 of the
 * protocol, draft-ietf-secsh-filexfer-02, sections 3 and 4.
 */
final class SftpPackets implements AutoCloseable {
    static final int OPENDIR = 11;
    static final int READDIR = 12;
    static final int CLOSE = 4;
    static final int STATUS = 101;
    static final int HANDLE = 102;
    static final int NAME = 104;

    private static final int INIT = 1;
    private static final int VERSION = 2;
    private static final int PROTOCOL_VERSION = 3;
    /** The longest answer that is read; servers send at most 34,000 bytes (section 3), OpenSSH's 256 KiB. */
    private static final int MOST_BYTES = 1 << 20;

    private static final int HEAD_BYTES = 5;
    /** A server that needs longer is not waited for. */
    private static final Duration ENDING = Duration.ofSeconds(2);

    private final ChannelSubsystem channel;
    private final OutputStream out;
    private final AtomicInteger ids = new AtomicInteger();
    private final Map<Integer, CompletableFuture<Answer>> waiting = new ConcurrentHashMap<>();
    private final Thread reader;
    private volatile boolean ended;

    /** An answer, without its length and id. */
    record Answer(int type, ByteBuffer content) {
        byte[] bytes() {
            byte[] bytes = new byte[checked(content.getInt())];
            content.get(bytes);
            return bytes;
        }

        String text() {
            return new String(bytes(), StandardCharsets.UTF_8);
        }

        private int checked(int length) {
            if (length < 0 || length > content.remaining()) {
                throw new IllegalArgumentException("a length of " + length + " in an answer");
            }
            return length;
        }
    }

    /** @param channel not connected yet */
    SftpPackets(ChannelSubsystem channel, int connectMillis) throws IOException, JSchException {
        this.channel = channel;
        this.out = channel.getOutputStream();
        DataInputStream in = new DataInputStream(channel.getInputStream());
        channel.connect(connectMillis);
        send(INIT, PROTOCOL_VERSION, new byte[0]);
        if (read(in).type() != VERSION) {
            throw new EOFException("no sftp server");
        }
        this.reader = Thread.ofVirtual().start(() -> answers(in));
    }

    /** @param content a path or a handle */
    CompletableFuture<Answer> ask(int type, byte[] content) throws IOException {
        int id = ids.incrementAndGet();
        CompletableFuture<Answer> answer = new CompletableFuture<>();
        waiting.put(id, answer);
        send(type, id, content);
        if (ended) {
            fail();
        }
        return answer;
    }

    boolean isOpen() {
        return !ended && channel.isConnected();
    }

    private void send(int type, int id, byte[] content) throws IOException {
        boolean string = type != INIT;
        ByteArrayOutputStream packet = new ByteArrayOutputStream();
        DataOutputStream to = new DataOutputStream(packet);
        to.writeInt(HEAD_BYTES + (string ? Integer.BYTES + content.length : 0));
        to.writeByte(type);
        to.writeInt(id);
        if (string) {
            to.writeInt(content.length);
            to.write(content);
        }
        synchronized (out) {
            packet.writeTo(out);
            out.flush();
        }
    }

    private void answers(DataInputStream in) {
        try {
            while (true) {
                Answer answer = read(in);
                CompletableFuture<Answer> asked =
                        waiting.remove(answer.content().getInt());
                if (asked == null) {
                    throw new EOFException("an answer to nothing that was asked");
                }
                asked.complete(answer);
            }
        } catch (IOException | IllegalArgumentException _) {
            close();
        }
    }

    private static Answer read(DataInputStream in) throws IOException {
        int length = in.readInt();
        if (length < HEAD_BYTES || length > MOST_BYTES) {
            throw new EOFException("an answer of " + length + " bytes");
        }
        int type = in.readUnsignedByte();
        byte[] content = new byte[length - 1];
        in.readFully(content);
        return new Answer(type, ByteBuffer.wrap(content));
    }

    /** Closes the channel when the server has ended it, and counts it no longer (MaxSessions). */
    void end() throws IOException, InterruptedException {
        out.close();
        reader.join(ENDING);
        close();
    }

    private void fail() {
        EOFException end = new EOFException("the sftp channel has ended");
        waiting.values().forEach(each -> each.completeExceptionally(end));
        waiting.clear();
    }

    @Override
    public void close() {
        ended = true;
        channel.disconnect();
        fail();
    }
}
