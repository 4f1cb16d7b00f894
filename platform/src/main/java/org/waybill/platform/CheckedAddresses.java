package org.waybill.platform;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.net.spi.InetAddressResolver;
import java.net.spi.InetAddressResolverProvider;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Looks names up as the JDK does. In a process that has {@linkplain HostRules#VARIABLE rules}, a name that these list leads
 * to no address that they refuse: its owner can point it elsewhere at any time after it was checked.
 */
public final class CheckedAddresses extends InetAddressResolverProvider {
    @Override
    public String name() {
        return CheckedAddresses.class.getName();
    }

    @Override
    public InetAddressResolver get(Configuration configuration) {
        Optional<HostRules> rules = HostRules.of(System.getenv());
        InetAddressResolver builtin = configuration.builtinResolver();
        return rules.isEmpty() ? builtin : new Resolver(builtin, rules.get());
    }

    record Resolver(InetAddressResolver builtin, HostRules rules) implements InetAddressResolver {
        @Override
        public Stream<InetAddress> lookupByName(String host, LookupPolicy policy) throws UnknownHostException {
            List<InetAddress> found = builtin.lookupByName(host, policy).toList();
            String refusal = rules.isListed(host) ? rules.refusal(host, found).orElse("") : "";
            if (!refusal.isEmpty()) {
                throw new UnknownHostException(refusal);
            }
            return found.stream();
        }

        @Override
        public String lookupByAddress(byte[] address) throws UnknownHostException {
            return builtin.lookupByAddress(address);
        }
    }
}
