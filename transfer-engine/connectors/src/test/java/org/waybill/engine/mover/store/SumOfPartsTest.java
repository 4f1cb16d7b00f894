package org.waybill.engine.mover.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

class SumOfPartsTest {
    private static final byte[] DATA = "abcdefghij".getBytes(StandardCharsets.US_ASCII);

    private static byte[] md5(byte[] data, int start, int end) throws Exception {
        MessageDigest digest = MessageDigest.getInstance("MD5");
        digest.update(data, start, end - start);
        return digest.digest();
    }

    private static boolean isEqual(SumOfParts sum, int chunk) {
        SumOfParts.Running running = sum.start();
        for (int at = 0; at < DATA.length; at += chunk) {
            int n = Math.min(chunk, DATA.length - at);
            byte[] some = new byte[chunk];
            System.arraycopy(DATA, at, some, 0, n);
            running.update(some, n);
        }
        return running.isEqual();
    }

    @Test
    void isThatOfThePartsHoweverTheFileIsRead() throws Exception {
        MessageDigest all = MessageDigest.getInstance("MD5");
        all.update(md5(DATA, 0, 4));
        all.update(md5(DATA, 4, 8));
        all.update(md5(DATA, 8, 10));
        String hex = HexFormat.of().formatHex(all.digest());
        for (int chunk = 1; chunk <= 11; chunk++) {
            assertThat(isEqual(new SumOfParts(4, "MD5", hex), chunk))
                    .as("" + chunk)
                    .isTrue();
            assertThat(isEqual(new SumOfParts(5, "MD5", hex), chunk)).isFalse();
        }
    }

    /** MD5 can be made equal. */
    @Test
    void whereBothHaveSha256ItAloneCounts() {
        SumOfParts md5 = new SumOfParts(4, "MD5", "aa");
        SumOfParts one = new SumOfParts(4, "SHA-256", "bb");
        assertThat(SumOfParts.areEqual(List.of(one, md5), List.of(new SumOfParts(4, "SHA-256", "cc"), md5)))
                .isFalse();
        assertThat(SumOfParts.areEqual(List.of(one, md5), List.of(new SumOfParts(8, "SHA-256", "cc"), md5)))
                .isTrue();
        assertThat(SumOfParts.areEqual(List.of(one, md5), List.of(md5))).isTrue();
        assertThat(SumOfParts.areEqual(List.of(md5), List.of())).isFalse();
    }

    @Test
    void ofTheWholeIsTheChecksumItself() throws Exception {
        String hex = HexFormat.of().formatHex(md5(DATA, 0, 10));
        assertThat(isEqual(new SumOfParts(0, "MD5", hex), 3)).isTrue();
        assertThat(isEqual(new SumOfParts(10, "MD5", hex), 3)).isFalse();
    }
}
