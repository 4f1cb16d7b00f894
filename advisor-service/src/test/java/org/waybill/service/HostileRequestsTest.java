package org.waybill.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import javax.management.ObjectName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.waybill.api.hessian.HessianClient;

/** Attacks on the running service: each is refused, none of their classes is loaded, and the service lives on. */
class HostileRequestsTest {
    /** On the class path, serializable, and never loaded otherwise. */
    private static final String GADGET = "com.caucho.hessian.test.TestObject";

    private static Standalone standalone;

    @BeforeAll
    static void start() throws IOException {
        standalone = Standalone.shared();
    }

    @AfterEach
    void theServiceLivesOn() {
        assertThat(TestClients.advisor(standalone.service).info().name()).isEqualTo("waybill");
    }

    private HttpResponse<String> hessian(byte[] body) throws Exception {
        return standalone.post("/hessian/advisor", standalone.service.token(), HessianClient.MEDIA_TYPE, body);
    }

    private static ByteArrayOutputStream locateCall() {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        body.writeBytes(new byte[] {'H', 2, 0, 'C', 6, 'l', 'o', 'c', 'a', 't', 'e', (byte) 0x91});
        return body;
    }

    private static void text(ByteArrayOutputStream body, String text) {
        body.writeBytes(new byte[] {'S', (byte) (text.length() >> 8), (byte) text.length()});
        body.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
    }

    private void refuses(ByteArrayOutputStream body, String why) throws Exception {
        HttpResponse<String> response = hessian(body.toByteArray());
        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(response.body()).contains(why).hasLineCount(1);
    }

    @Test
    void aGadgetIsRefusedAloneInAnObjectArrayAndAsAClassValue() throws Exception {
        ByteArrayOutputStream alone = locateCall();
        alone.write('C');
        text(alone, GADGET);
        alone.writeBytes(new byte[] {(byte) 0x91});
        text(alone, "command");
        alone.writeBytes(new byte[] {0x60, 2, 'r', 'm'});
        refuses(alone, "type refused: " + GADGET);

        ByteArrayOutputStream inArray = locateCall();
        inArray.write(0x71);
        text(inArray, "[object");
        inArray.write('M');
        text(inArray, GADGET);
        inArray.write('Z');
        refuses(inArray, "type refused: " + GADGET);

        ByteArrayOutputStream classValue = locateCall();
        classValue.write('C');
        text(classValue, "java.lang.Class");
        classValue.writeBytes(new byte[] {(byte) 0x91});
        text(classValue, "name");
        classValue.write(0x60);
        text(classValue, GADGET);
        refuses(classValue, "type refused: java.lang.Class");

        assertThat(isLoaded(GADGET)).isFalse();
        assertThat(isLoaded(HostileRequestsTest.class.getName())).isTrue();
    }

    private static boolean isLoaded(String name) throws Exception {
        String listing = (String) ManagementFactory.getPlatformMBeanServer()
                .invoke(
                        new ObjectName("com.sun.management:type=DiagnosticCommand"),
                        "vmClassHierarchy",
                        new Object[] {new String[0]},
                        new String[] {String[].class.getName()});
        return listing.lines().anyMatch(line -> line.contains(name + "/"));
    }

    @Test
    void anElevenByteListBombIsRefused() throws Exception {
        byte[] bomb = {'H', 2, 0, 'C', 6, 'l', 'o', 'c', 'a', 't', 'e', (byte) 0x91, 'X', 'I', 0x7f, -1, -1, -1};
        HttpResponse<String> response = hessian(bomb);
        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(response.body()).contains("a list of 2147483647 elements");
        HttpResponse<String> shortest = hessian(new byte[] {'H', 2, 0, 'C', 0, (byte) 0x91, 'X', 'I', 0x7f, -1, -1});
        assertThat(shortest.statusCode()).isEqualTo(400);
    }

    @Test
    void halfAMillionNestedListsAreRefused() throws Exception {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        body.writeBytes(new byte[] {'H', 2, 0, 'C', 15});
        body.writeBytes("recordTransfers".getBytes(StandardCharsets.US_ASCII));
        body.write(0x91);
        byte[] lists = new byte[500_000];
        Arrays.fill(lists, (byte) 0x79);
        body.writeBytes(lists);
        refuses(body, "nested deeper than 32");
    }

    @Test
    void anOrdinaryOperationTakesNoBulkBody() throws Exception {
        ByteArrayOutputStream body = locateCall();
        body.writeBytes(new byte[70_000]);
        assertThat(hessian(body.toByteArray()).statusCode()).isEqualTo(413);
    }

    @Test
    void nothingOverTheBulkLimitIsRead() throws Exception {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        body.writeBytes(new byte[] {'H', 2, 0, 'C', 15});
        body.writeBytes("recordTransfers".getBytes(StandardCharsets.US_ASCII));
        String head = "POST /hessian/advisor HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
                + standalone.service.token() + "\r\nContent-Length: 4000000000\r\n\r\n";
        assertThat(answer(head, body.toByteArray())).startsWith("HTTP/1.1 413");
    }

    @Test
    void withoutATokenNoByteOfTheBodyIsAwaited() throws Exception {
        // the body never comes: a server that waits for it before refusing would wait for ever
        assertThat(answer(
                        "POST /hessian/advisor HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n",
                        new byte[0]))
                .startsWith("HTTP/1.1 401")
                .containsIgnoringCase("WWW-Authenticate: Bearer");
        assertThat(answer(
                        "POST /hessian/catalog HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + "x".repeat(43)
                                + "\r\nTransfer-Encoding: chunked\r\n\r\n",
                        new byte[0]))
                .startsWith("HTTP/1.1 401");
    }

    @Test
    void aRequestThatNamesNoServiceIsNotAnswered() throws Exception {
        String token = "Authorization: Bearer " + standalone.service.token() + "\r\n\r\n";
        assertThat(answer("GET /api/info HTTP/1.0\r\n" + token, new byte[0])).startsWith("HTTP/1.1 421");
        assertThat(answer("GET /api/info HTTP/1.0\r\nHost:\r\n" + token, new byte[0]))
                .startsWith("HTTP/1.1 4");
        assertThat(answer("GET /api/info HTTP/1.0\r\nHost: localhost\r\n" + token, new byte[0]))
                .startsWith("HTTP/1.1 200");
    }

    @Test
    void whatTheWebServerWantsForItselfLiesInTheHome() {
        assertThat(standalone.home.resolve("tomcat/docbase")).isEmptyDirectory();
    }

    private static String answer(String head, byte[] start) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", standalone.service.url().getPort())) {
            socket.setSoTimeout(10_000);
            OutputStream out = socket.getOutputStream();
            out.write(head.getBytes(StandardCharsets.US_ASCII));
            out.write(start);
            out.flush();
            InputStream in = socket.getInputStream();
            return new String(in.readNBytes(200), StandardCharsets.US_ASCII);
        }
    }

    @Test
    void otherMethodsAndOldProtocolsAreRefused() throws Exception {
        assertThat(standalone
                        .get("/hessian/advisor", standalone.service.token())
                        .statusCode())
                .isEqualTo(405);
        refuses(ofAscii("c\1\0m\0\4infoz"), "not a Hessian 2 call");
        refuses(ofAscii("H\2\0C\25_hessian_getAttribute\221\1x"), "no such operation");
    }

    private static ByteArrayOutputStream ofAscii(String text) {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        body.writeBytes(text.getBytes(StandardCharsets.ISO_8859_1));
        return body;
    }
}
