package dev.headroom.load.k6;

import dev.headroom.core.model.Times;
import dev.headroom.core.model.load.ThinkTime;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Functions of a script that its requests call; those that they do not call are left out. */
final class Helpers {

    /** The 95 % point of the standard normal distribution. */
    private static final double NORMAL_P95 = 1.644854;

    private static final List<String> FUNCTIONS = List.of("""
            const part = (text) => encodeURIComponent(text).replace(/[!'()*]/g, (c) => '%' + c.charCodeAt(0).toString(16).toUpperCase());
            const location = (text) => encodeURI(text.replace(/^[a-z]+:\\/\\/[^/]+/i, '')).replace(/%25/g, '%').replace(/#/g, '%23');
            const json = (text) => JSON.stringify(String(text)).slice(1, -1);
            function keep(v, answer) {
              for (const [name, [one]] of Object.entries(answer.cookies || {})) {
                if (one.max_age < 0) delete v.cookies[name];
                else v.cookies[name] = { value: one.value, replace: true };
              }
            }
            const pointed = (answer, pointer) => pointer.split('/').slice(1)
              .map((key) => key.replace(/~1/g, '/').replace(/~0/g, '~'))
              .reduce((at, key) => (at === undefined || at === null ? undefined : at[key]), answer.json());
            const header = (answer, name) => (Object.entries(answer.headers).find(([key]) => key.toLowerCase() === name.toLowerCase()) || [])[1];
            const cookie = (answer, name) => ((answer.cookies[name] || [])[0] || {}).value;
            function has(find) {
              try {
                return ![undefined, null].includes(find());
              } catch (e) {
                return false; // no JSON
              }
            }
            function needed(value, name) {
              if (value === undefined || value === null) fail(`the answer has no value for ${name}`);
              return typeof value === 'object' ? JSON.stringify(value) : String(value);
            }
            """.split("(?m)^(?=const |function )"));

    private static final Pattern NAME = Pattern.compile("(?:const|function) (\\w+)");

    private Helpers() {}

    static String calledIn(String requests) {
        return FUNCTIONS.stream()
                .filter(function -> {
                    Matcher name = NAME.matcher(function);
                    return name.lookingAt() && requests.contains(name.group(1) + "(");
                })
                .collect(Collectors.joining());
    }

    /** Whether a response is a success. */
    static String good(List<Integer> statuses) {
        return "const good = (answer) => "
                + (statuses.isEmpty()
                        ? "(answer.status >= 200 && answer.status < 300) || answer.status === 304"
                        : statuses + ".includes(answer.status)")
                + ";\n";
    }

    static String think(ThinkTime time) {
        String seconds = switch (time) {
            case ThinkTime.Fixed fixed -> Js.number(Times.seconds(fixed.mean()));
            case ThinkTime.Exponential drawn ->
                "-" + Js.number(Times.seconds(drawn.mean())) + " * Math.log(1 - Math.random())";
            case ThinkTime.Uniform drawn ->
                Js.number(Times.seconds(drawn.least())) + " + Math.random() * "
                        + Js.number(Times.seconds(drawn.most().minus(drawn.least())));
            case ThinkTime.LogNormal drawn ->
                Js.number(Times.seconds(drawn.median())) + " * Math.exp("
                        + Js.number(Math.log(Times.seconds(drawn.p95()) / Times.seconds(drawn.median())) / NORMAL_P95)
                        + " * Math.sqrt(-2 * Math.log(1 - Math.random())) * Math.cos(2 * Math.PI * Math.random()))";
        };
        return "const think = () => sleep(" + seconds + ");\n";
    }
}
