package org.waybill.service;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.transform.OutputKeys;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;

/** Small XML documents: no document types, no external entities, neither in nor out. */
public final class Xml {
    private static final int DEEPEST = 100;
    /** Tags and attributes of a document: a list of all services of a grid has 900,000, 8 MiB could have millions. */
    private static final int MOST_MARKUP = 1_000_000;

    private Xml() {}

    public static Document document() {
        return builder().newDocument();
    }

    /**
     * Reads a document.
     *
     * @throws IOException if it is not well-formed, has a document type, nests more than 100 levels, or is so full of
     *     tags that it takes many times the memory that its bytes do
     */
    public static Document parse(byte[] bytes) throws IOException {
        int markup = 0;
        for (byte one : bytes) {
            markup += one == '<' || one == '=' ? 1 : 0;
        }
        if (markup > MOST_MARKUP) {
            throw new IOException("more than " + MOST_MARKUP + " tags and attributes");
        }
        try {
            return builder().parse(new ByteArrayInputStream(bytes));
        } catch (SAXException e) {
            throw new IOException("not well-formed XML, or XML with a document type", e);
        }
    }

    private static DocumentBuilder builder() {
        try {
            DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultNSInstance();
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
            factory.setAttribute("jdk.xml.maxElementDepth", DEEPEST);
            factory.setXIncludeAware(false);
            factory.setExpandEntityReferences(false);
            DocumentBuilder builder = factory.newDocumentBuilder();
            builder.setErrorHandler(new DefaultHandler());
            return builder;
        } catch (ParserConfigurationException e) {
            throw new IllegalStateException(e);
        }
    }

    public static byte[] bytes(Document document) {
        try {
            TransformerFactory factory = TransformerFactory.newDefaultInstance();
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            Transformer transformer = factory.newTransformer();
            transformer.setOutputProperty(OutputKeys.ENCODING, "UTF-8");
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            transformer.transform(new DOMSource(document), new StreamResult(out));
            return out.toByteArray();
        } catch (TransformerException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Adds an empty element; {@code namespace} is empty for none. */
    public static Element add(Node parent, String namespace, String qualifiedName) {
        Document document = parent instanceof Document self ? self : parent.getOwnerDocument();
        Element element = document.createElementNS(namespace.isEmpty() ? null : namespace, qualifiedName);
        parent.appendChild(element);
        return element;
    }

    /** Adds an element with text in it. */
    public static Element add(Node parent, String namespace, String qualifiedName, String text) {
        Element element = add(parent, namespace, qualifiedName);
        element.setTextContent(text);
        return element;
    }

    /** The elements directly in this one. */
    public static List<Element> children(Element parent) {
        List<Element> found = new ArrayList<>();
        for (Node node = parent.getFirstChild(); node != null; node = node.getNextSibling()) {
            if (node instanceof Element element) {
                found.add(element);
            }
        }
        return found;
    }

    /** All elements of this local name within, in document order, in any namespace. */
    public static List<Element> all(Element within, String localName) {
        List<Element> found = new ArrayList<>();
        for (Element child : children(within)) {
            if (localName.equals(child.getLocalName())) {
                found.add(child);
            }
            found.addAll(all(child, localName));
        }
        return found;
    }

    public static Optional<Element> first(Element within, String localName) {
        return all(within, localName).stream().findFirst();
    }

    /** The text of the first element of this local name, without white space around it; empty if there is none. */
    public static String text(Element within, String localName) {
        return first(within, localName).map(Xml::text).orElse("");
    }

    public static String text(Element element) {
        @Nullable String text = element.getTextContent();
        return text == null ? "" : text.strip();
    }
}
