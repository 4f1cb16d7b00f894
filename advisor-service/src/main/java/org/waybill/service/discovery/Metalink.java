package org.waybill.service.discovery;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;
import org.waybill.api.Checksum;

/**
 * Metalink 4 (RFC 5854; Rucio's, too) and 3. Checksums of pieces are passed over. Version 4 gives priorities, 1 first;
 * version 3 preferences, 100 first. No document types, no external entities.
 */
final class Metalink {
    private static final int MOST_PREFERENCE = 100;

    private final XMLStreamReader xml;
    private final CatalogueFile.Answer listed = new CatalogueFile.Answer();

    private Metalink(XMLStreamReader xml) {
        this.xml = xml;
    }

    static CatalogueFile.Answer read(String text) {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLInputFactory.IS_COALESCING, true);
        try {
            return new Metalink(factory.createXMLStreamReader(new StringReader(text))).document();
        } catch (XMLStreamException e) {
            throw new InvalidCatalogueAnswerException("invalid XML, or XML with a document type, at line "
                    + (e.getLocation() == null ? 0 : e.getLocation().getLineNumber()));
        }
    }

    private CatalogueFile.Answer document() throws XMLStreamException {
        boolean metalink = false;
        while (xml.hasNext()) {
            int event = next();
            if (event == XMLStreamConstants.START_ELEMENT) {
                metalink |= xml.getLocalName().equals("metalink");
                if (metalink && xml.getLocalName().equals("file")) {
                    file();
                }
            }
        }
        if (!metalink) {
            throw new InvalidCatalogueAnswerException("not a Metalink document: the metalink element is missing");
        }
        return listed;
    }

    private int next() throws XMLStreamException {
        int event = xml.next();
        if (event == XMLStreamConstants.DTD || event == XMLStreamConstants.ENTITY_REFERENCE) {
            throw new XMLStreamException("document type", xml.getLocation());
        }
        return event;
    }

    private void file() throws XMLStreamException {
        int line = xml.getLocation().getLineNumber();
        String name = String.valueOf(attribute("name", ""));
        Long bytes = null;
        Map<String, Checksum> checksums = new TreeMap<>();
        List<CatalogueFile.Access> accesses = new ArrayList<>();
        int pieces = 0;
        for (int depth = 1; depth > 0; ) {
            int event = next();
            if (event == XMLStreamConstants.END_ELEMENT) {
                depth--;
                pieces -= xml.getLocalName().equals("pieces") ? 1 : 0;
            } else if (event == XMLStreamConstants.START_ELEMENT) {
                // what is read as text consumes its own end
                switch (xml.getLocalName()) {
                    case "size" -> bytes = size(xml.getElementText());
                    case "hash" -> {
                        String type = attribute("type", "");
                        String value = xml.getElementText();
                        if (pieces == 0) {
                            CatalogueAnswerValidator.checksum(type, value)
                                    .ifPresent(sum -> checksums.putIfAbsent(sum.type(), sum));
                        }
                    }
                    case "url" -> url(accesses);
                    default -> {
                        depth++;
                        pieces += xml.getLocalName().equals("pieces") ? 1 : 0;
                    }
                }
            }
        }
        if (!CatalogueAnswerValidator.isName(name)) {
            listed.leftOut(
                    "line " + line + ": a file with the invalid name '" + CatalogueAnswerValidator.line(name) + "'");
        } else if (accesses.isEmpty()) {
            listed.leftOut("line " + line + ": " + name + " has no usable URL");
        } else {
            listed.files().add(new CatalogueFile(name, "", bytes, List.copyOf(checksums.values()), "", accesses));
        }
    }

    private void url(List<CatalogueFile.Access> accesses) throws XMLStreamException {
        int priority = number(attribute("priority", ""), IntUnaryOperator.identity());
        if (priority == 0) {
            priority = number(attribute("preference", ""), preference -> MOST_PREFERENCE + 1 - preference);
        }
        String location = attribute("location", "");
        CatalogueAnswerValidator.access(xml.getElementText(), location, priority)
                .ifPresent(accesses::add);
    }

    private static int number(String text, IntUnaryOperator meaning) {
        return text.matches("\\d{1,6}") ? Math.max(0, meaning.applyAsInt(Integer.parseInt(text))) : 0;
    }

    private static @Nullable Long size(String text) {
        return text.strip().matches("\\d{1,18}") ? Long.valueOf(text.strip()) : null;
    }

    private String attribute(String name, String otherwise) {
        String value = xml.getAttributeValue(null, name);
        return value == null ? otherwise : value;
    }
}
