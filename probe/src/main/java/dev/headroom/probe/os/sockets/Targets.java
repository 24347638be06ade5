package dev.headroom.probe.os.sockets;

/** How a downstream is called: {@code host:port}, by name where it has one, but loopback always by number. */
public final class Targets {

    private static final String LOOPBACK = "127.";
    private static final String LOOPBACK_6 = "::1";

    private Targets() {}

    /** Of {@code host:port}; 0 where it names none. */
    public static int port(String target) {
        String digits = target.substring(target.lastIndexOf(':') + 1);
        return digits.matches("[0-9]{1,5}") ? Integer.parseInt(digits) : 0;
    }

    /** Whether it is on the same machine. */
    public static boolean isLoopback(String target) {
        return target.startsWith(LOOPBACK) || target.startsWith("[" + LOOPBACK_6 + "]:");
    }

    public static String of(String host, String address, int port) {
        String plain = address.equals("0:0:0:0:0:0:0:1") || address.equals(LOOPBACK_6) ? LOOPBACK_6 : address;
        boolean loopback = plain.startsWith(LOOPBACK) || plain.equals(LOOPBACK_6);
        String shown = loopback || host.isEmpty() ? plain : host;
        return (shown.contains(":") ? "[" + shown + "]" : shown) + ":" + port;
    }
}
