package org.waybill.engine.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.waybill.engine.storage.EntryNames;
import org.waybill.engine.storage.TemporaryNames;

/** The files of the gateway's own store: asked about, listed, read and written. */
class OwnStoreTest extends OwnStoreCase {
    @Test
    void answersAboutFiles() throws IOException {
        assertThat(call("SIZE hello")).isEqualTo("213 12");
        assertThat(call("MDTM hello")).matches("213 \\d{14}");
        // one space: with another the facts would be a part of the name (RFC 3659, section 7.2)
        assertThat(call("MLST hello")).contains("\n Type=file;Size=12;").contains("; /hello");
        assertThat(call("MFMT 20200203040506 hello")).startsWith("213 Modify=20200203040506");
        assertThat(call("MDTM hello")).isEqualTo("213 20200203040506");
        assertThat(call("CKSM MD5 0 -1 hello")).isEqualTo("213 e4d7f1b4ed2e42d15898f4b27b019da4");
        assertThat(call("CKSM ADLER32 0 5 hello")).isEqualTo("213 062c0215");
        assertThat(call("CKSM CRC32 0 -1 hello")).isEqualTo("213 ffab723a");
        assertThat(call("CKSM FOO 0 -1 hello")).startsWith("504");
        assertThat(call("SIZE none")).startsWith("550");
        assertThat(call("FEAT")).contains(" CKSM ", " MLST ", " MFMT", " SBUF", " SPAS", " ERET", " ESTO");
    }

    /** RFC 959, section 4.1.3: as some clients announce ABOR. */
    @Test
    void telnetCommandsBeforeALineAreNoPartOfIt() throws IOException {
        socket.getOutputStream().write("\u00ff\u00f4\u00ff\u00f2ABOR\r\n".getBytes(StandardCharsets.ISO_8859_1));
        assertThat(replies.readLine()).startsWith("226 ");
    }

    @Test
    void listShowsModesAsTheyAre() throws IOException {
        Files.setPosixFilePermissions(root.resolve("hello"), PosixFilePermissions.fromString("rwxr-x--x"));
        assertThat(get("LIST")).startsWith("-rwxr-x--x 1 ");
    }

    @Test
    void readsWholeFilesAndParts() throws IOException {
        assertThat(get("RETR hello")).isEqualTo("hello, world");
        assertThat(call("REST 7")).startsWith("350");
        assertThat(get("RETR hello")).isEqualTo("world");
        assertThat(get("ERET P 3 4 hello")).isEqualTo("lo, ");
        assertThat(get("MLSD /")).contains("Type=file;Size=12;").endsWith(" hello\r\n");
        assertThat(get("NLST")).isEqualTo("hello\r\n");
        assertThat(get("LIST")).contains(" 12 ").endsWith(" hello\r\n");
        assertThat(call("REST 100")).startsWith("350");
        assertThat(call("RETR hello")).startsWith("554");
    }

    @Test
    void showsNothingThatIsNotFinished() throws IOException {
        for (String own : List.of(
                TemporaryNames.ofThisProcess().stem("x") + ".part",
                TemporaryNames.ofThisProcess().lock("x"),
                EntryNames.stem("x") + ".ledger",
                ".waybill-tree")) {
            Files.writeString(root.resolve(own), "of a node");
        }
        Files.writeString(root.resolve(".waybill-notes"), "data");
        for (String verb : List.of("MLSD", "NLST", "LIST")) {
            assertThat(get(verb).lines())
                    .as(verb)
                    .hasSize(2)
                    .anyMatch(line -> line.endsWith("hello"))
                    .anyMatch(line -> line.endsWith(".waybill-notes"));
        }
    }

    @Test
    void writesRestartsAppendsAndRenames() throws IOException {
        put("STOR new", "0123456789");
        assertThat(call("REST 5")).startsWith("350");
        put("STOR new", "abcde");
        put("APPE new", "!");
        put("ESTO A 1 new", "x");
        assertThat(root.resolve("new")).hasContent("0x234abcde!");
        assertThat(call("MKD dir")).startsWith("257");
        assertThat(call("RNFR new")).startsWith("350");
        assertThat(call("RNTO dir/moved")).startsWith("250");
        assertThat(call("RMD dir")).startsWith("550");
        assertThat(call("DELE dir/moved")).startsWith("250");
        assertThat(call("RMD dir")).startsWith("250");
    }
}
