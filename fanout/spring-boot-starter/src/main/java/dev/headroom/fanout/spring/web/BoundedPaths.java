package dev.headroom.fanout.spring.web;

import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import org.springframework.http.server.PathContainer;
import org.springframework.web.util.pattern.PathPattern;
import org.springframework.web.util.pattern.PathPatternParser;

/** The paths, without the context path, whose requests count. Without patterns it costs a look at the path's beginning. */
final class BoundedPaths {
    private static final PathContainer.Options DECODED = PathContainer.Options.create('/', false);

    private final List<PathPattern> included;
    private final List<PathPattern> excluded;
    private final List<String> never;

    /** @param never paths that do not count, nor do those below them */
    BoundedPaths(List<String> included, List<String> excluded, List<String> never) {
        this.included =
                included.stream().map(PathPatternParser.defaultInstance::parse).toList();
        this.excluded =
                excluded.stream().map(PathPatternParser.defaultInstance::parse).toList();
        this.never = List.copyOf(never);
    }

    boolean contains(HttpServletRequest request) {
        // As the container has decoded and normalised it: /actuator/../orders is not the actuator's
        String rest = request.getPathInfo();
        return contains(rest == null ? request.getServletPath() : request.getServletPath() + rest);
    }

    boolean contains(String path) {
        if (never.stream().anyMatch(one -> path.startsWith(one) && endsAt(path, one.length()))) {
            return false;
        }
        if (included.isEmpty() && excluded.isEmpty()) {
            return true;
        }
        PathContainer parsed = PathContainer.parsePath(path, DECODED);
        return (included.isEmpty() || matches(included, parsed)) && !matches(excluded, parsed);
    }

    private static boolean endsAt(String path, int end) {
        return path.length() == end || path.charAt(end) == '/';
    }

    private static boolean matches(List<PathPattern> patterns, PathContainer path) {
        return patterns.stream().anyMatch(pattern -> pattern.matches(path));
    }
}
