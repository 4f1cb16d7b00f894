package org.waybill.service.task;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.springframework.transaction.support.TransactionTemplate;
import org.waybill.api.ServiceException;
import org.waybill.db.profile.HostRow;
import org.waybill.db.profile.Hosts;
import org.waybill.platform.AddressRanges;
import org.waybill.platform.HostRules;
import org.waybill.platform.PlainHost;
import org.waybill.service.InputChecks;
import org.waybill.service.OperatorList;

/**
 * Where transfers may lead: to hosts of the operator's file {@code transfer-hosts}, and to those of the catalogue that an
 * operator has given a site or addresses. Any account may add a host to the catalogue by reporting what it found there, so
 * that a bare one does not count.
 */
record TransferHosts(Path home, Hosts catalogue, TransactionTemplate reading) {
    /** A name, {@code *.DOMAIN} or an address a line. */
    static final String FILE = "transfer-hosts";

    private static final int MOST = 10_000;

    /** What is listed of hosts: all that the operator has, and what the catalogue has of these. */
    List<String> listed(List<String> hosts) {
        List<String> all = new ArrayList<>();
        for (OperatorList.Item item : file()) {
            try {
                HostRules.of(List.of(item.text()));
            } catch (IllegalArgumentException e) {
                throw ServiceException.unavailable(item.where() + e.getMessage(), e);
            }
            all.add(item.text());
        }
        if (all.size() > MOST) {
            throw ServiceException.unavailable(FILE + " has " + all.size() + " hosts: at most " + MOST);
        }
        hosts.stream().distinct().forEach(host -> all.addAll(ofCatalogue(host)));
        return all;
    }

    /** The same, without names that are not of these hosts, and without outer addresses, which need no entry. */
    List<String> listedFor(List<String> hosts) {
        return listed(hosts).stream().filter(item -> matters(item, hosts)).toList();
    }

    static boolean matters(String item, List<String> hosts) {
        HostRules alone = HostRules.of(List.of(item));
        return alone.addresses().stream().anyMatch(AddressRanges::isInner)
                || hosts.stream().anyMatch(alone::isListed);
    }

    private List<OperatorList.Item> file() {
        try {
            return OperatorList.read(home, FILE);
        } catch (IOException e) {
            throw ServiceException.unavailable("cannot read " + FILE, e);
        }
    }

    private List<String> ofCatalogue(String host) {
        return reading.execute(_ -> {
            Optional<HostRow> row = catalogue.named(host).or(() -> catalogue.withAddress(host));
            List<String> found = new ArrayList<>();
            row.filter(one -> one.site() != null || !one.addresses().isEmpty()).ifPresent(one -> {
                found.add(one.name());
                found.addAll(one.addresses());
            });
            found.removeIf(one -> !PlainHost.isPlain(one));
            return found;
        });
    }

    /** Refuses hosts that are not listed, and names that lead to addresses inside which are not. */
    void require(List<String> hosts) {
        HostRules rules = HostRules.of(listed(hosts));
        for (String host : hosts) {
            if (!rules.isListed(host)) {
                throw InputChecks.bad("transfers to or from " + host
                        + " are not allowed here: the service's operator can add it to " + FILE);
            }
            rules.refusal(host, addresses(host)).ifPresent(why -> {
                throw InputChecks.bad(why + " in " + FILE);
            });
        }
    }

    /** None where this machine knows none: then the worker looks. */
    private static List<InetAddress> addresses(String host) {
        try {
            return List.of(InetAddress.getAllByName(host));
        } catch (UnknownHostException _) {
            return List.of();
        }
    }
}
