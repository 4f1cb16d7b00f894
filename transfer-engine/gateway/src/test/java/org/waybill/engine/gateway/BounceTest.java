package org.waybill.engine.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.waybill.platform.AddressRanges;

/** A gateway that serves a file and may reach a name whose owner points it inside; a listener sees every connection. */
@Tag("attack")
class BounceTest {
    private static final List<String> INNER = List.of(
            "127.0.0.5",
            "127.255.255.254",
            "10.0.0.5",
            "172.16.0.1",
            "192.168.1.1",
            "169.254.169.254",
            "100.64.0.1",
            "0.0.0.0",
            "255.255.255.255",
            "224.0.0.1",
            "198.18.0.1",
            "192.0.0.170",
            "::",
            "::1",
            "fe80::1",
            "fd00::7",
            "fec0::1",
            "ff02::1",
            "64:ff9b::7f00:5",
            "64:ff9b::a00:5",
            "64:ff9b:1::1",
            "2002:7f00:5::1",
            "2001:0:4136:e378:8000:63bf:3fff:fdd2",
            "::7f00:5",
            "2001:db8::200:5efe:7f00:5",
            "100::1",
            "5f00::1");
    private static final List<String> SPELLINGS = List.of(
            "2130706437",
            "0x7f000005",
            "0x7f.0.0.5",
            "0177.0.0.5",
            "017700000005",
            "127.5",
            "127.0.5",
            "127.0.0.05",
            "127.0.0.005",
            "0127.0.0.5",
            "127.0.0.5.",
            "127.0.0.261",
            "::ffff:127.0.0.5",
            "::ffff:7f00:5",
            "0:0:0:0:0:ffff:7f00:5",
            "::FFFF:7F00:0005",
            "::127.0.0.5",
            "64:ff9b::127.0.0.5",
            "fe80::1%lo",
            "::1%1",
            "::1%25lo",
            "0000:0000:0000:0000:0000:0000:0000:0001:",
            "localhost",
            "127.0.0.5%00",
            "１２７.0.0.5");

    @TempDir
    Path directory;

    private Gateway gateway;
    private ServerSocket trap;
    private Socket socket;
    private BufferedReader replies;
    private String leadsTo = "127.0.0.5";
    private final AtomicInteger lookUps = new AtomicInteger();

    @BeforeEach
    void start() throws Exception {
        trap = new ServerSocket(0, 64);
        trap.setSoTimeout(200);
        Files.writeString(directory.resolve("commands"), "QUIT\r\n");
        gateway = Gateway.start(
                GatewaySettings.relay(
                                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                                List.of("inside.test:2121", "inside.test:*", "*.test:*"))
                        .withStore(directory, false),
                GatewayListener.NONE,
                host -> {
                    lookUps.incrementAndGet();
                    return new InetAddress[] {InetAddress.getByName(leadsTo)};
                });
        logIn();
    }

    private void logIn() throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), gateway.address().getPort());
        socket.setSoTimeout(60_000);
        replies = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
        replies.readLine();
        call("USER anonymous");
        call("PASS x@example.org");
    }

    @AfterEach
    void close() throws IOException {
        socket.close();
        gateway.close();
        trap.close();
    }

    private String call(String line) throws IOException {
        socket.getOutputStream().write((line + "\r\n").getBytes(StandardCharsets.UTF_8));
        return replies.readLine();
    }

    private void assertNoDataGo() throws IOException {
        assertThat(call("RETR commands")).startsWith("150");
        assertThat(replies.readLine()).startsWith("425");
    }

    private void assertNobodyCame() {
        assertThat(org.assertj.core.api.Assertions.catchThrowable(
                        () -> trap.accept().close()))
                .as("connections to the listener")
                .isInstanceOf(SocketTimeoutException.class);
    }

    @Test
    void dataGoToNoInnerAddressThatANameLeadsTo() throws IOException {
        for (String address : INNER) {
            leadsTo = address;
            socket.close();
            logIn();
            String family = address.contains(":") ? "2" : "1";
            assertThat(call("EPRT |" + family + "|" + address + "|" + trap.getLocalPort() + "|"))
                    .as(address)
                    .startsWith("504");
            assertNoDataGo();
            if (family.equals("1")) {
                String commas = address.replace('.', ',') + "," + (trap.getLocalPort() >> 8) + ","
                        + (trap.getLocalPort() & 0xff);
                assertThat(call("PORT " + commas)).as(address).startsWith("504");
                assertThat(call("SPOR " + commas)).as(address).startsWith("504");
            }
            assertThat(call("RETR /ftp://inside.test:" + trap.getLocalPort() + "//f"))
                    .as(address)
                    .startsWith("553");
        }
        assertNobodyCame();
    }

    @Test
    void noOtherSpellingOfAnAddressIsTaken() throws IOException {
        for (String spelling : SPELLINGS) {
            for (String family : List.of("1", "2")) {
                assertThat(call("EPRT |" + family + "|" + spelling + "|" + trap.getLocalPort() + "|"))
                        .as(spelling)
                        .matches("5(01|04|22) .*");
            }
            assertThat(call("RETR /ftp://[" + spelling + "]:" + trap.getLocalPort() + "//f"))
                    .as(spelling)
                    .startsWith("553");
            assertThat(call("RETR /ftp://" + spelling + ":" + trap.getLocalPort() + "//f"))
                    .as(spelling)
                    .startsWith("553");
        }
        for (String commas : List.of(
                "0177,0,0,1,80,80",
                "127,0,0,01,80,80",
                "127,0,0,1,080,80",
                "0x7f,0,0,1,80,80",
                "2130706433,80,80",
                "127,1,80,80",
                "127,0,0,1,80,256",
                "127,0,0,1,0,0",
                "-127,0,0,1,80,80")) {
            assertThat(call("PORT " + commas)).as(commas).startsWith("501");
        }
        assertNobodyCame();
    }

    @Test
    void aNameIsLookedUpOnceASessionHoweverItsAnswersDiffer() throws IOException {
        leadsTo = "198.51.100.7";
        assertThat(call("EPRT |1|198.51.100.7|40000|")).startsWith("200");
        leadsTo = "127.0.0.5";
        int before = lookUps.get();
        assertThat(call("EPRT |1|127.0.0.5|" + trap.getLocalPort() + "|")).startsWith("504");
        assertNoDataGo();
        assertThat(lookUps).hasValue(before);
        assertNobodyCame();
    }

    @Test
    void dataGoNeitherToTheGatewayItselfNorToPortsOfServices() throws IOException, InterruptedException {
        assertThat(call("EPRT |1|127.0.0.1|" + gateway.address().getPort() + "|"))
                .startsWith("504");
        DestinationPolicy policy = new DestinationPolicy(
                List.of("192.0.2.7:21", "192.0.2.8:40000", "192.0.2.9:*"),
                host -> {
                    throw new UnknownHostException(host);
                },
                target -> false);
        assertThat(Stream.of(
                                "192.0.2.7:20",
                                "192.0.2.7:21",
                                "192.0.2.7:6379",
                                "192.0.2.7:19999",
                                "192.0.2.8:40000",
                                "192.0.2.9:1023")
                        .filter(text -> policy.takesData(target(text))))
                .isEmpty();
        assertThat(Stream.of("192.0.2.7:20000", "192.0.2.8:40001", "192.0.2.9:1024")
                        .filter(text -> !policy.takesData(target(text))))
                .isEmpty();
    }

    private static InetSocketAddress target(String text) {
        String[] parts = text.split(":");
        return new InetSocketAddress(InetAddress.ofLiteral(parts[0]), Integer.parseInt(parts[1]));
    }

    @Test
    void onlyPublicAddressesAreNotInner() {
        assertThat(INNER.stream().map(InetAddress::ofLiteral).filter(address -> !AddressRanges.isInner(address)))
                .isEmpty();
        assertThat(Stream.of(
                                "8.8.8.8",
                                "100.63.255.255",
                                "100.128.0.1",
                                "172.15.0.1",
                                "172.32.0.1",
                                "192.0.1.1",
                                "198.20.0.1",
                                "223.255.255.255",
                                "2001:4860:4860::8888",
                                "2a00:1450::1",
                                "64:ff9b::808:808")
                        .map(InetAddress::ofLiteral)
                        .filter(AddressRanges::isInner))
                .isEmpty();
    }
}
