package org.waybill.cli;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.Executors;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.waybill.engine.testserver.CommandJvm;
import org.waybill.engine.testserver.TestAuthority;
import org.waybill.engine.testserver.lab.LabServer;

/**
 * The front door of a storage resource manager on a host of a lab: SRM v2.2's srmPing over TLS at its usual place. A
 * process of its own, since the JDK's server asks for the names of its clients, which only the lab's host knows.
 */
final class SrmStub {
    private static final int PORT = 8443;
    private static final String PONG = """
        <soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>\
        <s:srmPingResponse xmlns:s="http://srm.lbl.gov/StorageResourceManager"><srmPingResponse>\
        <versionInfo>v2.2</versionInfo></srmPingResponse></s:srmPingResponse></soap:Body></soap:Envelope>
        """;

    private SrmStub() {}

    static LabServer start(LabServer.At at, Path directory, TestAuthority.Identity identity) {
        List<String> command = CommandJvm.running(SrmStub.class.getName(), "-Xmx64m");
        command.addAll(List.of(
                at.address(), identity.certificate().toString(), identity.key().toString()));
        return LabServer.start(at, PORT, directory.resolve("srm-" + at.host() + ".log"), command);
    }

    /** Serves until it is ended. Arguments: address, certificate, key. */
    public static void main(String[] arguments) throws Exception {
        SSLContext tls = tls(new TestAuthority.Identity(Path.of(arguments[1]), Path.of(arguments[2])));
        HttpsServer server = HttpsServer.create(new InetSocketAddress(InetAddress.ofLiteral(arguments[0]), PORT), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(tls));
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/srm/managerv2", SrmStub::serve);
        server.start();
    }

    private static SSLContext tls(TestAuthority.Identity identity) throws Exception {
        Certificate certificate;
        try (var in = Files.newInputStream(identity.certificate())) {
            certificate = CertificateFactory.getInstance("X.509").generateCertificate(in);
        }
        String pem = Files.readString(identity.key()).replaceAll("-----[^-]+-----|\\s", "");
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setKeyEntry(
                "server",
                KeyFactory.getInstance("EC")
                        .generatePrivate(
                                new PKCS8EncodedKeySpec(Base64.getDecoder().decode(pem))),
                new char[0],
                new Certificate[] {certificate});
        KeyManagerFactory keys = KeyManagerFactory.getInstance("PKIX");
        keys.init(store, new char[0]);
        SSLContext tls = SSLContext.getInstance("TLS");
        tls.init(keys.getKeyManagers(), null, null);
        return tls;
    }

    private static void serve(HttpExchange exchange) throws IOException {
        boolean call = exchange.getRequestMethod().equals("POST");
        exchange.getRequestBody().readAllBytes();
        byte[] answer = (call ? PONG : "SRM speaks SOAP").getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", call ? "text/xml" : "text/plain");
        exchange.sendResponseHeaders(call ? 200 : 405, answer.length);
        exchange.getResponseBody().write(answer);
        exchange.close();
    }
}
