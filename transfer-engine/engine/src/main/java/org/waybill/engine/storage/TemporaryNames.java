package org.waybill.engine.storage;

import java.nio.charset.StandardCharsets;
import java.security.Key;
import org.waybill.engine.Sha256;

/**
 * The names of our own files next to a target: partial files, ledgers, locks, marks. They are keyed with a secret of
 * the home that receives, so that a later run finds them and no one else can predict them and put something there.
 * Each owner's partial files and ledgers have names of their own, of which the first half is the target's; a lock's
 * name is the same for all owners, since it keeps them from each other's target.
 */
public final class TemporaryNames {
    /** Length of a secret. */
    public static final int SECRET_BYTES = 32;

    private static final int STEM_CHARACTERS = 32;
    private static final TemporaryNames OF_THIS_PROCESS = new TemporaryNames(Sha256.newKey(), "");

    private final Key key;
    private final String owner;

    private TemporaryNames(Key key, String owner) {
        this.key = key;
        this.owner = owner;
    }

    /** @param secret of the home that receives, {@value #SECRET_BYTES} bytes */
    public static TemporaryNames keyed(byte[] secret) {
        return new TemporaryNames(Sha256.key(secret), "");
    }

    /** For who has no home: another process does not find what this one left. */
    public static TemporaryNames ofThisProcess() {
        return OF_THIS_PROCESS;
    }

    /** The same for one owner. @param id a peer's fingerprint; empty for the user of this machine */
    public TemporaryNames of(String id) {
        return new TemporaryNames(key, id);
    }

    /** What the names of a target's partial files and ledgers begin with. */
    public String stem(String target) {
        return stemOfAll(target) + hex("part", owner, target).substring(STEM_CHARACTERS / 2);
    }

    /** What those of all owners begin with. */
    String stemOfAll(String target) {
        return stem("target", "", target).substring(0, EntryNames.OWN_PREFIX.length() + STEM_CHARACTERS / 2);
    }

    /** The lock on a target. */
    public String lock(String target) {
        return stem("lock", "", target) + ".lock";
    }

    /** Is in a directory as long as its transfer is not finished. @param directory its name */
    public String mark(String directory) {
        return stem("tree", "", directory) + ".tree";
    }

    /** What is whole, and waits until it is known to be what was expected. @param source where it came from */
    public String unchecked(String target, String source) {
        return ".unchecked-" + hex("unchecked", source, target);
    }

    /** The directory of a host between the endpoints that keeps a transfer's data meanwhile. @param transfer its endpoints */
    public String staged(String transfer) {
        return "waybill-staged-" + hex("staged", owner, transfer).substring(0, STEM_CHARACTERS / 2);
    }

    private String stem(String kind, String id, String target) {
        return EntryNames.OWN_PREFIX + hex(kind, id, target);
    }

    /** No part holds a NUL, so no two say the same. */
    private String hex(String kind, String id, String target) {
        byte[] text = (kind + '\0' + id + '\0' + target).getBytes(StandardCharsets.UTF_8);
        return Sha256.hex(Sha256.hmac(key, text)).substring(0, STEM_CHARACTERS);
    }
}
