package org.waybill.engine.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.waybill.engine.gridftp.FtpError;
import org.waybill.engine.gridftp.data.DataSink;
import org.waybill.engine.gridftp.data.DataSource;

/** Listings of servers without MLSD, and what clients get to read of them. */
class ListToFactsTest {
    private static final String UNIX = "UNIX Type: L8";

    /** Comes in pieces of a number of bytes. */
    private record Text(byte[] bytes, int piece) implements DataSource {
        @Override
        public void pumpTo(DataSink sink) throws IOException, InterruptedException {
            for (int at = 0; at < bytes.length; at += piece) {
                sink.write(at, ByteBuffer.wrap(bytes, at, Math.min(piece, bytes.length - at)));
            }
        }

        @Override
        public void close() {
            // memory only
        }
    }

    private static String facts(String listing, String system, int piece, Charset charset) throws Exception {
        GatheringSink gathering = new GatheringSink();
        new ListToFacts(new Text(listing.getBytes(charset), piece), system).pumpTo(gathering);
        return gathering.text(StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 100_000})
    void filesDirectoriesAndLinksOfUnix(int piece) throws Exception {
        String listing = """
            total 12\r
            drwxr-xr-x    2 14       50           4096 Nov 21 23:30 .\r
            drwxr-xr-x    4 0        0            4096 Nov 21 23:30 ..\r
            -rw-r--r--    1 14       50        3000001 Feb 03  2020 a file.bin\r
            -rw-r--r--    1 14       50     8589934592 Nov 21 23:30 Zürich Å\r
            drwxr-xr-x    2 14       50           4096 Nov 21 23:30 [sub] dir\r
            lrwxrwxrwx    1 0        0               7 Nov 21 23:30 link -> ../else\r
            lrwxrwxrwx    1 0        0               7 Nov 21 23:30 odd -> a;b c\r
            """;
        assertThat(facts(listing, UNIX, piece, StandardCharsets.UTF_8)).isEqualTo("""
            Type=file;Size=3000001; a file.bin\r
            Type=file;Size=8589934592; Zürich Å\r
            Type=dir; [sub] dir\r
            Type=OS.unix=slink:../else; link\r
            Type=OS.unix=slink:; odd\r
            """);
    }

    @Test
    void theLastLineNeedsNoEnd() throws Exception {
        assertThat(facts("-rw-r--r-- 1 0 0 5 Nov 21 23:30 a", UNIX, 100, StandardCharsets.UTF_8))
                .isEqualTo("Type=file;Size=5; a\r\n");
        assertThat(facts("", UNIX, 100, StandardCharsets.UTF_8)).isEmpty();
    }

    /** A line ends in CR LF or LF alone, and nothing else of it is to spare. */
    @ParameterizedTest
    @ValueSource(strings = {"\r\n", "\n"})
    void spacesThatEndANameBelongToIt(String end) throws Exception {
        String listing = String.join(
                end,
                "total 12  ",
                "-rw-r--r-- 1 0 0 5 Nov 21 23:30 a  ",
                "  ",
                "drwxr-xr-x 2 0 0 4096 Nov 21 23:30 b ",
                "");
        assertThat(facts(listing, UNIX, 100, StandardCharsets.UTF_8))
                .isEqualTo("Type=file;Size=5; a  \r\nType=dir; b \r\n");
        assertThat(facts("02-03-20  04:05AM              3000001 a " + end, "Windows_NT", 100, StandardCharsets.UTF_8))
                .isEqualTo("Type=file;Size=3000001; a \r\n");
    }

    @Test
    void filesAndDirectoriesOfWindows() throws Exception {
        String listing = """
            02-03-20  04:05AM       <DIR>          sub\r
            02-03-20  04:05AM              3000001 a.bin\r
            """;
        assertThat(facts(listing, "Windows_NT", 100, StandardCharsets.UTF_8))
                .isEqualTo("Type=dir; sub\r\nType=file;Size=3000001; a.bin\r\n");
    }

    @Test
    void aNameWithALineBreakIsLeftOut() throws Exception {
        String listing = """
            -rw-r--r-- 1 0 0 5 Nov 21 23:30 a\rtype=file;size=7; spoofed\r
            -rw-r--r-- 1 0 0 5 Nov 21 23:30 b\r
            """;
        GatheringSink gathering = new GatheringSink();
        ListToFacts reading = new ListToFacts(new Text(listing.getBytes(StandardCharsets.UTF_8), 7), UNIX);
        reading.pumpTo(gathering);
        assertThat(gathering.text(StandardCharsets.UTF_8)).isEqualTo("Type=file;Size=5; b\r\n");
        assertThat(reading.leftOut()).isEqualTo(1);
    }

    @Test
    void aNameThatIsNotUtf8IsLeftOut() throws Exception {
        String listing = "-rw-r--r-- 1 0 0 5 Nov 21 23:30 Z\u00fcrich\r\n-rw-r--r-- 1 0 0 5 Nov 21 23:30 b\r\n";
        GatheringSink gathering = new GatheringSink();
        ListToFacts reading = new ListToFacts(new Text(listing.getBytes(StandardCharsets.ISO_8859_1), 7), UNIX);
        reading.pumpTo(gathering);
        assertThat(gathering.text(StandardCharsets.UTF_8)).isEqualTo("Type=file;Size=5; b\r\n");
        assertThat(reading.leftOut()).isEqualTo(1);
        assertThat(facts("-rw-r--r-- 1 0 0 5 Nov 21 23:30 \ufffd\r\n", UNIX, 7, StandardCharsets.UTF_8))
                .isEqualTo("Type=file;Size=5; \ufffd\r\n");
    }

    @Test
    void whatCannotBeReadIsRefusedAndNotLeftOut() {
        assertThatThrownBy(() -> facts("no entry at all\r\n", UNIX, 100, StandardCharsets.UTF_8))
                .isInstanceOf(FtpError.class)
                .hasMessageContaining("no entry at all");
        assertThatThrownBy(() -> facts("x".repeat(100_000), UNIX, 1_000, StandardCharsets.UTF_8))
                .isInstanceOf(FtpError.class)
                .hasMessageContaining("longer than");
    }
}
