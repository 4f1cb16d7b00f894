package org.waybill.service.console;

import java.util.List;
import org.waybill.api.ProvisioningKind;
import org.waybill.api.ServiceException;
import org.waybill.api.catalog.CatalogKind;
import org.waybill.protocol.Protocol;
import org.waybill.protocol.Protocols;

/**
 * How the console speaks of one kind of entry.
 *
 * @param kind what the contract calls it
 * @param path its segment of the console's paths
 * @param singular one of them, in lower case
 * @param what what they are, in one sentence
 * @param fields in the order of the form and of the table
 */
record KindView(CatalogKind kind, String path, String singular, String what, List<Field> fields) {
    /** In the order of the menu. */
    static final List<KindView> ALL = List.of(
            new KindView(
                    CatalogKind.ORGANISATION,
                    "organisations",
                    "organisation",
                    "Organisations that run sites.",
                    List.of(
                            Field.text("name", "Name", "").must(),
                            Field.text("country", "Country", "Two letters, such as CH."),
                            Field.of(Field.Type.URL, "url", "Home page", "An http or https address."))),
            new KindView(
                    CatalogKind.SITE,
                    "sites",
                    "site",
                    "Places where an organisation has hosts.",
                    List.of(
                            Field.text("name", "Name", "").must(),
                            Field.reference("organisation", "Organisation", "organisations")
                                    .must(),
                            Field.text("city", "City", ""),
                            Field.text("country", "Country", "Two letters, such as CH."),
                            Field.of(Field.Type.NUMBER, "latitude", "Latitude", "Degrees north, -90 to 90."),
                            Field.of(Field.Type.NUMBER, "longitude", "Longitude", "Degrees east, -180 to 180."))),
            new KindView(
                    CatalogKind.HOST,
                    "hosts",
                    "host",
                    "Hosts that store or transfer data.",
                    List.of(
                            Field.text("name", "Name", "The full domain name, or an address.")
                                    .must(),
                            Field.reference("site", "Site", "sites"),
                            Field.of(
                                    Field.Type.LIST, "addresses", "Addresses", "IPv4 and IPv6, separated by spaces."))),
            new KindView(
                    CatalogKind.ENDPOINT,
                    "services",
                    "service",
                    "Transfer services at hosts.",
                    List.of(
                            Field.reference("host", "Host", "hosts").must(),
                            Field.oneOf(
                                    "protocol",
                                    "Protocol",
                                    Protocols.all().stream().map(Protocol::name).toList()),
                            Field.of(Field.Type.NUMBER, "port", "Port", "1 to 65535.")
                                    .must(),
                            Field.text("banner", "Banner", "Server banner."),
                            Field.of(Field.Type.TIME, "lastSeenOpen", "Last seen open", ""))),
            new KindView(
                    CatalogKind.SUBNET,
                    "subnets",
                    "subnet",
                    "Address ranges of sites.",
                    List.of(
                            Field.text("prefix", "Prefix", "Such as 192.0.2.0/24 or 2001:db8::/32.")
                                    .must(),
                            Field.reference("site", "Site", "sites").must())),
            new KindView(
                    CatalogKind.DOMAIN,
                    "domains",
                    "domain",
                    "Domains whose hosts belong to a site.",
                    List.of(
                            Field.text("name", "Name", "Such as example.org.").must(),
                            Field.reference("site", "Site", "sites").must())),
            new KindView(
                    CatalogKind.PROVISIONING,
                    "provisioning",
                    "provisioning system",
                    "Systems that reserve bandwidth or storage for a site.",
                    List.of(
                            Field.text("name", "Name", "").must(),
                            Field.oneOf("system", "Interface", ProvisioningKind.values()),
                            Field.of(Field.Type.URL, "url", "Address", "http, https, httpg or srm."),
                            Field.reference("site", "Site", "sites").must())),
            new KindView(
                    CatalogKind.RELAY,
                    "relays",
                    "relay",
                    "Nodes that forward other hosts' transfers.",
                    List.of(
                            Field.text("name", "Name", "").must(),
                            Field.reference("host", "Host", "hosts").must(),
                            Field.of(Field.Type.NUMBER, "port", "Port", "1 to 65535.")
                                    .must(),
                            Field.text("fingerprint", "Fingerprint", "SHA-256 of its certificate, in hexadecimal."),
                            Field.of(
                                    Field.Type.RATE,
                                    "capacityBitsPerSecond",
                                    "Capacity",
                                    "Maximum forwarding rate in bit/s; empty for no limit."),
                            Field.of(Field.Type.TIME, "lastSeen", "Last seen", ""))));

    /** All of them, as a title. */
    public String title() {
        return kind == CatalogKind.PROVISIONING
                ? "Provisioning systems"
                : Character.toUpperCase(path.charAt(0)) + path.substring(1);
    }

    static KindView at(String path) {
        return ALL.stream()
                .filter(view -> view.path.equals(path))
                .findFirst()
                .orElseThrow(() -> ServiceException.notFound("unknown part of the catalogue"));
    }

    static KindView of(CatalogKind kind) {
        return ALL.stream().filter(view -> view.kind == kind).findFirst().orElseThrow();
    }
}
