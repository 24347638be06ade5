package dev.headroom.load.k6;

import dev.headroom.core.model.Times;
import java.time.Duration;

/**
 * A script around the script of a user that puts another load by the same functions. Options of the command line will not do: {@code --vus} with a
 * duration discards the script's scenarios. It is given to k6 by standard input, with the folder of the user's script as the child's: nothing is
 * written there, and files are found where they were.
 */
public final class Wrapper {

    private static final String SCRIPT = """
            // Another load by the functions of %1$s.
            import * as script from %1$s;
            export * from %1$s;

            export default function (data) {
              return script.default(data);
            }

            const { scenarios, stages, vus, duration, iterations, ...others } = script.options || {};
            const all = Object.entries(scenarios || { default: {} });
            const seconds = %3$s / all.length;

            // one scenario after the other, so that there are never more users than these
            export const options = { ...others, scenarios: Object.fromEntries(all.map(([name, one], index) => {
              const kept = JSON.parse(JSON.stringify({ exec: one.exec, env: one.env, tags: one.tags, options: one.options }));
              return [name, {
                ...kept,
                executor: 'constant-vus',
                vus: %2$d,
                startTime: Math.round(1000 * index * seconds) + 'ms',
                duration: Math.round(1000 * seconds) + 'ms',
                gracefulStop: %4$s,
              }];
            })) };
            """;

    private Wrapper() {}

    /**
     * So many users for so long, one scenario after the other.
     *
     * @param file name of the script, in the child's folder
     * @param patience how long users wait for an answer: what k6 cuts off sooner it tells nothing of
     */
    public static String users(String file, int users, Duration time, Duration patience) {
        return SCRIPT.formatted(Js.text("./" + file), users, Js.number(Times.seconds(time)), Js.time(patience));
    }
}
