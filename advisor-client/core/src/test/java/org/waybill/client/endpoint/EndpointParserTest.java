package org.waybill.client.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.waybill.engine.Location;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.protocol.Protocol;

class EndpointParserTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "data.h5",
                "/data/run 7/x",
                "./a:b",
                "dir/a:b",
                "-rf",
                "a%20b",
                "~",
                "x'y\"z",
                "$(id)",
                "..",
                "dir/",
                "user@host",
                "[::1]"
            })
    void takesAPlainPathAsItStands(String text) throws TransferException {
        assertThat(EndpointParser.parse(text)).isEqualTo(new Endpoint(Location.local(text), true));
    }

    @ParameterizedTest
    @CsvSource({
        "ann@dtn:/data/x, ann, dtn, /data/x",
        "dtn:x, , dtn, x",
        "h:/data/x, , h, /data/x",
        "h:x, , h, x",
        "dtn:, , dtn, .",
        "dtn:~, , dtn, .",
        "dtn:~/x, , dtn, x",
        "dtn:~/~/x, , dtn, ./~/x",
        "dtn:/a:b, , dtn, /a:b",
        "dtn:a b, , dtn, a b",
        "DTN.Example.ORG:x, , dtn.example.org, x",
        "ann@[2001:DB8::1]:/x, ann, 2001:db8::1, /x",
        "[fe80::1%eth0]:x, , fe80::1%eth0, x",
        "10.0.0.1:/x, , 10.0.0.1, /x",
        "ann@ad.org@dtn:/x, ann@ad.org, dtn, /x",
        "ann@dtn://x, ann, dtn, /x",
        "münchen.example:/x, , xn--mnchen-3ya.example, /x",
    })
    void readsHostAndPathAndLeavesTheProtocolOpen(String text, @Nullable String user, String host, String path)
            throws TransferException {
        assertThat(EndpointParser.parse(text))
                .isEqualTo(new Endpoint(new Location("sftp", user, host, 0, path), false));
    }

    @ParameterizedTest
    @CsvSource({
        "sftp://ann@dtn/data/x, sftp, ann, dtn, 0, /data/x",
        "ssh://dtn/x, sftp, , dtn, 0, /x",
        "SCP://dtn:2222/x, scp, , dtn, 2222, /x",
        "sftp://dtn/~/x, sftp, , dtn, 0, x",
        "sftp://dtn/~, sftp, , dtn, 0, .",
        "ftp://dtn, ftp, , dtn, 0, /",
        "ftp://dtn:/x, ftp, , dtn, 0, /x",
        "ftp://dtn/%2Fetc/x, ftp, , dtn, 0, /etc/x",
        "ftps://dtn:990//etc/x, ftps, , dtn, 990, /etc/x",
        "gsiftp://[::1]:2811/x, gsiftp, , ::1, 2811, /x",
        "waybill://dtn/run?/[ab]*.h5, waybill, , dtn, 0, /run?/[ab]*.h5",
        "sftp://[fe80::1%25eth0]/x, sftp, , fe80::1%eth0, 0, /x",
        "https://dtn/a%20b%C3%A9, https, , dtn, 0, /a bé",
        "davs://dtn/a b;c'd, davs, , dtn, 0, /a b;c'd",
        "http://dtn/100%25, http, , dtn, 0, /100%",
        "dav://ann%40ad@dtn/x, dav, ann@ad, dtn, 0, /x",
        "srm://dtn:8443/srm/managerv2, srm, , dtn, 8443, /srm/managerv2",
        "waybill://dtn/x, waybill, , dtn, 0, /x",
        "rsync://dtn/module/x, rsync, , dtn, 0, /module/x",
        "xrootd://dtn/x, root, , dtn, 0, /x",
    })
    void readsUrls(String text, String scheme, @Nullable String user, String host, int port, String path)
            throws TransferException {
        assertThat(EndpointParser.parse(text))
                .isEqualTo(new Endpoint(new Location(scheme, user, host, port, path), true));
    }

    @ParameterizedTest
    @CsvSource({"file:///tmp/a%20b, /tmp/a b", "file:/tmp/x, /tmp/x", "FILE://localhost/tmp/x, /tmp/x"})
    void readsFileUrls(String text, String path) throws TransferException {
        assertThat(EndpointParser.parse(text)).isEqualTo(new Endpoint(Location.local(path), true));
    }

    @Test
    void readsADashAsAStream() throws TransferException {
        Endpoint stream = EndpointParser.parse("-");
        assertThat(stream.isStream()).isTrue();
        assertThat(stream.isLocal()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'' | empty",
                "s4://dtn/x | invalid scheme 's4'",
                "dtn://x | write dtn:/PATH",
                "ftp:/x | write ftp://HOST/PATH, or sftp://ftp/x",
                "file:x | file:///PATH",
                "file://dtn/x | sftp://HOST/PATH",
                "file://dtn | sftp://HOST/PATH",
                "sftp:///x | has no host",
                ":x | has no host",
                "@dtn:x | empty user",
                "-oProxyCommand=id:x | invalid host name",
                "sftp://-oProxyCommand=id/x | invalid host name",
                "-l@dtn:x | invalid user name",
                "sftp://%2Dl@dtn/x | invalid user name",
                "sftp://a%2Fb@dtn/x | invalid user name",
                "a b:c | ./a b:c",
                "dtn..org:x | invalid host name",
                "2001:db8::1:/x | brackets",
                "sftp://2001:db8::1/x | brackets",
                "[2001:db8::zz]:/x | valid IPv6",
                "sftp://[::1/x | closing",
                "sftp://[::1]x/y | [ADDRESS]:PORT",
                "sftp://[1.2.3.4]/y | valid IPv6",
                "sftp://dtn:0/x | 1 to 65535",
                "sftp://dtn:65536/x | 1 to 65535",
                "sftp://dtn:ssh/x | 1 to 65535",
                "sftp://dtn:+22/x | 1 to 65535",
                "https://dtn/a?b | %3F",
                "sftp://dtn?b | %3F",
                "sftp://dtn/a#b | %23",
                "http://dtn?q=/x | %3F",
                "sftp://dtn/%zz | %25",
                "sftp://dtn/% | %25",
                "sftp://dtn/%2 | %25",
                "sftp://dtn/%00 | %00",
                "sftp://dtn/%FF | not UTF-8",
                "dtn::module/ | rsync's daemon",
                "user@dtn:: | rsync's daemon",
                "dtn:~bob/x | home directory",
            })
    void saysWhatIsWrongAndWhatWouldBeRight(String text, String fragment) {
        TransferException refusal = refusal(text);
        assertThat(refusal.reason()).isEqualTo(Reason.BAD_INPUT);
        assertThat(refusal.getMessage()).contains(fragment).doesNotContain("\n");
    }

    @Test
    void refusesAPasswordInAUrlWithoutShowingIt() {
        TransferException refusal = refusal("ftp://ann:s3cr3t@dtn/x");
        assertThat(refusal.getMessage()).contains("waybill account add").doesNotContain("s3cr3t");
    }

    @Test
    void showsHostileTextHarmlessly() {
        TransferException refusal = refusal("sftp://dtn/\u202egpj\n\u001b[31m#");
        assertThat(refusal.getMessage())
                .doesNotContain("\n", "\u001b", "\u202e")
                .contains("\\u202e", "\\n");
        assertThat(refusal("x".repeat(100_000) + "://y").getMessage()).hasSizeLessThan(600);
        assertThat(refusal("sftp://" + "x".repeat(100_000) + "/y").getMessage()).hasSizeLessThan(600);
    }

    @Test
    void refusesWhatIsNoText() {
        assertThat(refusal("a\ud800b").getMessage()).contains("is not UTF-8: rename the file");
        assertThat(refusal("a\0b").getMessage()).contains("NUL");
    }

    @Test
    void knowsWhoIsWhere() throws TransferException {
        List<Endpoint> ends = List.of(EndpointParser.parse("x"), EndpointParser.parse("dtn:x"));
        assertThat(Scenario.of(ends.get(0), ends.get(0))).isEqualTo(Scenario.LOCAL_TO_LOCAL);
        assertThat(Scenario.of(ends.get(0), ends.get(1))).isEqualTo(Scenario.LOCAL_TO_REMOTE);
        assertThat(Scenario.of(ends.get(1), ends.get(0))).isEqualTo(Scenario.REMOTE_TO_LOCAL);
        assertThat(Scenario.of(ends.get(1), ends.get(1))).isEqualTo(Scenario.THIRD_PARTY);
    }

    @Test
    void knowsThePortOfAScheme() throws TransferException {
        assertThat(EndpointParser.parse("gsiftp://dtn/x").port()).isEqualTo(2811);
        assertThat(EndpointParser.parse("gsiftp://dtn:1/x").port()).isEqualTo(1);
        assertThat(EndpointParser.parse("dtn:x").port()).isEqualTo(22);
        assertThat(EndpointParser.parse("x").port()).isZero();
    }

    @Test
    void knowsRemotesOfRclone() throws TransferException {
        for (String text : List.of("rclone:gs:bucket/x", "rclone:My Drive:a:b", "rclone:gs:", "rclone:x:/etc/hosts")) {
            Endpoint remote = EndpointParser.parse(text);
            assertThat(remote.location().is(Protocol.RCLONE)).isTrue();
            assertThat(remote.format()).isEqualTo(text);
        }
        assertThat(EndpointParser.parse("rclone:My Drive:a").location())
                .isEqualTo(new Location("rclone", null, "My Drive", 0, "a"))
                .isEqualTo(EndpointParser.parse("rclone://My%20Drive/~/a").location());
        assertThat(refusal("rclone:gs")).hasMessageContaining("write rclone:NAME:PATH, or sftp://rclone/PATH");
        for (String made : List.of("rclone::local:/x", "rclone:gs,env_auth=true:x")) {
            assertThat(refusal(made)).hasMessageContaining("makes a remote on the spot, which Waybill does not");
        }
        assertThat(refusal("rclone:-x:y")).hasMessageContaining("invalid name of a remote '-x'");
    }

    @Test
    void keepsThePlaceWhenTheProtocolChanges() throws TransferException {
        assertThat(EndpointParser.parse("ann@dtn:x").by(Protocol.FTP, 2121))
                .isEqualTo(new Location("ftp", "ann", "dtn", 2121, "x"));
    }

    private static TransferException refusal(String text) {
        return catchThrowableOfType(TransferException.class, () -> EndpointParser.parse(text));
    }
}
