package org.waybill.engine.mover.http;

import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.xml.stream.XMLStreamException;
import org.waybill.engine.PeerLimits;
import org.waybill.engine.Reason;
import org.waybill.engine.TransferException;
import org.waybill.engine.mover.store.Entry;
import org.waybill.engine.mover.store.StorePath;

/** What a server of WebDAV has at a path and in a collection, by PROPFIND (RFC 4918, section 9.1). */
record DavLookup(HttpAccount account, HttpClient client, WholeAnswers connections) {
    private static final int MULTI_STATUS = 207;

    /** What is there; a redirection to the name with a slash shows a directory. */
    Optional<Entry> find(String path) throws TransferException, InterruptedException {
        return ask(path, "0").flatMap(told -> told.stream().findFirst()).map(resource -> entry(path, resource));
    }

    private Optional<List<DavListing.Resource>> ask(String path, String depth)
            throws TransferException, InterruptedException {
        HttpRequest.Builder question = account.request("PROPFIND", path)
                .method("PROPFIND", HttpRequest.BodyPublishers.ofString(DavListing.QUESTION))
                .header("Depth", depth)
                .header("Content-Type", "application/xml");
        try {
            HttpResponse<InputStream> response = account.send(client, connections, question);
            try (InputStream body = response.body()) {
                if (FileLookup.isMissing(response.statusCode())) {
                    return Optional.empty();
                }
                if (depth.equals("0") && FileLookup.isRedirection(response.statusCode())) {
                    return Optional.of(List.of(new DavListing.Resource(path, true, -1, null, null)));
                }
                if (response.statusCode() != MULTI_STATUS) {
                    throw new HttpStatusException("PROPFIND", response.statusCode());
                }
                return Optional.of(DavListing.read(
                        body,
                        PeerLimits.listing("the listing of " + StorePath.shown(path) + " at " + account.label())));
            } catch (XMLStreamException e) {
                if (e.getNestedException() instanceof IOException broken) {
                    throw broken;
                }
                throw new TransferException(
                        Reason.BAD_INPUT,
                        "the listing of " + StorePath.shown(path) + " at " + account.label() + " cannot be read: "
                                + StorePath.shown(String.valueOf(e.getMessage())),
                        e);
            }
        } catch (IOException e) {
            throw account.failure(e, path);
        }
    }

    private static Entry entry(String path, DavListing.Resource resource) {
        return resource.collection()
                ? Entry.directory(path)
                : new Entry(
                        path, Entry.Kind.FILE, resource.sizeBytes(), resource.modified(), -1, resource.etag(), true);
    }

    /** What it lists of a collection. */
    List<Entry> list(String directory) throws TransferException, InterruptedException {
        String address = directory.endsWith("/") ? directory : directory + "/";
        List<DavListing.Resource> told = ask(address, "1")
                .orElseThrow(
                        () -> StorePath.failure(Reason.NOT_FOUND, directory, " at " + account.label() + " is gone"));
        List<Entry> entries = new ArrayList<>();
        for (DavListing.Resource resource : told) {
            Optional<String> path = HttpPath.decoded(resource.href()).map(StorePath::withoutTrailingSlash);
            if (path.isEmpty()) {
                String shown = StorePath.join(directory, StorePath.name(resource.href()));
                entries.add(entry(shown, resource).unnameable());
            } else if (!path.get().equals(StorePath.withoutTrailingSlash(directory))) {
                entries.add(entry(child(directory, address, path.get()), resource));
            }
        }
        return entries;
    }

    private static String child(String directory, String address, String path) throws TransferException {
        // what is not below the directory becomes a name with slashes, which the check refuses
        String name = path.startsWith(address) ? path.substring(address.length()) : path;
        return StorePath.checkedChild(directory, name);
    }
}
