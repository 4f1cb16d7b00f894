package org.waybill.engine.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.waybill.engine.gridftp.FtpError;

@Tag("attack")
class NestedPathTest {
    @ParameterizedTest
    @ValueSource(
            strings = {"/ftp://h.example:2811//a/b c", "/ftp:/h.example:2811/a/b c", "//FTP:///h.example:2811//a/b c"})
    void toleratesAnyNumberOfSlashes(String path) throws FtpError {
        assertThat(NestedPath.parse(path)).isEqualTo(new NestedPath.Remote("ftp", "h.example", 2811, "/a/b c"));
    }

    @Test
    void knowsTheUsualPortsAndIpv6() throws FtpError {
        assertThat(NestedPath.parse("/ftp://h.example/a"))
                .isEqualTo(new NestedPath.Remote("ftp", "h.example", 21, "/a"));
        assertThat(NestedPath.parse("/gsiftp://[2001:db8::1]/a"))
                .isEqualTo(new NestedPath.Remote("gsiftp", "[2001:db8::1]", 2811, "/a"));
    }

    @Test
    void leavesTheRestForTheNextGateway() throws FtpError {
        assertThat(NestedPath.parse("/ftp://a.example//ftp://b.example//f"))
                .isEqualTo(new NestedPath.Remote("ftp", "a.example", 21, "/ftp://b.example//f"));
    }

    @Test
    void takesOrdinaryPathsForItsOwn() throws FtpError {
        assertThat(NestedPath.parse("/data/ftp://x")).isEqualTo(new NestedPath.Local("/data/ftp://x"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/ftp://user@h/f",
                "/ftp://h:0/f",
                "/ftp://h:99999/f",
                "/ftp:///",
                "/ftp://h%2f/f",
                "/ftp://h h/f"
            })
    void refusesWhatIsNoServer(String path) {
        assertThatThrownBy(() -> NestedPath.parse(path)).isInstanceOf(FtpError.class);
    }

    @Test
    void refusesFiftyHops() {
        assertThatThrownBy(() -> NestedPath.parse("/ftp://h.example".repeat(50) + "/f"))
                .hasMessageContaining("at most");
    }
}
