package dev.headroom.load.users;

import dev.headroom.core.model.load.Take;
import dev.headroom.load.http.Capture;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The values that are taken from the answer to one request. */
final class Takes {

    private static final JsonMapper JSON = JsonMapper.shared();

    private final List<Take> takes;
    private final boolean json;

    Takes(List<Take> takes) {
        this.takes = takes;
        this.json = takes.stream().anyMatch(take -> take.from() == Take.From.JSON);
    }

    boolean isEmpty() {
        return takes.isEmpty();
    }

    boolean needBody() {
        return json;
    }

    /** @param into by their names */
    void from(Capture answer, Map<String, String> into) throws ValueException {
        JsonNode tree = json ? tree(answer) : JSON.missingNode();
        for (Take take : takes) {
            Optional<String> value = switch (take.from()) {
                case JSON -> text(tree.at(JsonPointer.compile(take.what())));
                case HEADER -> answer.header(take.what());
                case COOKIE -> cookie(answer, take.what());
            };
            into.put(
                    take.name(),
                    value.orElseThrow(() -> new ValueException(
                            "the answer has no value for ${" + take.name() + "}: no " + take.place())));
        }
    }

    private static JsonNode tree(Capture answer) throws ValueException {
        if (answer.bodyTooLong()) {
            throw new ValueException(
                    "a value was to be taken from a body of more than " + Capture.LONGEST_BODY + " bytes");
        }
        try {
            return JSON.readTree(answer.body());
        } catch (JacksonException e) {
            throw new ValueException("a value was to be taken from a body that is not JSON", e);
        }
    }

    /** An object or list as it is; nothing where it is null. */
    private static Optional<String> text(JsonNode node) {
        return node.isMissingNode() || node.isNull()
                ? Optional.empty()
                : Optional.of(node.isContainer() ? node.toString() : node.asString());
    }

    private static Optional<String> cookie(Capture answer, String name) {
        return answer.headers("set-cookie").stream()
                .map(Cookie::of)
                .filter(cookie -> cookie.name().equals(name) && !cookie.gone())
                .map(Cookie::value)
                .findFirst();
    }
}
