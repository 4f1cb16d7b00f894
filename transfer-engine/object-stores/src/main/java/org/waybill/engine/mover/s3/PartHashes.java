package org.waybill.engine.mover.s3;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/** The checksum of parts' checksums, as S3 has it of an object of parts. */
final class PartHashes {
    private PartHashes() {}

    /** @param hex of the parts, in order; empty where one is none */
    static String of(String algorithm, List<String> hex) {
        try {
            MessageDigest all = MessageDigest.getInstance(algorithm);
            for (String one : hex) {
                all.update(HexFormat.of().parseHex(one));
            }
            return HexFormat.of().formatHex(all.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has " + algorithm, e);
        } catch (IllegalArgumentException _) {
            return "";
        }
    }
}
