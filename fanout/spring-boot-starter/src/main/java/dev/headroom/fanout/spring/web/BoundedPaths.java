package dev.headroom.fanout.spring.web;

import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import org.springframework.http.server.PathContainer;
import org.springframework.web.util.pattern.PathPattern;
import org.springframework.web.util.pattern.PathPatternParser;

/** The paths, without the context path, whose requests count. Without patterns it costs a look at the path's beginning. */
final class BoundedPaths {
    private final List<PathPattern> included;
    private final List<PathPattern> excluded;
    private final String actuator;

    /** @param actuator path under which the actuator's endpoints are; empty where they are elsewhere */
    BoundedPaths(List<String> included, List<String> excluded, String actuator) {
        this.included =
                included.stream().map(PathPatternParser.defaultInstance::parse).toList();
        this.excluded =
                excluded.stream().map(PathPatternParser.defaultInstance::parse).toList();
        this.actuator = actuator;
    }

    boolean contains(HttpServletRequest request) {
        // As the container has decoded and normalised it: /actuator/../orders is not the actuator's
        String rest = request.getPathInfo();
        return contains(rest == null ? request.getServletPath() : request.getServletPath() + rest);
    }

    boolean contains(String path) {
        if (!actuator.isEmpty() && path.startsWith(actuator) && endsAt(path, actuator.length())) {
            return false;
        }
        if (included.isEmpty() && excluded.isEmpty()) {
            return true;
        }
        PathContainer parsed = PathContainer.parsePath(path);
        return (included.isEmpty() || matches(included, parsed)) && !matches(excluded, parsed);
    }

    private static boolean endsAt(String path, int end) {
        return path.length() == end || path.charAt(end) == '/';
    }

    private static boolean matches(List<PathPattern> patterns, PathContainer path) {
        return patterns.stream().anyMatch(pattern -> pattern.matches(path));
    }
}
