package dev.headroom.load.k6;

import dev.headroom.core.model.load.Template;
import dev.headroom.load.users.Encoding;
import java.util.function.Function;

/** Texts with values as template literals of JavaScript, each value written as its place demands. */
final class Filled {

    private final Function<String, String> values;

    /** @param values an expression for each name */
    Filled(Function<String, String> values) {
        this.values = values;
    }

    /** @param encoding of a value by what stands before it */
    String literal(String text, Function<String, Encoding> encoding) {
        return Template.marked(text) ? "`" + inside(text, encoding) + "`" : Js.text(text);
    }

    /** Of a path behind the address of the service. */
    String url(String path) {
        return "`${BASE}" + inside(path, before -> before.isEmpty() ? Encoding.LOCATION : Encoding.URI_PART) + "`";
    }

    private String inside(String text, Function<String, Encoding> encoding) {
        return String.join(
                "",
                Encoding.pieces(
                        text, encoding, Js::inTemplate, (name, as) -> "${" + written(values.apply(name), as) + "}"));
    }

    private static String written(String value, Encoding as) {
        return switch (as) {
            case URI_PART -> "part(" + value + ")";
            case LOCATION -> "location(" + value + ")";
            case JSON_TEXT -> "json(" + value + ")";
            case HEADER, AS_IT_IS -> value;
        };
    }
}
