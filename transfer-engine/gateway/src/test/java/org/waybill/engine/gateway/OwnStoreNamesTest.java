package org.waybill.engine.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.commons.net.ftp.FTPClient;
import org.apache.commons.net.ftp.FTPFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What names, paths and wildcards mean at the gateway's own store, and which it refuses. */
class OwnStoreNamesTest extends OwnStoreCase {
    /** RFC 3659, section 7: an entry is a line, so such a name would be read as an entry of its own. */
    @ParameterizedTest
    @ValueSource(strings = {"MLSD", "NLST", "LIST"})
    void aNameWithALineBreakForgesNoEntry(String verb) throws IOException {
        Files.writeString(root.resolve("z\r\ntype=file;size=7;modify=20200101000000; spoofed.dat"), "x");
        Files.writeString(root.resolve("nl\nx"), "x");
        Files.createDirectory(root.resolve("cr\rx"));
        try (Socket data = passive()) {
            assertThat(call(verb)).startsWith("150");
            String listing = new String(data.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(listing).endsWith("hello\r\n").hasLineCount(1).doesNotContain("spoofed", "nl", "cr");
        }
        assertThat(replies.readLine()).startsWith("226 ").endsWith(" or one that is not UTF-8: 3.");
    }

    /** Clients that read lines as Python's ftplib does take a CR alone for the end of one. */
    @ParameterizedTest
    @ValueSource(strings = {"MKD a\rb", "CWD a\rb", "MLST a\rb", "MFMT 20200101000000 a\rb", "SIZE a\0b"})
    void aNameWithALineBreakIsRefused(String command) throws IOException {
        Files.createDirectory(root.resolve("a\rb"));
        assertThat(call(command)).isEqualTo("501 FTP cannot carry CR, LF or NUL in a name.");
    }

    /** Read with replacement characters, or without a byte 255, a name would be that of another file. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "STOR x\u00e9", "STOR x\u00ffy", "DELE x\u00e9", "DELE x\u00ffy", "RNFR x\u00e9", "RETR x\u00e9",
                "SIZE x\u00e9", "MKD d\u00e9", "RMD d\u00e9", "CWD d\u00e9", "MLSD d\u00e9", "CKSM MD5 0 -1 x\u00e9",
                "ERET P 0 1 x\u00e9", "ESTO A 0 x\u00e9", "MFMT 20200101000000 x\u00e9"
            })
    void aNameThatIsNotUtf8IsRefused(String command) throws IOException {
        Path replaced = Files.writeString(root.resolve("x\ufffd"), "another file");
        Path without = Files.writeString(root.resolve("x"), "another file");
        Path directory = Files.createDirectory(root.resolve("d\ufffd"));
        try (Socket _ = passive()) {
            socket.getOutputStream().write((command + "\r\n").getBytes(StandardCharsets.ISO_8859_1));
            assertThat(replies.readLine()).startsWith("501 Names in FTP are UTF-8");
        }
        assertThat(replaced).hasContent("another file");
        assertThat(without).hasContent("another file");
        assertThat(directory).isDirectory();
        assertThat(call("SIZE x\ufffd")).isEqualTo("213 12");
    }

    @ParameterizedTest
    @ValueSource(strings = {"MLSD", "NLST", "LIST", "LIST x*", "NLST x\ufffd"})
    void aListingLeavesOutAndCountsNamesThatAreNotUtf8(String command) throws Exception {
        Files.writeString(root.resolve("x\ufffd"), "x");
        String make = "printf y > $'x\\xe9'; ln -s hello $'x\\xff'";
        assertThat(new ProcessBuilder("bash", "-c", make)
                        .directory(root.toFile())
                        .start()
                        .waitFor())
                .isZero();
        try (Socket data = passive()) {
            assertThat(call(command)).startsWith("150");
            String listing = new String(data.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(listing.lines().filter(line -> line.endsWith("x\ufffd"))).hasSize(1);
        }
        String counted = command.equals("NLST x\ufffd") ? "226 Transfer complete." : " or one that is not UTF-8: 2.";
        assertThat(replies.readLine()).startsWith("226 ").endsWith(counted);
    }

    @Test
    void dotsAndSlashesLeadToTheDirectoriesThatTheyName() throws IOException {
        Files.createDirectories(root.resolve("sub/deep"));
        String[][] steps = {
            {"./", "/"}, {"sub/", "/sub"}, {"..", "/"}, {"sub/./deep//", "/sub/deep"}, {"../", "/sub"},
            {"./deep", "/sub/deep"}, {"../../", "/"}, {"../", "/"}, {"/sub/.", "/sub"}, {"../sub/deep", "/sub/deep"}
        };
        for (String[] step : steps) {
            assertThat(call("CWD " + step[0])).as(step[0]).startsWith("250");
            assertThat(call("PWD")).as(step[0]).startsWith("257 \"" + step[1] + "\" ");
        }
        assertThat(get("NLST ../")).isEqualTo("deep\r\n");
    }

    /** With the client of Commons Net, whose user lists with wildcards before many files are fetched. */
    @Test
    void listsWhatWildcardsFitInOneDirectory() throws IOException {
        Path sub = Files.createDirectory(root.resolve("sub"));
        for (String name : List.of("a.dat", "b.dat", "c.txt", ".d.dat", "[x].dat")) {
            Files.writeString(sub.resolve(name), name);
        }
        Files.createSymbolicLink(sub.resolve("secret.dat"), Files.writeString(outside.resolve("secret"), "secret"));
        FTPClient client = new FTPClient();
        client.connect("127.0.0.1", gateway.address().getPort());
        try {
            assertThat(client.login("anonymous", "x@example.org")).isTrue();
            client.enterLocalPassiveMode();
            assertThat(client.listNames("sub/*.dat"))
                    .containsExactlyInAnyOrder("sub/a.dat", "sub/b.dat", "sub/[x].dat");
            assertThat(client.listNames("/sub/[ab].*")).containsExactlyInAnyOrder("/sub/a.dat", "/sub/b.dat");
            assertThat(client.listFiles("sub/?.txt"))
                    .extracting(FTPFile::getName, FTPFile::getSize)
                    .containsExactly(tuple("sub/c.txt", 5L));
            assertThat(client.changeWorkingDirectory("sub")).isTrue();
            assertThat(client.listNames(".*.dat")).containsExactly(".d.dat");
            assertThat(client.listNames("-la b*")).containsExactly("b.dat");
            assertThat(client.listNames("c.txt")).containsExactly("c.txt");
            Files.createFile(sub.resolve("x.dat"));
            assertThat(client.listNames("[x].dat")).as("not what it fits").containsExactly("[x].dat");
            Files.delete(sub.resolve("[x].dat"));
            assertThat(client.listNames("[x].dat")).containsExactly("x.dat");
            assertThat(client.listNames("*.none")).as("nothing fits").isEmpty();
            assertThat(client.listNames("none")).isNull();
            assertThat(client.getReplyCode()).isEqualTo(550);
            assertThat(client.listNames("../../*")).as("upwards").isNull();
            assertThat(client.getReplyCode()).isEqualTo(553);
            assertThat(client.listNames("/su*/*")).as("one directory only").isNull();
        } finally {
            client.disconnect();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "../secret",
                "/../secret",
                "sub/../../secret",
                "link",
                "linkdir/secret",
                "/proc/self/environ",
                "..%2fsecret",
                "up/secret"
            })
    void nothingLeadsOutOfTheDirectory(String path) throws IOException {
        Files.writeString(outside.resolve("secret"), "secret");
        Files.createSymbolicLink(root.resolve("link"), outside.resolve("secret"));
        Files.createSymbolicLink(root.resolve("linkdir"), outside);
        Files.createSymbolicLink(root.resolve("up"), Path.of(".."));
        for (String verb : List.of(
                "SIZE ",
                "MLST ",
                "CKSM MD5 0 -1 ",
                "MFMT 20200101000000 ",
                "RETR ",
                "STOR ",
                "APPE ",
                "MKD ",
                "CWD ",
                "RNFR ../",
                "DELE ../")) {
            try (Socket data = passive()) {
                String said = call(verb + path);
                if (said.startsWith("150")) {
                    // a file of that very name inside, which is what was asked for
                    data.close();
                    assertThat(replies.readLine()).startsWith("226");
                    assertThat(verb).isEqualTo("STOR ");
                    assertThat(path).isEqualTo("..%2fsecret");
                    break;
                }
                assertThat(said).as(verb + path).matches("(?s)55[03].*").doesNotContain(outside.toString());
            }
        }
        assertThat(outside.resolve("secret")).hasContent("secret");
    }
}
