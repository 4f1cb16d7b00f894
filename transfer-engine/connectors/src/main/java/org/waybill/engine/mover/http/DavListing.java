package org.waybill.engine.mover.http;

import java.io.IOException;
import java.io.InputStream;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;
import org.waybill.engine.PeerLimits;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.BlockInput;
import org.waybill.engine.mover.store.Entry;

/**
 * Reads a WebDAV multi-status answer (RFC 4918, section 14.16) as a stream, with no document types or entities, and
 * within {@link PeerLimits}.
 */
final class DavListing {
    private static final String DAV = "DAV:";
    /** Names of elements and attributes, each of which the parser keeps: there are ten or so in what is asked for. */
    private static final int MOST_VOCABULARY = 500;

    static final String QUESTION = "<?xml version=\"1.0\" encoding=\"utf-8\"?><propfind xmlns=\"DAV:\"><prop>"
            + "<resourcetype/><getcontentlength/><getlastmodified/><getetag/></prop></propfind>";

    /**
     * One entry that the server listed.
     *
     * @param sizeBytes -1 when not given
     */
    record Resource(
            String href,
            boolean collection,
            long sizeBytes,
            @Nullable Instant modified,
            @Nullable String etag) {
        private long characters() {
            return href.length() + (etag == null ? 0 : etag.length());
        }
    }

    private String href = "";
    private boolean collection;
    private long sizeBytes = -1;
    private @Nullable Instant modified;
    private @Nullable String etag;

    private DavListing() {}

    /**
     * Reads all of it.
     *
     * @param limits of the whole listing
     * @throws TransferException {@link Reason#LIMIT}
     */
    static List<Resource> read(InputStream xml, PeerLimits limits) throws XMLStreamException, TransferException {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLInputFactory.IS_COALESCING, true);
        Entries bounded = new Entries(xml);
        XMLStreamReader reader = factory.createXMLStreamReader(bounded);
        Set<String> vocabulary = new HashSet<>();
        List<Resource> resources = new ArrayList<>();
        @Nullable DavListing current = null;
        while (reader.hasNext()) {
            int event = reader.next();
            if (event == XMLStreamConstants.START_ELEMENT) {
                learn(reader, vocabulary);
            }
            boolean dav = (event == XMLStreamConstants.START_ELEMENT || event == XMLStreamConstants.END_ELEMENT)
                    && DAV.equals(reader.getNamespaceURI());
            if (dav && event == XMLStreamConstants.START_ELEMENT) {
                if (reader.getLocalName().equals("response")) {
                    current = new DavListing();
                } else if (current != null) {
                    current.take(reader);
                }
            } else if (dav && current != null && reader.getLocalName().equals("response")) {
                Resource resource = current.resource();
                limits.take(resource.characters());
                resources.add(resource);
                current = null;
                bounded.next();
            }
        }
        return resources;
    }

    private static void learn(XMLStreamReader reader, Set<String> vocabulary) throws TransferException {
        vocabulary.add(reader.getName().toString());
        for (int i = 0; i < reader.getAttributeCount(); i++) {
            vocabulary.add(reader.getAttributeName(i).toString());
        }
        for (int i = 0; i < reader.getNamespaceCount(); i++) {
            vocabulary.add(reader.getNamespacePrefix(i) + "=" + reader.getNamespaceURI(i));
        }
        if (vocabulary.size() > MOST_VOCABULARY) {
            throw new TransferException(
                    Reason.LIMIT,
                    "the listing has more than " + MOST_VOCABULARY + " kinds of elements; it is not a WebDAV listing");
        }
    }

    /** Lets no entry grow without end. */
    private static final class Entries extends BlockInput {
        private final InputStream in;
        private int bytes;

        Entries(InputStream in) {
            this.in = in;
        }

        /** The parser reads ahead by less than an entry's budget. */
        void next() {
            bytes = 0;
        }

        @Override
        public int read(byte[] buffer, int offset, int length) throws IOException {
            int n = in.read(buffer, offset, Math.min(length, 8192));
            bytes += Math.max(0, n);
            if (bytes > PeerLimits.ENTRY_BYTES) {
                throw new PeerLimits.Exceeded(
                        "an entry of the listing is longer than " + PeerLimits.ENTRY_BYTES + " bytes");
            }
            return n;
        }
    }

    private void take(XMLStreamReader reader) throws XMLStreamException {
        switch (reader.getLocalName()) {
            case "href" -> href = reader.getElementText().strip();
            case "collection" -> collection = true;
            case "getcontentlength" ->
                sizeBytes = Entry.size(reader.getElementText().strip());
            case "getlastmodified" -> modified = time(reader.getElementText().strip());
            case "getetag" -> etag = reader.getElementText().strip();
            default -> {}
        }
    }

    private Resource resource() {
        return new Resource(href, collection, sizeBytes, modified, etag);
    }

    /** An HTTP date (RFC 9110, section 5.6.7); null when it is none. */
    static @Nullable Instant time(String text) {
        try {
            return ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toInstant();
        } catch (DateTimeException _) {
            return null;
        }
    }
}
