package dev.headroom.trials;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.net.spi.InetAddressResolver;
import java.net.spi.InetAddressResolverProvider;
import java.util.stream.Stream;

/** Looks {@code partner.test} up as slowly as {@code trial.delay} says, and every other name as ever. */
public final class SlowNames extends InetAddressResolverProvider {

    @Override
    public InetAddressResolver get(Configuration configuration) {
        InetAddressResolver ever = configuration.builtinResolver();
        return new InetAddressResolver() {
            @Override
            public Stream<InetAddress> lookupByName(String host, LookupPolicy policy) throws UnknownHostException {
                if (!host.equals("partner.test")) {
                    return ever.lookupByName(host, policy);
                }
                try {
                    Thread.sleep(Integer.getInteger("trial.delay"));
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                return Stream.of(InetAddress.getLoopbackAddress());
            }

            @Override
            public String lookupByAddress(byte[] address) throws UnknownHostException {
                return ever.lookupByAddress(address);
            }
        };
    }

    @Override
    public String name() {
        return "slow";
    }
}
