package org.waybill.engine.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.net.ftp.FTPClient;
import org.apache.commons.net.ftp.FTPFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.waybill.engine.storage.EntryNames;
import org.waybill.engine.storage.TemporaryNames;

/** The gateway's own store over a plain control connection, command by command. */
@Tag("attack")
class OwnStoreTest {
    @TempDir
    Path outside;

    private Path root;
    private Gateway gateway;
    private Socket socket;
    private BufferedReader replies;

    @BeforeEach
    void connect() throws Exception {
        root = Files.createDirectory(outside.resolve("root"));
        Files.writeString(root.resolve("hello"), "hello, world");
        start("127.0.0.1");
    }

    private void start(String address) throws Exception {
        gateway = Gateway.start(
                new GatewaySettings(
                        new InetSocketAddress(InetAddress.getByName(address), 0),
                        List.of(),
                        root,
                        true,
                        null,
                        GatewaySettings.CONNECTIONS,
                        Duration.ofSeconds(30),
                        Duration.ofSeconds(2),
                        Duration.ofMillis(50)),
                GatewayListener.NONE);
        socket = new Socket(InetAddress.getByName(address), gateway.address().getPort());
        socket.setSoTimeout(5_000);
        replies = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
        assertThat(replies.readLine()).startsWith("220");
        assertThat(call("USER anonymous")).startsWith("331");
        assertThat(call("PASS x@example.org")).startsWith("230");
    }

    @AfterEach
    void close() throws IOException {
        socket.close();
        gateway.close();
    }

    private void send(String line) throws IOException {
        socket.getOutputStream().write((line + "\r\n").getBytes(StandardCharsets.UTF_8));
    }

    /** The lines of one reply. */
    private List<String> reply() throws IOException {
        List<String> lines = new ArrayList<>(List.of(replies.readLine()));
        String code = lines.getFirst().substring(0, 3);
        while (!lines.getLast().startsWith(code + " ")) {
            lines.add(replies.readLine());
        }
        return lines;
    }

    private String call(String line) throws IOException {
        send(line);
        return String.join("\n", reply());
    }

    private Socket passive() throws IOException {
        String text = call("EPSV");
        int port = Integer.parseInt(text.substring(text.indexOf("|||") + 3, text.lastIndexOf('|')));
        Socket data = new Socket(socket.getInetAddress(), port);
        data.setSoTimeout(5_000);
        return data;
    }

    private String get(String command) throws IOException {
        try (Socket data = passive()) {
            assertThat(call(command)).startsWith("150");
            String content = new String(data.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(replies.readLine()).startsWith("226");
            return content;
        }
    }

    private void put(String command, String content) throws IOException {
        try (Socket data = passive()) {
            assertThat(call(command)).startsWith("150");
            data.getOutputStream().write(content.getBytes(StandardCharsets.UTF_8));
        }
        assertThat(replies.readLine()).startsWith("226");
    }

    /** RFC 2428, section 4. */
    @Test
    void afterEpsvAllNothingElseOpensADataConnection() throws IOException {
        assertThat(call("EPSV ALL")).startsWith("200");
        for (String other : List.of(
                "PASV", "SPAS", "PORT 127,0,0,1,200,200", "SPOR 127,0,0,1,200,200", "EPRT |1|127.0.0.1|51400|")) {
            assertThat(call(other)).as(other).startsWith("503");
        }
        passive().close();
    }

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

    /** RFC 959, section 4.1.3: as some clients announce ABOR. */
    @Test
    void telnetCommandsBeforeALineAreNoPartOfIt() throws IOException {
        socket.getOutputStream().write("\u00ff\u00f4\u00ff\u00f2ABOR\r\n".getBytes(StandardCharsets.ISO_8859_1));
        assertThat(replies.readLine()).startsWith("226 ");
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

    @Test
    void listShowsModesAsTheyAre() throws IOException {
        Files.setPosixFilePermissions(root.resolve("hello"), PosixFilePermissions.fromString("rwxr-x--x"));
        assertThat(get("LIST")).startsWith("-rwxr-x--x 1 ");
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

    @Test
    void serversOfIpv6TellTheirPortByEpsv() throws Exception {
        close();
        start("::1");
        assertThat(call("PASV")).startsWith("425");
        assertThat(call("EPSV 1")).startsWith("522");
        assertThat(get("RETR hello")).isEqualTo("hello, world");
        try (ServerSocket ours = new ServerSocket(0, 1, InetAddress.getByName("::1"))) {
            assertThat(call("EPRT |2|::1|" + ours.getLocalPort() + "|")).startsWith("200");
            assertThat(call("RETR hello")).startsWith("150");
            try (Socket data = ours.accept()) {
                assertThat(data.getInputStream().readAllBytes()).asString().isEqualTo("hello, world");
            }
            assertThat(replies.readLine()).startsWith("226");
        }
    }

    private static byte[] block(int descriptor, long count, long offset, String content) {
        return ByteBuffer.allocate(17 + content.length())
                .put((byte) descriptor)
                .putLong(count)
                .putLong(offset)
                .put(content.getBytes(StandardCharsets.US_ASCII))
                .array();
    }

    @Test
    void tellsASenderInBlocksWhatHasArrived() throws IOException {
        assertThat(call("MODE E")).startsWith("200");
        try (Socket data = passive()) {
            assertThat(call("STOR blocks")).startsWith("150");
            data.getOutputStream().write(block(0, 4, 6, "6789"));
            List<String> performance = reply();
            while (!String.join("", performance).contains("Transferred: 4")) {
                performance = reply();
            }
            assertThat(performance.getFirst()).startsWith("112-Perf Marker");
            List<String> ranges = reply();
            assertThat(ranges).containsExactly("111 Range Marker 6-10");
            data.getOutputStream().write(block(0, 6, 0, "012345"));
            data.getOutputStream().write(block(0x40, 0, 1, ""));
            data.getOutputStream().write(block(0x08, 0, 0, ""));
            List<String> last = reply();
            while (last.getFirst().startsWith("11")) {
                last = reply();
            }
            assertThat(last.getFirst()).startsWith("226");
        }
        assertThat(root.resolve("blocks")).hasContent("0123456789");
    }

    @ParameterizedTest
    @CsvSource({
        "SBUF 65536, 200 Buffers of 65536 bytes.",
        "SBUF 7 65536, 200 SBUF 7 65536",
        "SITE STORBUFSIZE 65536, 250 Buffers of 65536 bytes.",
        "SITE RETRBUFSIZE 65536, 250 Buffers of 65536 bytes."
    })
    void takesBufferSizesBeforeATransfer(String command, String answer) throws IOException {
        assertThat(call(command)).isEqualTo(answer);
        assertThat(get("RETR hello")).isEqualTo("hello, world");
    }

    @Test
    void setsTheSendBufferWhileDataFlow() throws IOException {
        Files.write(root.resolve("big"), new byte[64 << 20]);
        try (Socket data = passive()) {
            assertThat(call("RETR big")).startsWith("150");
            // no one reads: the transfer is under way for as long as we like
            assertThat(call("SBUF 1 32768")).isEqualTo("200 SBUF 1 32768");
            assertThat(call("SBUF 2 65536")).isEqualTo("200 SBUF 2 65536");
            data.getInputStream().readAllBytes();
            assertThat(replies.readLine()).startsWith("226");
        }
    }

    @Test
    void tellsADrsSenderOfItsReceiveBuffer() throws IOException {
        assertThat(call("SBUF 1 0")).startsWith("200 SBUF 1");
        try (Socket data = passive()) {
            assertThat(call("STOR new")).startsWith("150");
            data.getOutputStream().write(new byte[1000]);
            String told = replies.readLine();
            while (!told.startsWith("126")) {
                told = replies.readLine();
            }
            assertThat(told).matches("126 SBUF 1 [1-9]\\d{3,}");
        }
    }

    @Test
    void aSlowReaderHoldsUpNobodyElse() throws IOException {
        Files.write(root.resolve("big"), new byte[64 << 20]);
        try (Socket data = passive();
                Socket other = new Socket(
                        InetAddress.getLoopbackAddress(), gateway.address().getPort())) {
            assertThat(call("RETR big")).startsWith("150");
            data.getInputStream().readNBytes(10_000);
            BufferedReader others =
                    new BufferedReader(new InputStreamReader(other.getInputStream(), StandardCharsets.UTF_8));
            other.getOutputStream()
                    .write("USER anonymous\r\nPASS x\r\nSIZE hello\r\n".getBytes(StandardCharsets.UTF_8));
            // less than the 30 s after which the gateway gives the slow one up
            other.setSoTimeout(10_000);
            for (String start : List.of("220", "331", "230", "213 12")) {
                assertThat(others.readLine()).startsWith(start);
            }
            assertThat(call("STAT")).startsWith("211").contains("bytes transferred");
        }
    }
}
