package org.waybill.planner.file;

import java.io.Reader;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import javax.xml.stream.Location;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/** Reads XML element by element, by local names; no document types, no external entities. */
final class XmlEvents {
    /** What a format makes of the elements. Lines count from 1. */
    interface Handler {
        /** An element begins; {@code id} and {@code type} are its attributes of that name. */
        void start(String name, @Nullable String id, @Nullable String type, int line);

        /** Text directly in the element {@code name}, without white space around it. */
        void text(String name, String text, int line);

        void end(String name);
    }

    private XmlEvents() {}

    /** Hands the elements to {@code handler}; what is not well-formed ends the reading and is reported. */
    static void read(Reader text, Handler handler, String file, List<InputProblem> problems) {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLInputFactory.IS_COALESCING, true);
        Deque<String> open = new ArrayDeque<>();
        try {
            XMLStreamReader xml = factory.createXMLStreamReader(text);
            while (xml.hasNext()) {
                event(xml, open, handler);
            }
        } catch (XMLStreamException broken) {
            Location place = broken.getLocation();
            problems.add(new InputProblem(
                    file,
                    place == null ? 0 : place.getLineNumber(),
                    "invalid XML, or a document type, from this line on; the lines before are used"));
        }
    }

    private static void event(XMLStreamReader xml, Deque<String> open, Handler handler) throws XMLStreamException {
        int kind = xml.next();
        int line = xml.getLocation().getLineNumber();
        if (kind == XMLStreamConstants.START_ELEMENT) {
            open.push(xml.getLocalName());
            handler.start(
                    xml.getLocalName(), xml.getAttributeValue(null, "id"), xml.getAttributeValue(null, "type"), line);
        } else if (kind == XMLStreamConstants.CHARACTERS
                && !open.isEmpty()
                && !xml.getText().isBlank()) {
            handler.text(open.getFirst(), xml.getText().strip(), line);
        } else if (kind == XMLStreamConstants.END_ELEMENT) {
            handler.end(open.pop());
        } else if (kind == XMLStreamConstants.DTD || kind == XMLStreamConstants.ENTITY_REFERENCE) {
            throw new XMLStreamException("document type", xml.getLocation());
        }
    }
}
