package dev.headroom.cli.safety;

import com.sun.jdi.Bootstrap;
import com.sun.jdi.Method;
import com.sun.jdi.ReferenceType;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.AttachingConnector;
import com.sun.jdi.connect.Connector;
import com.sun.jdi.connect.IllegalConnectorArgumentsException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The bytecode that a JVM executes now, asked through its debugger's port. A capture by another agent would transform the class once more, and so
 * would show what it repairs.
 */
final class Bytecode {

    /** Of Headroom's catalogue those are loaded here. */
    private static final String LOOKED_AT = "java.util.concurrent.";

    private Bytecode() {}

    /** The debugger's side keeps what it has read, so each look is a connection of its own. */
    static SortedMap<String, String> facts(String port) throws IOException {
        VirtualMachine jvm = connect(port);
        try {
            return facts(jvm);
        } finally {
            jvm.dispose();
        }
    }

    private static VirtualMachine connect(String port) throws IOException {
        AttachingConnector connector = Bootstrap.virtualMachineManager().attachingConnectors().stream()
                .filter(one -> one.transport().name().equals("dt_socket"))
                .findFirst()
                .orElseThrow();
        Map<String, Connector.Argument> arguments = connector.defaultArguments();
        Objects.requireNonNull(arguments.get("hostname")).setValue("127.0.0.1");
        Objects.requireNonNull(arguments.get("port")).setValue(port);
        try {
            return connector.attach(arguments);
        } catch (IllegalConnectorArgumentsException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A digest of each class, and the classes that are Headroom's. */
    private static SortedMap<String, String> facts(VirtualMachine jvm) {
        SortedMap<String, String> facts = new TreeMap<>();
        for (ReferenceType type : jvm.allClasses()) {
            String name = type.name();
            if (name.toLowerCase(Locale.ROOT).contains("headroom") && !name.startsWith("dev.headroom.cli.safety.")) {
                int hidden = name.indexOf("$$Lambda");
                if (hidden >= 0) {
                    facts.put("class " + name.substring(0, hidden) + "$$Lambda", "there");
                } else if (!name.endsWith("[]")) {
                    facts.merge("class " + name, "1", (one, other) -> Integer.toString(Integer.parseInt(one) + 1));
                }
            } else if (name.startsWith(LOOKED_AT) && name.indexOf('$') < 0 && !name.endsWith("[]")) {
                facts.put(Snapshot.BYTECODE + name, digest(type));
            }
        }
        return facts;
    }

    private static String digest(ReferenceType type) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (Method method : type.methods()) {
                digest.update((method.name() + method.signature()).getBytes(StandardCharsets.UTF_8));
                digest.update(method.bytecodes());
            }
            return HexFormat.of().formatHex(digest.digest(), 0, 8);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
