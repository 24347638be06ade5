package dev.headroom.load.k6;

import java.math.BigDecimal;
import java.time.Duration;

/** Values as JavaScript has them. */
final class Js {

    private Js() {}

    /** In single quotes. */
    static String text(String text) {
        return "'" + escaped(text, '\'') + "'";
    }

    /** What stands between backticks, but for what is filled in. */
    static String inTemplate(String text) {
        return escaped(text, '`').replace("${", "\\${");
    }

    /** A name, or in quotes where it is none. */
    static String key(String text) {
        return text.matches("[A-Za-z_$][\\w$]*") ? text : text(text);
    }

    static String number(double number) {
        return new BigDecimal(Double.toString(number)).stripTrailingZeros().toPlainString();
    }

    /** As options have times. */
    static String time(Duration time) {
        return text(time.toMillis() % 1000 == 0 ? time.toSeconds() + "s" : time.toMillis() + "ms");
    }

    private static String escaped(String text, char quote) {
        StringBuilder out = new StringBuilder();
        text.chars().forEach(c -> {
            switch (c) {
                case '\\' -> out.append("\\\\");
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                default -> {
                    if (c == quote) {
                        out.append('\\').append((char) c);
                    } else if (c < ' ' || c == 0x2028 || c == 0x2029) {
                        out.append("\\u%04x".formatted(c));
                    } else {
                        out.append((char) c);
                    }
                }
            }
        });
        return out.toString();
    }
}
