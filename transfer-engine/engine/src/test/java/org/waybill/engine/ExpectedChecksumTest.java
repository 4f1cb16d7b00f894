package org.waybill.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExpectedChecksumTest {
    /** The check values of the digits 1 to 9, as the catalogues of CRCs and the digests' own definitions give them. */
    @ParameterizedTest
    @CsvSource({
        "crc32, cbf43926",
        "CRC32C, E3069283",
        "adler32, 091e01de",
        "adler32, 91e01de",
        "md5, 25f9e794323b453885f5181f1b624d0b",
        "sha-1, f7c3bc1d808e04732adf679965ccc34ca7ae3441",
        "SHA-256, 15e2b0d3c33891ebb0f1ef609ec419420c20e320ce94c65fbc8c3312448eb225"
    })
    void computesWhatCataloguesGive(String type, String hex) throws IOException {
        ExpectedChecksum expected = new ExpectedChecksum(type, hex);
        String actual = expected.of(new ByteArrayInputStream("123456789".getBytes(StandardCharsets.US_ASCII)));
        assertThatCode(() -> expected.require("x", actual)).doesNotThrowAnyException();
        assertThatThrownBy(() -> expected.require("x", "0" + actual.substring(0, actual.length() - 1)))
                .isInstanceOfSatisfying(TransferException.class, refused -> {
                    assertThat(refused.reason()).isEqualTo(Reason.WRONG_CONTENT);
                    assertThat(refused.reason().exitCode()).isEqualTo(11);
                })
                .hasMessageContaining("is not the file that is described: ");
    }

    @Test
    void takesTheStrongestThatCanBeComputedHere() {
        ExpectedChecksum md5 = new ExpectedChecksum("md5", "0");
        ExpectedChecksum sha1 = new ExpectedChecksum("SHA-1", "0");
        ExpectedChecksum other = new ExpectedChecksum("whirlpool", "0");
        assertThat(ExpectedChecksum.strongest(List.of(other, md5, sha1))).contains(sha1);
        assertThat(ExpectedChecksum.strongest(List.of(other))).isEmpty();
    }
}
