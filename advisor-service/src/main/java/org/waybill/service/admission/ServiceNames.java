package org.waybill.service.admission;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.waybill.api.ServiceException;
import org.waybill.service.InputChecks;
import org.waybill.service.OperatorList;

/**
 * The names by which this service is known: of loopback, of the address that it listens on, of its certificate, and
 * those that the operator lists in {@code service-names} of its home. A request that came by another name was sent by a
 * page or a link of another site (DNS rebinding), and nothing is made of that name.
 */
public final class ServiceNames {
    static final String FILE = "service-names";
    private static final int DNS_NAME = 2;
    private static final int IP_ADDRESS = 7;

    private final Set<String> names;

    private ServiceNames(Set<String> names) {
        this.names = names;
    }

    /**
     * @param certified the names in the service's certificate; none without TLS
     */
    public static ServiceNames of(Path home, String listenHost, Set<String> certified) {
        Set<String> names = new HashSet<>(List.of("localhost", "127.0.0.1", "::1"));
        if (!listenHost.matches("[0.:]*")) {
            names.add(plain(listenHost));
        }
        certified.forEach(name -> names.add(plain(name)));
        try {
            OperatorList.read(home, FILE).forEach(item -> names.add(plain(item.text())));
        } catch (IOException e) {
            throw InputChecks.bad("cannot read " + home.resolve(FILE) + ": " + e.getMessage());
        }
        return new ServiceNames(names);
    }

    /**
     * The names and addresses that the certificate of a key store is for.
     *
     * @throws ServiceException {@code BAD_REQUEST} if it has none: a name in the subject alone (CN) is not one that
     *     clients believe (RFC 9525, section 2)
     */
    public static Set<String> certified(Path keyStore, String password) {
        Set<String> names = new HashSet<>();
        try (InputStream in = Files.newInputStream(keyStore)) {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(in, password.toCharArray());
            for (String alias : Collections.list(store.aliases())) {
                Certificate certificate = store.isKeyEntry(alias) ? store.getCertificate(alias) : null;
                if (certificate instanceof X509Certificate x509 && x509.getSubjectAlternativeNames() != null) {
                    x509.getSubjectAlternativeNames().stream()
                            .filter(name ->
                                    name.get(0).equals(DNS_NAME) || name.get(0).equals(IP_ADDRESS))
                            .forEach(name -> names.add(String.valueOf(name.get(1))));
                }
            }
        } catch (IOException | GeneralSecurityException e) {
            throw new ServiceException(
                    ServiceException.BAD_REQUEST,
                    "the key store " + keyStore
                            + " cannot be used: wrong password, or no PKCS#12 file with a private key",
                    e);
        }
        if (names.isEmpty()) {
            throw InputChecks.bad("the certificate in " + keyStore + " has no subject alternative name (SAN),"
                    + " which clients require: create it with -ext SAN=dns:HOST");
        }
        return names;
    }

    /** Whether a request to this host is meant for us; {@code host} is without its port. */
    boolean include(String host) {
        String name = plain(host);
        return names.contains(name) || name.indexOf('.') > 0 && names.contains("*" + name.substring(name.indexOf('.')));
    }

    private static String plain(String host) {
        return host.toLowerCase(Locale.ROOT)
                .replaceAll("[\\[\\]]", "")
                .replaceFirst("\\.$", "")
                .replaceFirst("^0:0:0:0:0:0:0:1$", "::1");
    }
}
