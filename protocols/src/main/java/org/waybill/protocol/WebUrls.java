package org.waybill.protocol;

import java.net.URI;
import java.util.Set;

/** What counts of the URLs of web servers and services, for requests and for downloads. */
public final class WebUrls {
    private static final Set<String> THIS_MACHINE = Set.of("localhost", "127.0.0.1", "[::1]");

    private WebUrls() {}

    /** Whether it names a web server, and no password with it. */
    public static boolean isOne(URI url) {
        return (isEncrypted(url) || isCleartext(url)) && url.getHost() != null && url.getRawUserInfo() == null;
    }

    public static boolean isEncrypted(URI url) {
        return Protocol.HTTPS.scheme().equals(url.getScheme());
    }

    private static boolean isCleartext(URI url) {
        return Protocol.HTTP.scheme().equals(url.getScheme());
    }

    /** Whether secrets may be sent there: by HTTPS to anywhere, by HTTP to this machine alone. */
    public static boolean keepsSecrets(URI url) {
        return url.getHost() != null
                && (isEncrypted(url) || (isCleartext(url) && THIS_MACHINE.contains(url.getHost())));
    }

    /** The port that is asked, 1 to 65535. */
    public static int port(URI url) {
        return url.getPort() >= 0 ? url.getPort() : usualPort(url);
    }

    /** The port that the scheme implies. */
    public static int usualPort(URI url) {
        return (isEncrypted(url) ? Protocol.HTTPS : Protocol.HTTP).defaultPort();
    }
}
