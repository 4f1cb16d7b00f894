package org.waybill.api.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TransferUrlTest {
    private static final List<String> ASKED = List.of("gsiftp", "https", "root");
    private static final int LONGEST = 8_000;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "gsiftp://dtn.example.org:2811/data/a%20b",
                "GSIFTP://dtn.example.org/x",
                "https://[2001:db8::1]:443/x?token=a",
                "https://user@dtn.example.org",
                "root://h:65535//store/x;y=z",
                "https://dtn.example.org/Zürich"
            })
    void whatWasAskedForPasses(String url) {
        assertThat(TransferUrl.isOf(url, ASKED)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "https",
                "https:",
                "https://",
                "https:///x",
                "https:/dtn.example.org/x",
                "file:///x",
                "ftp://dtn.example.org/x",
                "sftp://dtn.example.org/x",
                "1https://h/x",
                "-https://h/x"
            })
    void whatIsNoUrlOfAnAskedProtocolIsRefused(String url) {
        assertThat(TransferUrl.isOf(url, ASKED)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://h/a b",
                "https://h/a\tb",
                "https://h/a\nb",
                "https://h/a\u0000b",
                "https://h/\u001b[31m",
                "https://h/a\u202eb",
                "https://h/a\u00a0b",
                "https://h/a\"b",
                "https://h/a'b",
                "https://h/a<b",
                "https://h/a>b",
                "https://h/a`b`",
                "https://h/a\\b",
                "https://h/\u2028",
                " https://h/x",
                "https://h/x\n"
            })
    void whatATerminalOrAShellActsOnIsRefused(String url) {
        assertThat(TransferUrl.isOf(url, ASKED)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://-oProxyCommand=x/y",
                "https://.h/x",
                "https://_h/x",
                "https://h:/x",
                "https://h:655350/x",
                "https://h:-1/x",
                "https://a@b@c/x",
                "https://[zz::1]/x",
                "https://[::1/x",
                "https://us er@h/x",
                "https://h#x"
            })
    void aHostOrPortOutOfShapeIsRefused(String url) {
        assertThat(TransferUrl.isOf(url, ASKED)).isFalse();
    }

    @Test
    void itHasEightThousandCharactersAtMost() {
        String prefix = "https://h/";
        String longest = prefix + "x".repeat(LONGEST - prefix.length());
        assertThat(TransferUrl.isOf(longest, ASKED)).isTrue();
        assertThat(TransferUrl.isOf(longest + "x", ASKED)).isFalse();
    }

    @Test
    void nothingPassesWhereNothingWasAskedFor() {
        assertThat(TransferUrl.isOf("https://h/x", List.of())).isFalse();
        assertThat(TransferUrl.isOf("made-up://h/x", List.of("other"))).isFalse();
        assertThat(TransferUrl.isOf("made-up://h/x", List.of("Made-Up")))
                .as("SRM names what we do not know")
                .isTrue();
    }
}
