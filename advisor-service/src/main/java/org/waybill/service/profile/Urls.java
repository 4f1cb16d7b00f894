package org.waybill.service.profile;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Set;
import org.waybill.protocol.Protocol;
import org.waybill.service.InputChecks;

/** URLs that the catalogue takes: shown as links in the console, so never one that a browser would run. */
final class Urls {
    private static final Set<String> SCHEMES =
            Set.of(Protocol.HTTP.scheme(), Protocol.HTTPS.scheme(), "httpg", Protocol.SRM.scheme());

    private Urls() {}

    /** Empty, or an absolute URL of a scheme that we know. */
    static String checked(String url) {
        String text = InputChecks.text("url", url, 500);
        if (text.isEmpty()) {
            return text;
        }
        try {
            URI uri = new URI(text);
            if (uri.getHost() != null
                    && uri.getUserInfo() == null
                    && SCHEMES.contains(uri.getScheme().toLowerCase(Locale.ROOT))) {
                return text;
            }
        } catch (URISyntaxException _) {
            // said below
        }
        throw InputChecks.bad("invalid url: expected http, https, httpg or srm with a host and without a password");
    }
}
