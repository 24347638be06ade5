package dev.headroom.agent.jvm;

import java.net.URL;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Tells the application's own classes from libraries, by where they were loaded from: a folder, the {@code classes} of a packed
 * application, the jar that was started or that holds the class that was, or no place at all (compiled in memory) are the application's; any other jar is a library's,
 * unless it shares the first two parts of its package with what is the application's. Where no such place was met, as in a server that was started to load the application's jars, all classes are that
 * have no library's name. The JDK's classes come from no loader of the application.
 */
public final class Origins {

    private static final int PARTS = 2;

    /** The packages of each origin: true where it is the application's. */
    private final Map<String, Boolean> packages = new ConcurrentHashMap<>();

    private final Set<String> roots = ConcurrentHashMap.newKeySet();
    private final Map<ProtectionDomain, Boolean> domains = Collections.synchronizedMap(new WeakHashMap<>());
    private final List<String> libraries;

    /** The end of the path of the jar; empty where none was. */
    private final String started;

    private volatile boolean placed;

    /**
     * @param command what the JVM was started with: a jar or the name of a class, and its arguments
     * @param libraries packages that are nobody's own, wherever they come from: a jar may hold everything
     */
    public Origins(String command, List<String> libraries) {
        this.libraries = libraries.stream().map(name -> name.replace('.', '/')).toList();
        String first = command.split(" ", 2)[0];
        started = first.endsWith(".jar") ? "/" + first.substring(first.lastIndexOf('/') + 1) : jarOf(first);
    }

    /** @param main class, maybe of a module: {@code shop/shop.Main} */
    private String jarOf(String main) {
        String file = main.substring(main.indexOf('/') + 1).replace('.', '/') + ".class";
        URL found = isLibrary(file) ? null : ClassLoader.getSystemResource(file);
        String place = found == null ? "" : found.toString();
        int within = place.indexOf("!/");
        return within < 0 ? "" : place.substring(place.indexOf('/'), within);
    }

    public void met(Class<?> type) {
        if (type.getClassLoader() != null && !type.isArray() && !type.isHidden()) {
            met(type.getName().replace('.', '/'), type.getProtectionDomain());
        }
    }

    /** @param name with slashes, as class files have it */
    public void met(String name, ProtectionDomain domain) {
        int end = name.lastIndexOf('/');
        String in = end < 0 ? "" : name.substring(0, end);
        if (!packages.containsKey(in)) {
            Boolean known = domains.get(domain);
            boolean application = known == null ? isApplication(domain) : known;
            domains.put(domain, application);
            packages.put(in, application);
            if (application && !isLibrary(in)) {
                roots.add(root(in));
            }
        }
    }

    private boolean isApplication(ProtectionDomain domain) {
        CodeSource source = domain.getCodeSource();
        if (source == null || source.getLocation() == null) {
            return domain.getClassLoader() != null && domain.getClassLoader() != ClassLoader.getPlatformClassLoader();
        }
        return isApplication(source.getLocation().toString());
    }

    boolean isApplication(String location) {
        if (location.startsWith("jrt:")) {
            return false;
        }
        String place = location.endsWith("!/") ? location.substring(0, location.length() - 2) : location;
        boolean jar = place.endsWith(".jar") || place.endsWith(".war");
        boolean ours = !jar || (!started.isEmpty() && place.endsWith(started));
        placed |= ours;
        return ours;
    }

    /** Whether the class of that name, with dots, is the application's own. */
    public boolean isOurs(String type) {
        int end = type.lastIndexOf('.');
        String in = end < 0 ? "" : type.substring(0, end).replace('.', '/');
        Boolean known = packages.get(in);
        return known != null && !isLibrary(in) && (known || !placed || roots.contains(root(in)));
    }

    private boolean isLibrary(String in) {
        String folder = in + "/";
        return libraries.stream().anyMatch(folder::startsWith);
    }

    private static String root(String in) {
        int end = -1;
        for (int part = 0; part < PARTS; part++) {
            end = in.indexOf('/', end + 1);
            if (end < 0) {
                return in;
            }
        }
        return in.substring(0, end);
    }
}
