package org.waybill.engine.session;

import java.nio.charset.StandardCharsets;
import java.security.Key;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.waybill.engine.Sha256;
import org.waybill.engine.wire.Message.HardLink;

/**
 * Files with several names: what a source calls each, and where a sink has one of its names, since each source of a
 * command is a transfer of its own. A node remembers those of each writer apart, the last ones only. For many threads.
 */
public final class SharedFiles {
    private static final int MOST_WRITERS = 16;
    /** Of the paths of one writer. */
    private static final int MOST_CHARACTERS = 2 << 20;

    private static final int OVERHEAD_CHARACTERS = 200;
    /** Of each of the names that a path has. */
    private static final int NAME_CHARACTERS = 50;

    private final Key secret;
    private final Map<String, Place> places = new LinkedHashMap<>(16, 0.75f, true);
    private final Map<String, SharedFiles> byWriter = new LinkedHashMap<>(16, 0.75f, true);
    private int characters;

    /**
     * A name of a file at a sink.
     *
     * @param path all its names, from the top
     * @param inode what had the name when the transfer was over
     */
    public record Place(List<String> path, Object inode) {
        public Place {
            path = List.copyOf(path);
        }

        private int characters() {
            return OVERHEAD_CHARACTERS
                    + path.stream()
                            .mapToInt(name -> NAME_CHARACTERS + name.length())
                            .sum();
        }
    }

    public SharedFiles() {
        this(Sha256.newKey());
    }

    private SharedFiles(Key secret) {
        this.secret = secret;
    }

    /** What one writer has put. @param mark of its files */
    public synchronized SharedFiles of(String mark) {
        SharedFiles own = byWriter.computeIfAbsent(mark, _ -> new SharedFiles(secret));
        if (byWriter.size() > MOST_WRITERS) {
            Iterator<String> eldest = byWriter.keySet().iterator();
            eldest.next();
            eldest.remove();
        }
        return own;
    }

    /** What a source's file is called. @param inode as the source's file system knows it */
    public byte[] nameOf(String inode) {
        return Arrays.copyOf(Sha256.hmac(secret, inode.getBytes(StandardCharsets.UTF_8)), HardLink.FILE_BYTES);
    }

    /** Where the sink has a file that an earlier transfer has put or found. */
    public synchronized Optional<Place> find(byte[] file) {
        return Optional.ofNullable(places.get(HexFormat.of().formatHex(file)));
    }

    /** Remembers where the sink has it. */
    public synchronized void put(byte[] file, Place place) {
        Place before = places.put(HexFormat.of().formatHex(file), place);
        characters += place.characters() - (before == null ? 0 : before.characters());
        for (Iterator<Place> eldest = places.values().iterator(); characters > MOST_CHARACTERS; ) {
            characters -= eldest.next().characters();
            eldest.remove();
        }
    }
}
