package org.waybill.service.provision.nsi;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.waybill.service.Xml;
import org.waybill.service.provision.wire.Soap;

/**
 * Confirmations on their way to the caller. A message is taken only at the secret address that we gave out, and only
 * as the answer to something that was asked here and is still waited for; a confirmation that reaches another replica
 * is simply not needed, since the caller polls as well.
 */
public final class NsiCallbacks {
    private final Map<String, CompletableFuture<Element>> waiting = new ConcurrentHashMap<>();
    private final String secret;

    /** {@code secret} is the last part of the address, hard to guess. */
    public NsiCallbacks(String secret) {
        this.secret = secret;
    }

    public String secret() {
        return secret;
    }

    CompletableFuture<Element> expect(String correlationId) {
        return waiting.computeIfAbsent(correlationId, _ -> new CompletableFuture<>());
    }

    void forget(String correlationId) {
        waiting.remove(correlationId);
    }

    /** Whether that is the address that we gave out; nothing that comes elsewhere is worth reading. */
    boolean knows(String address) {
        return MessageDigest.isEqual(address.getBytes(StandardCharsets.UTF_8), secret.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Takes a message to the requester agent.
     *
     * @return the acknowledgment to send back; empty if the address is not ours or no one waits for the message
     * @throws IOException if it is no NSI message
     */
    public Optional<byte[]> take(String address, byte[] message) throws IOException {
        if (!knows(address)) {
            return Optional.empty();
        }
        Document envelope = Xml.parse(message);
        Element root = envelope.getDocumentElement();
        Element header = Xml.first(root, "nsiHeader").orElseThrow(() -> new IOException("no NSI header"));
        Element body = Xml.children(root).getLast();
        if (Xml.children(body).isEmpty()) {
            throw new IOException("an empty body");
        }
        CompletableFuture<Element> asked = waiting.get(Xml.text(header, "correlationId"));
        if (asked == null) {
            return Optional.empty();
        }
        asked.complete(Xml.children(body).getFirst());
        return Optional.of(acknowledgment(header));
    }

    private static byte[] acknowledgment(Element asked) {
        Document message = Soap.envelope(Soap.V11);
        Element header = Xml.add(Soap.header(message), NsiMessages.HEADERS, "h:nsiHeader");
        Xml.add(header, "", "protocolVersion", "application/vnd.ogf.nsi.cs.v2.requester+soap");
        for (String copied : new String[] {"correlationId", "requesterNSA", "providerNSA"}) {
            Xml.add(header, "", copied, Xml.text(asked, copied));
        }
        Xml.add(Soap.body(message), NsiMessages.CONNECTION, "c:acknowledgment");
        return Xml.bytes(message);
    }
}
