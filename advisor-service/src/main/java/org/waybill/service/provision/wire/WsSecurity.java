package org.waybill.service.provision.wire;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import javax.xml.XMLConstants;
import javax.xml.crypto.MarshalException;
import javax.xml.crypto.dom.DOMStructure;
import javax.xml.crypto.dsig.CanonicalizationMethod;
import javax.xml.crypto.dsig.DigestMethod;
import javax.xml.crypto.dsig.Reference;
import javax.xml.crypto.dsig.SignatureMethod;
import javax.xml.crypto.dsig.SignedInfo;
import javax.xml.crypto.dsig.XMLSignatureException;
import javax.xml.crypto.dsig.XMLSignatureFactory;
import javax.xml.crypto.dsig.dom.DOMSignContext;
import javax.xml.crypto.dsig.keyinfo.KeyInfo;
import javax.xml.crypto.dsig.spec.C14NMethodParameterSpec;
import javax.xml.crypto.dsig.spec.TransformParameterSpec;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.waybill.api.ServiceException;
import org.waybill.service.Xml;

/**
 * Signs SOAP messages as WS-Security 1.0 with an X.509 token profile has it: the certificate and a time stamp in the
 * header, and the body and the time stamp signed. RSA with SHA-256. Why not WSS4J: decision 0122.
 */
public final class WsSecurity {
    static final String WSSE = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd";
    static final String WSU = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd";
    private static final String BASE =
            "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-x509-token-profile-1.0#X509v3";
    private static final String ENCODING =
            "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-soap-message-security-1.0#Base64Binary";
    private static final Duration VALID = Duration.ofMinutes(5);

    private final PrivateKey key;
    private final X509Certificate certificate;

    /** Signs with the key of the access file's {@code keyStoreFile}. */
    public WsSecurity(SystemAccess access) {
        try {
            KeyStore store = TlsSettings.keyStore(access);
            String alias = Collections.list(store.aliases()).stream()
                    .findFirst()
                    .orElseThrow(() -> new GeneralSecurityException("an empty key store"));
            this.key = (PrivateKey)
                    store.getKey(alias, access.required("keyStorePassword").toCharArray());
            this.certificate = (X509Certificate) store.getCertificate(alias);
        } catch (GeneralSecurityException | IOException | ClassCastException e) {
            throw ServiceException.unavailable("cannot use the key that signs messages to " + access.name(), e);
        }
    }

    /** The message, which is complete otherwise, with its signature. */
    public Document signed(Document envelope, String soapVersion, Instant now) {
        Element security = Xml.add(Soap.header(envelope), WSSE, "wsse:Security");
        security.setAttributeNS(soapVersion, "soap:mustUnderstand", soapVersion.equals(Soap.V11) ? "1" : "true");
        try {
            Element token = Xml.add(
                    security,
                    WSSE,
                    "wsse:BinarySecurityToken",
                    Base64.getEncoder().encodeToString(certificate.getEncoded()));
            token.setAttribute("ValueType", BASE);
            token.setAttribute("EncodingType", ENCODING);
            identify(token, "token");
            Element stamp = Xml.add(security, WSU, "wsu:Timestamp");
            identify(stamp, "stamp");
            Xml.add(
                    stamp,
                    WSU,
                    "wsu:Created",
                    Instant.ofEpochMilli(now.toEpochMilli()).toString());
            Xml.add(
                    stamp,
                    WSU,
                    "wsu:Expires",
                    Instant.ofEpochMilli(now.plus(VALID).toEpochMilli()).toString());
            identify(Soap.body(envelope), "body");
            // what is signed is the text that travels, and a tree made by hand has no namespace declarations yet
            Document complete = Xml.parse(Xml.bytes(envelope));
            Element header = Xml.first(Soap.header(complete), "Security").orElseThrow();
            for (Element part :
                    List.of(Soap.body(complete), Xml.first(header, "Timestamp").orElseThrow())) {
                part.setIdAttributeNS(WSU, "Id", true);
            }
            signature(header);
            return complete;
        } catch (IOException | GeneralSecurityException | MarshalException | XMLSignatureException e) {
            throw ServiceException.unavailable("cannot sign a message", e);
        }
    }

    private static void identify(Element element, String id) {
        element.setAttributeNS(XMLConstants.XMLNS_ATTRIBUTE_NS_URI, "xmlns:wsu", WSU);
        element.setAttributeNS(WSU, "wsu:Id", id);
    }

    private void signature(Element security) throws GeneralSecurityException, MarshalException, XMLSignatureException {
        XMLSignatureFactory factory = XMLSignatureFactory.getInstance("DOM");
        List<Reference> references = new ArrayList<>();
        for (String id : List.of("body", "stamp")) {
            references.add(factory.newReference(
                    "#" + id,
                    factory.newDigestMethod(DigestMethod.SHA256, null),
                    List.of(factory.newTransform(CanonicalizationMethod.EXCLUSIVE, (TransformParameterSpec) none())),
                    null,
                    null));
        }
        SignedInfo info = factory.newSignedInfo(
                factory.newCanonicalizationMethod(CanonicalizationMethod.EXCLUSIVE, (C14NMethodParameterSpec) none()),
                factory.newSignatureMethod(SignatureMethod.RSA_SHA256, null),
                references);
        KeyInfo who = factory.getKeyInfoFactory().newKeyInfo(List.of(new DOMStructure(tokenReference(security))));
        factory.newXMLSignature(info, who).sign(new DOMSignContext(key, security));
    }

    @SuppressWarnings("TypeParameterUnusedInFormals")
    private static <T> @Nullable T none() {
        return null;
    }

    private static Element tokenReference(Element security) {
        Element reference = security.getOwnerDocument().createElementNS(WSSE, "wsse:SecurityTokenReference");
        Element target = Xml.add(reference, WSSE, "wsse:Reference");
        target.setAttribute("URI", "#token");
        target.setAttribute("ValueType", BASE);
        return reference;
    }
}
