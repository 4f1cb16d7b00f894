package org.waybill.engine.testserver;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.net.spi.InetAddressResolver;
import java.net.spi.InetAddressResolverProvider;
import java.util.stream.Stream;

/** The system's names, one with two addresses and one that no name server answers for. */
public final class TestNames extends InetAddressResolverProvider {
    /** 127.0.0.9, where no server is, and 127.0.0.1. The certificate of {@link TestAuthority#otherHost} is its own. */
    public static final String TWO_ADDRESSES = "elsewhere.example.org";
    /** What ends so is looked up for very long. */
    public static final String UNANSWERED = ".unanswered.example.org";

    private static final long SILENCE_MILLIS = 8_000;

    @Override
    public InetAddressResolver get(Configuration configuration) {
        InetAddressResolver system = configuration.builtinResolver();
        return new InetAddressResolver() {
            @Override
            public Stream<InetAddress> lookupByName(String host, LookupPolicy policy) throws UnknownHostException {
                if (host.endsWith(UNANSWERED)) {
                    try {
                        Thread.sleep(SILENCE_MILLIS);
                    } catch (InterruptedException _) {
                        Thread.currentThread().interrupt();
                    }
                    throw new UnknownHostException(host);
                }
                return !host.equals(TWO_ADDRESSES)
                        ? system.lookupByName(host, policy)
                        : Stream.of(
                                InetAddress.getByAddress(host, new byte[] {127, 0, 0, 9}),
                                InetAddress.getByAddress(host, new byte[] {127, 0, 0, 1}));
            }

            @Override
            public String lookupByAddress(byte[] address) throws UnknownHostException {
                return system.lookupByAddress(address);
            }
        };
    }

    @Override
    public String name() {
        return "names for tests";
    }
}
