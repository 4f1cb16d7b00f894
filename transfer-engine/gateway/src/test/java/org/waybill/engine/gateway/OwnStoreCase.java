package org.waybill.engine.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** The gateway's own store over a plain control connection, command by command. */
@Tag("attack")
abstract class OwnStoreCase {
    @TempDir
    Path outside;

    Path root;
    Gateway gateway;
    Socket socket;
    BufferedReader replies;

    @BeforeEach
    void connect() throws Exception {
        root = Files.createDirectory(outside.resolve("root"));
        Files.writeString(root.resolve("hello"), "hello, world");
        start("127.0.0.1");
    }

    void start(String address) throws Exception {
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

    void send(String line) throws IOException {
        socket.getOutputStream().write((line + "\r\n").getBytes(StandardCharsets.UTF_8));
    }

    /** The lines of one reply. */
    List<String> reply() throws IOException {
        List<String> lines = new ArrayList<>(List.of(replies.readLine()));
        String code = lines.getFirst().substring(0, 3);
        while (!lines.getLast().startsWith(code + " ")) {
            lines.add(replies.readLine());
        }
        return lines;
    }

    String call(String line) throws IOException {
        send(line);
        return String.join("\n", reply());
    }

    Socket passive() throws IOException {
        String text = call("EPSV");
        int port = Integer.parseInt(text.substring(text.indexOf("|||") + 3, text.lastIndexOf('|')));
        Socket data = new Socket(socket.getInetAddress(), port);
        data.setSoTimeout(5_000);
        return data;
    }

    String get(String command) throws IOException {
        try (Socket data = passive()) {
            assertThat(call(command)).startsWith("150");
            String content = new String(data.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(replies.readLine()).startsWith("226");
            return content;
        }
    }

    void put(String command, String content) throws IOException {
        try (Socket data = passive()) {
            assertThat(call(command)).startsWith("150");
            data.getOutputStream().write(content.getBytes(StandardCharsets.UTF_8));
        }
        assertThat(replies.readLine()).startsWith("226");
    }
}
