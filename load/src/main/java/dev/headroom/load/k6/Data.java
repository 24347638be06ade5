package dev.headroom.load.k6;

import dev.headroom.core.model.load.DataSource;
import dev.headroom.core.model.load.Mix;
import dev.headroom.core.model.load.Table;
import dev.headroom.core.model.load.Template;
import dev.headroom.load.users.Encoding;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import tools.jackson.databind.json.JsonMapper;

/** The values of requests: where they stand in the script, which row an iteration takes, and how they are written into a text. */
final class Data {

    private static final JsonMapper JSON = JsonMapper.shared();

    private final List<Table> tables;

    Data(Mix.Visitors visitors) {
        this.tables = visitors.data();
    }

    /** The expression for a value: of a row, a new UUID, or taken from an answer. */
    String value(String name) {
        if (name.equals("uuid")) {
            return "crypto.randomUUID()";
        }
        for (Table table : tables) {
            int column = table.column(name);
            if (column >= 0) {
                String named = table.columns().get(column);
                return "v.rows" + member(table.name()) + (named.isEmpty() ? "" : member(named));
            }
        }
        return "v.taken" + member(name);
    }

    /**
     * A text with values as a template literal, each value written as its place demands.
     *
     * @param encoding of a value by what stands before it
     */
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
                Encoding.pieces(text, encoding, Js::inTemplate, (name, as) -> "${" + written(value(name), as) + "}"));
    }

    private static String written(String value, Encoding as) {
        return switch (as) {
            case URI_PART -> "part(" + value + ")";
            case LOCATION -> "location(" + value + ")";
            case JSON_TEXT -> "json(" + value + ")";
            case HEADER, AS_IT_IS -> value;
        };
    }

    static String member(String name) {
        String key = Js.key(name);
        return key.equals(name) ? "." + name : "[" + key + "]";
    }

    /** The files that hold them, beside the script. */
    Map<String, String> files() {
        Map<String, String> files = new LinkedHashMap<>();
        for (Table table : tables) {
            if (table instanceof Table.Listed listed) {
                files.put(file(table), JSON.writeValueAsString(rows(listed)) + "\n");
            }
        }
        return files;
    }

    private static List<?> rows(Table.Listed table) {
        List<String> columns = table.columns();
        if (columns.equals(List.of(""))) {
            return table.values().stream().map(List::getFirst).toList();
        }
        return table.values().stream()
                .map(row -> {
                    Map<String, String> values = new LinkedHashMap<>();
                    IntStream.range(0, columns.size()).forEach(i -> values.put(columns.get(i), row.get(i)));
                    return values;
                })
                .toList();
    }

    private static String file(Table table) {
        return table.name().replaceAll("[^\\w-]", "_") + ".json";
    }

    /** Reads the files, once for all users of k6. */
    String declarations() {
        StringBuilder lines = new StringBuilder();
        for (Table table : tables) {
            if (table instanceof Table.Listed) {
                lines.append("data%s = new SharedArray(%s, () => JSON.parse(open(%s)));%n"
                        .formatted(member(table.name()), Js.text(table.name()), Js.text("./" + file(table))));
            }
        }
        return lines.isEmpty() ? "" : "const data = {};\n" + lines + "\n";
    }

    /** @param inTurn the expression whose next whole number each one in turn has */
    String row(Table table, String inTurn) {
        String size = table instanceof Table.Listed
                ? "data" + member(table.name()) + ".length"
                : String.valueOf(table.rows());
        String index = table.order() == DataSource.Order.RANDOM
                ? "Math.floor(Math.random() * " + size + ")"
                : inTurn + " % " + size;
        return table instanceof Table.Range range
                ? range.first() + " + " + index
                : "data" + member(table.name()) + "[" + index + "]";
    }
}
