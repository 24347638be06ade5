package dev.headroom.core.model.load;

import java.util.List;

/** Rows of values that requests take, one row at a time. */
public sealed interface Table {

    String name();

    DataSource.Order order();

    /** Names of the values in a row; a single empty one where a row is one value. */
    List<String> columns();

    /** Of the value that requests call so, as {@code table} or {@code table.column}; negative where it is none of this table. */
    default int column(String value) {
        return value.equals(name())
                ? columns().indexOf("")
                : value.startsWith(name() + ".") ? columns().indexOf(value.substring(name().length() + 1)) : -1;
    }

    /** How many there are, at least 1. */
    long rows();

    /** @param row from 0 */
    String value(long row, int column);

    /** @param values row by row, in the order of the columns */
    record Listed(String name, List<String> columns, List<List<String>> values, DataSource.Order order)
            implements Table {
        public Listed {
            columns = List.copyOf(columns);
            values = List.copyOf(values);
        }

        @Override
        public long rows() {
            return values.size();
        }

        @Override
        public String value(long row, int column) {
            return values.get((int) row).get(column);
        }
    }

    /** Whole numbers from the first on. */
    record Range(String name, long first, long rows, DataSource.Order order) implements Table {
        @Override
        public List<String> columns() {
            return List.of("");
        }

        @Override
        public String value(long row, int column) {
            return Long.toString(first + row);
        }
    }
}
