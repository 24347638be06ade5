package dev.headroom.probe.threads;

import dev.headroom.probe.classify.Application;
import dev.headroom.probe.classify.Stack;

/**
 * A frame of a dump.
 *
 * @param method {@code package.Class.method}
 * @param line of the application's source; {@link Stack#LIBRARY} where it is not the application's, 0 where it is not known
 */
public record Frame(String method, int line, boolean isNative) {

    private static final String LAMBDA = "$$Lambda";

    /** Between the name of a hidden class and its address. */
    private static final String HIDDEN = "/0x";

    /** {@code java.lang.Thread.run(java.base@25/Thread.java:1474)} or {@code java.base/java.lang.Thread.run(Thread.java:1474)}. */
    public static Frame of(String text) {
        int open = text.indexOf('(');
        if (open < 0) {
            return new Frame(text, 0, false);
        }
        String named = text.substring(0, open);
        int hidden = named.indexOf(HIDDEN);
        String method = named.substring(named.lastIndexOf('/', hidden < 0 ? named.length() : hidden - 1) + 1);
        String place = text.substring(open + 1, Math.max(open + 1, text.lastIndexOf(')')));
        boolean isNative = place.endsWith("Native Method");
        return new Frame(method, Application.isLibrary(method) ? Stack.LIBRARY : line(place), isNative);
    }

    private static int line(String place) {
        String number = place.substring(place.lastIndexOf(':') + 1);
        return number.length() < 9 && number.chars().allMatch(Character::isDigit) && !number.isEmpty()
                ? Integer.parseInt(number)
                : 0;
    }

    /** What the compiler made of a lambda: dumps that JMX makes do not show it. */
    public boolean isHidden() {
        return method.contains(LAMBDA) || method.startsWith("java.lang.invoke.LambdaForm$");
    }
}
