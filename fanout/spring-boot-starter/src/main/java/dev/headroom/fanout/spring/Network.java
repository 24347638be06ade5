package dev.headroom.fanout.spring;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;

/** Addresses that begin with the same bits, as {@code 10.0.0.0/8} (RFC 4632) or one address alone. */
public final class Network {
    private static final String OCTET = "(25[0-5]|2[0-4]\\d|1?\\d?\\d)";

    /** Nothing else may be asked for: it would be looked up as a name. */
    private static final Pattern ADDRESS =
            Pattern.compile("(" + OCTET + "\\.){3}" + OCTET + "|[0-9a-fA-F:.]*:[0-9a-fA-F:.]*");

    private final byte[] prefix;
    private final int bits;

    private Network(byte[] prefix, int bits) {
        this.prefix = prefix;
        this.bits = bits;
    }

    /** Empty where the text is neither an address nor a network. */
    public static Optional<Network> parse(String text) {
        int slash = text.indexOf('/');
        return address(slash < 0 ? text : text.substring(0, slash)).flatMap(address -> {
            int all = address.length * 8;
            try {
                int bits = slash < 0 ? all : Integer.parseInt(text.substring(slash + 1));
                return bits < 0 || bits > all ? Optional.empty() : Optional.of(new Network(address, bits));
            } catch (NumberFormatException e) {
                return Optional.empty();
            }
        });
    }

    /** @param address as digits; any other text is in no network */
    public boolean contains(String address) {
        return address(address).filter(this::contains).isPresent();
    }

    private boolean contains(byte[] address) {
        if (address.length != prefix.length) {
            return false;
        }
        int whole = bits / 8;
        int mask = 0xff00 >> (bits % 8) & 0xff;
        return Arrays.equals(address, 0, whole, prefix, 0, whole)
                && (mask == 0 || (address[whole] & mask) == (prefix[whole] & mask));
    }

    private static Optional<byte[]> address(String digits) {
        try {
            return ADDRESS.matcher(digits).matches()
                    ? Optional.of(InetAddress.getByName(digits).getAddress())
                    : Optional.empty();
        } catch (UnknownHostException e) {
            return Optional.empty();
        }
    }
}
