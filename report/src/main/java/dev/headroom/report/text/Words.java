package dev.headroom.report.text;

import dev.headroom.core.model.Limit;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.diagnosis.Diagnosis.Grounds;
import dev.headroom.core.model.diagnosis.Diagnosis.Proof;
import dev.headroom.core.model.diagnosis.Diagnosis.Verdict;
import dev.headroom.core.model.diagnosis.Intervention.Setting;
import dev.headroom.core.model.diagnosis.Place;
import dev.headroom.core.model.load.Arrivals;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Program;
import dev.headroom.core.model.load.Stage;
import dev.headroom.core.model.load.ThinkTime;
import dev.headroom.core.model.load.Transport;
import dev.headroom.core.model.load.Until;
import dev.headroom.core.model.load.UserStage;
import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.Peers;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.model.result.ErrorKind;
import dev.headroom.core.model.result.Latency;
import dev.headroom.core.model.result.LoadResult;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The vocabulary of the model in words that a stranger understands. */
public final class Words {

    private Words() {}

    public static String of(Activity activity) {
        return switch (activity) {
            case IDLE -> "idle";
            case RUNNING -> "running";
            case SLEEPING -> "sleeping";
            case AWAITING_DOWNSTREAM -> "awaiting a downstream";
            case AWAITING_POOL -> "awaiting another pool";
            case AWAITING_CONNECTION -> "awaiting a connection";
            case AWAITING_LOCK -> "awaiting a lock";
            case AWAITING_OTHER -> "waiting otherwise";
        };
    }

    public static String of(StationKind kind) {
        return switch (kind) {
            case FORK_JOIN -> "fork-join pool";
            case OTHER -> "other threads";
            default -> kind.id().replace('-', ' ');
        };
    }

    public static String of(ErrorKind kind) {
        return switch (kind) {
            case REFUSED -> "connection refused";
            case RESET -> "connection closed or reset";
            case CONNECT_TIMEOUT -> "no connection in time";
            case TIMEOUT -> "client gave up waiting";
            case TLS -> "TLS handshake failed";
            case CERTIFICATE -> "certificate not trusted";
            case STATUS -> "status that is not expected";
            case BODY -> "body that is not as expected";
            case VALUE_MISSING -> "value missing";
            case GENERATOR -> "generator could not send";
            case OTHER -> "other";
        };
    }

    public static String of(Diagnosis.Standing standing) {
        return standing.name().toLowerCase(Locale.ROOT);
    }

    /** {@code  (suspected)}; empty text where nothing is claimed that could stand. */
    public static String inBrackets(Optional<Diagnosis.Standing> standing) {
        return inBrackets(standing.map(Words::of).orElse(""));
    }

    public static String inBrackets(String text) {
        return text.isEmpty() ? "" : " (" + text + ")";
    }

    public static String meaning(Diagnosis.Standing standing) {
        return switch (standing) {
            case SUSPECTED -> "It fits what was seen.";
            case SUPPORTED ->
                "It explains at least 90 % of the time that is added under load, no rival explains as much, and the window was steady; or it was raised once, throughput answered in full, and it stays so.";
            case PROVED ->
                "It was moved to and fro, by itself or together with the one that ties with it; what follows from it followed in full, and it was put back.";
        };
    }

    /** {@code 7 workers}; empty where the limit has none. */
    public static String size(Limit limit) {
        if (limit.workers().isEmpty()) {
            return "";
        }
        return counted(limit.workers().getAsInt(), limit.kind());
    }

    /** {@code 7 workers}, {@code 1 worker}, {@code 6 at a time}. */
    public static String counted(int workers, LimitKind kind) {
        String unit = kind.unit();
        return Format.count(workers) + '\u00a0' + (workers == 1 ? unit.replaceFirst("s(?= |$)", "") : unit);
    }

    /** {@code common-pool, 7 workers}. */
    public static String of(Limit limit) {
        String size = size(limit).isEmpty() ? "" : ", " + size(limit);
        return switch (limit.kind()) {
            case CPU -> "the processor" + size;
            case GC -> "garbage collection";
            case GENERATOR -> "the load generator";
            case TIMEOUT -> limit.pool();
            case HUNG_WORKERS ->
                "hung workers of " + limit.pool()
                        + (limit.workers().isEmpty()
                                ? ""
                                : ", " + Format.count(limit.workers().getAsInt()) + " left");
            case CONNECTION_CHURN -> "a new connection for each call to " + limit.pool();
            case ACCEPT_QUEUE ->
                isOfConnections(limit) ? connections(limit) : "the accept queue of " + limit.pool() + size;
            case THROTTLING -> "the processor quota of the control group";
            case DISK -> "the disk";
            case DEADLOCK -> "a deadlock of " + limit.pool();
            case FILE_DESCRIPTORS -> size.isEmpty() ? "file descriptors" : size(limit);
            case DOWNSTREAM -> "the downstream " + limit.pool() + size;
            case UNKNOWN -> "something unknown at " + Frames.brief(limit.pool()) + size;
            case LOCK ->
                limit.workers().orElse(1) > 1
                        ? Format.count(limit.workers().getAsInt()) + " locks at " + limit.pool()
                        : "the lock of " + limit.pool() + size;
            case CONNECTION_POOL -> isOfConnections(limit) ? connections(limit) : limit.pool() + size;
            default -> limit.pool() + size;
        };
    }

    /** Whether it is connections that have no other name than whose they are, or where they go. */
    public static boolean isOfConnections(Limit limit) {
        return limit.pool().startsWith("connections ") || isAddress(limit);
    }

    /** A method and its line, which looks alike, names its class. */
    private static boolean isAddress(Limit limit) {
        return limit.kind() == LimitKind.CONNECTION_POOL && limit.pool().matches("[^\\sA-Z]+:\\d+");
    }

    /** {@code connections to 127.0.0.1:8080}. */
    public static String unnumbered(Limit limit) {
        return isAddress(limit) ? "connections to " + limit.pool() : limit.pool();
    }

    /** {@code 3 connections to 127.0.0.1:8080}. */
    private static String connections(Limit limit) {
        return limit.workers().isPresent()
                ? Format.count(limit.workers().getAsInt()) + ' ' + unnumbered(limit)
                : unnumbered(limit);
    }

    /** The few words of the column "what binds". */
    public static String binds(Diagnosis diagnosis) {
        return switch (diagnosis.verdict()) {
            case LIMIT -> diagnosis.bindingLimit().map(Words::of).orElse("something unknown");
            case LOAD_IS_THE_LIMIT -> "nothing: the load is the limit";
            case DOWNSTREAM_IS_THE_LIMIT ->
                diagnosis.bindingLimit().map(Words::of).orElse("the downstream");
            case GENERATOR_IS_THE_LIMIT -> "the load generator: run is void";
            case NOT_STATIONARY -> "unknown: never settled";
            case ALL_REQUESTS_FAIL -> "every request fails";
            case UNKNOWN ->
                isWithoutRoom(diagnosis) ? "unknown: no room for more load" : "unknown: too little was seen";
        };
    }

    /** Whether the load gets what it asks for, and more of it, which was tried, does not. */
    public static boolean isWithoutRoom(Diagnosis diagnosis) {
        return diagnosis.verdict() == Verdict.UNKNOWN
                && diagnosis
                        .proof()
                        .map(Proof::grounds)
                        .filter(its -> its == Grounds.LOAD_NOT_ANSWERED || its == Grounds.IN_PART)
                        .isPresent();
    }

    /** The verdict as a phrase of its own: {@code bound by common-pool, 7 workers}. */
    public static String verdict(Diagnosis diagnosis) {
        return switch (diagnosis.verdict()) {
            case LIMIT, DOWNSTREAM_IS_THE_LIMIT -> "bound by " + binds(diagnosis);
            case LOAD_IS_THE_LIMIT -> "nothing binds: the load is the limit";
            case GENERATOR_IS_THE_LIMIT -> "void: the load generator was the limit";
            case NOT_STATIONARY, ALL_REQUESTS_FAIL, UNKNOWN -> binds(diagnosis);
        };
    }

    /**
     * Where a request is.
     *
     * @param name of the pool, resource, downstream or line of code; empty where the kind says all
     */
    public static String of(Place.Kind kind, String name) {
        boolean named = !name.isEmpty();
        return switch (kind) {
            case NOT_ACCEPTED -> "not yet accepted";
            case UNREAD -> "accepted, not yet read";
            case QUEUED -> named ? "queue of " + name : "in a queue";
            case RUNNING -> named ? "computing on " + name : "computing";
            case READY -> "ready, without a core";
            case SLEEPING -> named ? "sleeping at " + name : "sleeping";
            case AWAITING_RESOURCE -> named ? "waiting for " + name : "waiting for a resource";
            case AWAITING_DOWNSTREAM ->
                !named ? "downstream" : (Peers.isDownstream(name) ? "downstream " : "waiting for ") + name;
            case AWAITING_OTHER -> named ? "waiting at " + name : "waiting elsewhere";
            case NOT_FOUND -> "not found";
        };
    }

    private static String users(Load.Closed closed) {
        return closed.stages().isEmpty()
                ? Format.count(closed.users()) + " users"
                        + (closed.rampUp().equals(Duration.ZERO)
                                ? ""
                                : " ramped up over " + Format.time(closed.rampUp()))
                : closed.stages().stream().map(Words::of).collect(Collectors.joining(", then "));
    }

    /** {@code open load, 20/s for 60 s, evenly spaced}. */
    public static String of(Load load) {
        return switch (load) {
            case Load.Open open ->
                "open load, " + open.parts().stream().map(Words::of).collect(Collectors.joining(", then ")) + ", "
                        + of(open.arrivals())
                        + (open.connections().isEmpty()
                                ? ""
                                : ", " + Format.count(open.connections().getAsInt()) + " connections at most");
            case Load.Closed closed ->
                "closed load, " + users(closed)
                        + (closed.thinkTime().equals(Duration.ZERO) ? "" : ", thinking " + of(closed.think()))
                        + (closed.stages().isEmpty() ? until(closed.until()) : "");
            case Load.Tool tool -> of(tool);
        };
    }

    private static String of(Load.Tool tool) {
        return switch (tool.program()) {
                    case Program.Jmeter jmeter -> "JMeter plan " + name(jmeter.plan());
                    case Program.Gatling gatling -> "Gatling simulation " + gatling.simulation();
                    case Program.K6 k6 -> "k6 script " + name(k6.script());
                    case Program.Command command -> "command " + command.line();
                }
                + (tool.users().isPresent()
                        ? ", told of " + Format.count(tool.users().getAsInt()) + " users"
                        : "")
                + tool.length().map(time -> ", for " + Format.time(time)).orElse("");
    }

    private static String name(String path) {
        return String.valueOf(Path.of(path).getFileName());
    }

    public static String of(Setting setting) {
        return switch (setting) {
            case HOME -> "at home";
            case MOVED -> "moved";
            case PLACEBO -> "placebo";
        };
    }

    /** Who counted requests, and from when on. */
    public static String of(LoadResult.Tool.Source source) {
        return switch (source) {
            case INTENDED_START -> "the tool, from when a request was meant to be sent";
            case ACTUAL_START ->
                "the tool, from when a request was sent: what it had waited until then is in no figure";
            case SERVICE -> "the service and the kernel, in means: percentiles and errors are not known";
        };
    }

    public static String of(Arrivals arrivals) {
        return switch (arrivals) {
            case EVEN -> "evenly spaced";
            case POISSON -> "Poisson arrivals";
        };
    }

    private static String of(Stage stage) {
        return stage.isConstant()
                ? Format.rate(stage.from()) + " for " + Format.time(stage.duration())
                : Format.rate(stage.from()) + " to " + Format.rate(stage.to()) + " over "
                        + Format.time(stage.duration());
    }

    private static String of(UserStage stage) {
        return stage.isConstant()
                ? Format.count(stage.from())
                        + (stage.from() == 1 ? " user for " : " users for ")
                        + Format.time(stage.duration())
                : Format.count(stage.from()) + " to " + Format.count(stage.to()) + " users over "
                        + Format.time(stage.duration());
    }

    private static String of(ThinkTime think) {
        return switch (think) {
            case ThinkTime.Fixed fixed -> Format.time(fixed.mean());
            case ThinkTime.Exponential exponential -> Format.time(exponential.mean()) + " on average (exponential)";
            case ThinkTime.Uniform uniform ->
                Format.time(uniform.least()) + " to " + Format.time(uniform.most()) + " (uniform)";
            case ThinkTime.LogNormal normal ->
                Format.time(normal.mean()) + " on average (log-normal, median " + Format.time(normal.median())
                        + ", p95 " + Format.time(normal.p95()) + ")";
        };
    }

    /** Which requests percentiles are of: those that succeeded, and those that were not awaited to their end. */
    public static String ranked(Latency latency) {
        List<String> words = new ArrayList<>(List.of("succeeded"));
        if (latency.timedOut() > 0) {
            words.add("timed out");
        }
        if (latency.unfinished() > 0) {
            words.add("were in flight at the end");
        }
        String last = words.removeLast();
        return words.isEmpty() ? last : String.join(", ", words) + " or " + last;
    }

    public static String of(Transport transport) {
        return (transport.newConnectionPerRequest() ? "a new connection per request" : "connections kept alive")
                + (transport.http2() ? ", HTTP/2" : "")
                + (transport.k6().isPresent() ? ", sent by k6" : "")
                + ", client gives up after " + Format.time(transport.timeout())
                + (transport.trustAnyCertificate() ? ", any certificate trusted" : "")
                + transport
                        .trusted()
                        .map(file -> ", certificates of " + file.getFileName() + " trusted")
                        .orElse("");
    }

    private static String until(Until until) {
        return switch (until) {
            case Until.Iterations iterations -> ", " + Format.count(iterations.perUser()) + " requests each";
            case Until.Requests requests -> ", " + Format.count(requests.total()) + " requests in all";
            case Until.Elapsed elapsed -> " for " + Format.time(elapsed.duration());
        };
    }
}
