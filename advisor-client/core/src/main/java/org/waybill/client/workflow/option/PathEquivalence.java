package org.waybill.client.workflow.option;

import org.waybill.client.endpoint.Endpoint;
import org.waybill.protocol.PathMeaning;
import org.waybill.protocol.Protocol;
import org.waybill.protocol.Protocols;

/**
 * Whether a path that was named for one protocol means the same place in another: a web server's or anonymous FTP
 * server's root is not the machine's, and a node serves its data directory alone.
 */
public enum PathEquivalence {
    /** The same place. */
    SURE,
    /** Often the same place: where servers show the machine's own file system. */
    LIKELY,
    /** Another name space: the path says nothing. */
    NONE;

    public static PathEquivalence of(Endpoint endpoint, Protocol protocol) {
        Protocol named = Protocols.named(endpoint.location().scheme()).orElse(Protocol.SFTP);
        if (named.sharesPathsWith(protocol)) {
            return SURE;
        }
        return switch (named.pathMeaning()) {
            case FILE_SYSTEM ->
                switch (protocol.pathMeaning()) {
                    case FILE_SYSTEM -> LIKELY;
                    // only where nothing was chosen: ./x of a login directory or a node's data directory
                    case DATA_DIRECTORY -> endpoint.schemeChosen() ? NONE : LIKELY;
                    case WEB, BUCKET, REMOTE, OWN -> NONE;
                };
            case WEB -> protocol.pathMeaning() == PathMeaning.WEB ? LIKELY : NONE;
            case DATA_DIRECTORY, BUCKET, REMOTE, OWN -> NONE;
        };
    }
}
