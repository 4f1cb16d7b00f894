package org.waybill.engine.mover.http;

import java.io.InputStream;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/** Reads a WebDAV multi-status answer (RFC 4918, section 14.16) as a stream, with no document types or entities. */
final class DavListing {
    private static final String DAV = "DAV:";
    private static final int MOST_ENTRIES = 5_000_000;

    static final String QUESTION = "<?xml version=\"1.0\" encoding=\"utf-8\"?><propfind xmlns=\"DAV:\"><prop>"
            + "<resourcetype/><getcontentlength/><getlastmodified/><getetag/></prop></propfind>";

    /**
     * One thing that the server told of.
     *
     * @param sizeBytes -1 when not told
     */
    record Resource(String href, boolean collection, long sizeBytes, @Nullable Instant modified,
            @Nullable String etag) {}

    private String href = "";
    private boolean collection;
    private long sizeBytes = -1;
    private @Nullable Instant modified;
    private @Nullable String etag;

    private DavListing() {}

    static List<Resource> read(InputStream xml) throws XMLStreamException {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLInputFactory.IS_COALESCING, true);
        XMLStreamReader reader = factory.createXMLStreamReader(xml);
        List<Resource> resources = new ArrayList<>();
        @Nullable DavListing current = null;
        while (reader.hasNext()) {
            int event = reader.next();
            boolean dav = (event == XMLStreamConstants.START_ELEMENT || event == XMLStreamConstants.END_ELEMENT)
                    && DAV.equals(reader.getNamespaceURI());
            if (dav && event == XMLStreamConstants.START_ELEMENT) {
                if (reader.getLocalName().equals("response")) {
                    current = new DavListing();
                } else if (current != null) {
                    current.take(reader);
                }
            } else if (dav && current != null && reader.getLocalName().equals("response")) {
                resources.add(current.resource());
                current = null;
                if (resources.size() > MOST_ENTRIES) {
                    throw new XMLStreamException("more than " + MOST_ENTRIES + " entries");
                }
            }
        }
        return resources;
    }

    private void take(XMLStreamReader reader) throws XMLStreamException {
        switch (reader.getLocalName()) {
            case "href" -> href = reader.getElementText().strip();
            case "collection" -> collection = true;
            case "getcontentlength" -> sizeBytes = number(reader.getElementText().strip());
            case "getlastmodified" -> modified = time(reader.getElementText().strip());
            case "getetag" -> etag = reader.getElementText().strip();
            default -> { }
        }
    }

    private Resource resource() {
        return new Resource(href, collection, sizeBytes, modified, etag);
    }

    private static long number(String text) {
        return text.matches("\\d{1,18}") ? Long.parseLong(text) : -1;
    }

    /** An HTTP date (RFC 9110, section 5.6.7); null when it is none. */
    static @Nullable Instant time(String text) {
        try {
            return ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
        } catch (DateTimeException _) {
            return null;
        }
    }
}
