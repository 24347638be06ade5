package dev.headroom.fanout.spring.limits;

import io.micrometer.core.instrument.Tags;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Limits that meters of the same names tell of, one for each value of a tag. A bean of this type adds limits that the starter
 * does not know, such as another library's bulkheads.
 *
 * @param name of the limits; the tag's value follows it
 * @param kind where a request meets them
 * @param tag that tells one from the other; null where there is but one
 * @param size gauge of its places
 * @param inUse gauge of those that are taken
 * @param waiting gauge of who waits; null where that is not published
 * @param held timer of its uses; null where that is not published
 * @param refused counter of who was turned away; null where that is not published
 */
public record MeteredLimit(
        String name,
        Kind kind,
        @Nullable String tag,
        String size,
        String inUse,
        @Nullable String waiting,
        @Nullable String held,
        @Nullable String refused)
        implements LimitSource {
    /** Those of the starter, of Boot and of Micrometer that need no second look. Tomcat's queue is not published; before it is the kernel's. */
    static final List<MeteredLimit> KNOWN =
            """
            name               kind            tag        size                          inUse                       waiting                      held                       refused
            tomcat.connections CONNECTIONS     name       tomcat.connections.config.max tomcat.connections.current  -                            -                          -
            tomcat.threads     THREADS         name       tomcat.threads.config.max     tomcat.threads.busy         -                            tomcat.global.request      -
            jetty.threads      THREADS         -          jetty.threads.config.max      jetty.threads.busy          jetty.threads.jobs           -                          -
            requests           REQUESTS        -          fanout.requests.limit         fanout.requests.in.flight   -                            fanout.requests.held       fanout.requests.rejected
            downstream         DOWNSTREAM      downstream fanout.calls.limit            fanout.calls.in.flight      fanout.calls.waiting         fanout.calls.held          fanout.rejected
            jdbc-pool          CONNECTION_POOL pool       hikaricp.connections.max      hikaricp.connections.active hikaricp.connections.pending hikaricp.connections.usage hikaricp.connections.timeout
            """.lines().skip(1).map(MeteredLimit::row).toList();

    private static MeteredLimit row(String row) {
        String[] is = row.split(" +");
        return new MeteredLimit(
                is[0], Kind.valueOf(is[1]), said(is[2]), is[3], is[4], said(is[5]), said(is[6]), said(is[7]));
    }

    private static @Nullable String said(String column) {
        return column.equals("-") ? null : column;
    }

    @Override
    public List<LimitReading> read(Meters meters) {
        List<LimitReading> readings = new ArrayList<>();
        if (tag == null) {
            add(readings, name, meters, Tags.empty());
        } else {
            for (String value : meters.tagged(inUse, tag)) {
                add(readings, name + "." + value, meters, Tags.of(tag, value));
            }
        }
        return readings;
    }

    private void add(List<LimitReading> readings, String named, Meters meters, Tags tags) {
        Integer places = meters.gauge(size, tags);
        Integer taken = meters.gauge(inUse, tags);
        // Below zero it is no limit, as Tomcat's threads are where they are virtual
        if ((places != null && places < 0) || (places == null && taken == null)) {
            return;
        }
        readings.add(new LimitReading(
                named,
                kind,
                places,
                taken,
                waiting == null ? null : meters.gauge(waiting, tags),
                held == null ? null : meters.count(held, tags),
                held == null ? null : meters.nanos(held, tags),
                refused == null ? null : meters.count(refused, tags)));
    }
}
