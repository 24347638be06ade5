package dev.headroom.lab.experiment;

import static dev.headroom.lab.experiment.ExperimentReader.number;
import static dev.headroom.lab.experiment.ExperimentReader.text;

import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.Times;
import dev.headroom.core.model.experiment.Expectations;
import dev.headroom.core.model.experiment.Expectations.Binds;
import dev.headroom.core.model.experiment.Expectations.Bound;
import dev.headroom.core.model.experiment.Expectations.Figure;
import dev.headroom.core.model.experiment.Expectations.Relation;
import dev.headroom.core.model.load.Success;
import dev.headroom.core.text.Ids;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** The {@code expect} of an experiment or variant, checked before. */
final class ExpectReader {

    private static final String NOTHING = "nothing";
    private static final String CONTAINS = "contains ";

    /** Longer ones first: one is how another begins. */
    private static final List<Map.Entry<String, Relation>> RELATIONS = List.of(
            Map.entry("<=", Relation.AT_MOST),
            Map.entry("<", Relation.BELOW),
            Map.entry(">=", Relation.AT_LEAST),
            Map.entry(">", Relation.ABOVE),
            Map.entry("below", Relation.BELOW),
            Map.entry("at most", Relation.AT_MOST),
            Map.entry("above", Relation.ABOVE),
            Map.entry("at least", Relation.AT_LEAST));

    private ExpectReader() {}

    static Expectations expectations(JsonNode node) {
        List<Bound> bounds = new ArrayList<>();
        for (Figure figure : Figure.values()) {
            text(node, figure.key()).ifPresent(written -> bounds.add(bound(figure, written)));
        }
        return new Expectations(
                bounds,
                node.has("verdict") ? Optional.of(binds(node.path("verdict"))) : Optional.empty(),
                new Success(
                        statuses(node.path("status")),
                        text(node, "body")
                                .map(body -> body.substring(CONTAINS.length()))
                                .orElse("")));
    }

    private static Bound bound(Figure figure, String written) {
        Map.Entry<String, Relation> relation = RELATIONS.stream()
                .filter(known -> written.startsWith(known.getKey()))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no bound: " + written));
        String value = written.substring(relation.getKey().length()).strip();
        return new Bound(
                figure,
                relation.getValue(),
                switch (figure) {
                    case MEAN, P50, P90, P95, P99, P999, MAX -> Times.seconds(Units.duration(value));
                    case ERRORS -> Units.share(value);
                    case GOODPUT, THROUGHPUT -> Units.rate(value).perSecond();
                });
    }

    private static Binds binds(JsonNode node) {
        if (node.isString()) {
            return node.asString().equals(NOTHING)
                    ? Binds.NOTHING
                    : new Binds(Optional.of(kind(node.asString())), Optional.empty(), OptionalInt.empty());
        }
        return new Binds(Optional.of(kind(node.path("kind").asString())), text(node, "pool"), number(node, "workers"));
    }

    private static LimitKind kind(String id) {
        return Ids.find(LimitKind.class, id).orElseThrow(() -> new IllegalArgumentException("no kind of limit: " + id));
    }

    private static List<Integer> statuses(JsonNode node) {
        return (node.isValueNode() ? Stream.of(node) : node.valueStream())
                .map(JsonNode::asInt)
                .toList();
    }
}
