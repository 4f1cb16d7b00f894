package org.waybill.engine.mover.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FileDigestsTest {
    private static FileDigests of(String name, String... values) {
        return FileDigests.of(HttpHeaders.of(Map.of(name, List.of(values)), (_, _) -> true));
    }

    /** dCache gives MD5 as base64, XRootD Adler-32 as hex; RFC 9530 puts colons around base64. */
    @Test
    void theSpellingsOfServersAreTheSame() {
        String hex = "d41d8cd98f00b204e9800998ecf8427e";
        assertThat(of("Digest", "md5=1B2M2Y8AsgTpgAmY7PhCfg==").of("md5")).isEqualTo(hex);
        assertThat(of("Digest", "MD5=" + hex.toUpperCase(Locale.ROOT)).of("md5"))
                .isEqualTo(hex);
        assertThat(of("Repr-Digest", "md5=:1B2M2Y8AsgTpgAmY7PhCfg==:").of("md5"))
                .isEqualTo(hex);
        assertThat(of("Digest", "adler32=3Da0195").of("adler32")).isEqualTo("03da0195");
        assertThat(of("Digest", "ADLER32=03da0195, crc32c=AQIDBA==").hex())
                .isEqualTo(Map.of("adler32", "03da0195", "crc32c", "01020304"));
    }

    @Test
    void serversCheckWhatSitesKeep() {
        assertThat(of("Digest", "adler32=1").isCheckable()).isTrue();
        assertThat(of("Digest", "crc32=1").isCheckable()).isFalse();
    }

    @Test
    void whatIsMalformedOrUnknownIsNone() {
        assertThat(of("Digest", "md5=abc, adler32=123456789, sha-256=x y, unixsum=30637, =, md5")
                        .isEmpty())
                .isTrue();
    }

    @Test
    void theStrongestInCommonCounts() {
        FileDigests both = of("Digest", "adler32=1,md5=1B2M2Y8AsgTpgAmY7PhCfg==");
        assertThat(both.common(both)).contains("md5");
        assertThat(both.common(of("Digest", "adler32=2"))).contains("adler32");
        assertThat(both.common(FileDigests.NONE)).isEmpty();
        assertThat(asked(of("Digest", "adler32=2")).firstValue("Want-Digest")).contains("adler32");
        assertThat(asked(FileDigests.NONE).firstValue("Want-Digest"))
                .contains("sha-512,sha-256,md5,crc32c,adler32,crc32");
        assertThat(asked(of("Digest", "adler32=2")).firstValue("Want-Repr-Digest"))
                .contains("adler32=5");
    }

    private static HttpHeaders asked(FileDigests like) {
        return FileDigests.asked(HttpRequest.newBuilder(URI.create("http://127.0.0.1/")), like)
                .build()
                .headers();
    }
}
