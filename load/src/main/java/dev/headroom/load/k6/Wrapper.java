package dev.headroom.load.k6;

import java.time.Duration;

/**
 * A script around the script of a user that puts another load by the same functions. Options of the command line will not do: {@code --vus} with a
 * duration discards the script's scenarios. It is given to k6 by standard input, with the folder of the user's script as the child's: nothing is
 * written there, and files are found where they were.
 */
public final class Wrapper {

    private static final String SCRIPT = """
            // Another load by the functions of %1$s.
            import exec from 'k6/execution';
            import * as script from %1$s;
            export * from %1$s;

            const { scenarios, stages, vus, duration, iterations, ...others } = script.options || {};
            const all = Object.values(scenarios || { default: {} });
            const environment = { ...__ENV };

            // iterations of the scenarios in turn, so that there are never more users than these
            export default function (data) {
              const one = all[exec.scenario.iterationInInstance %% all.length];
              if (scenarios) {
                globalThis.__ENV = { ...environment, ...one.env };
                const tags = exec.vu.metrics.tags;
                all.forEach((other) => Object.keys(other.tags || {}).forEach((name) => delete tags[name]));
                Object.assign(tags, others.tags, one.tags);
              }
              return script[one.exec || 'default'](data);
            }

            export const options = { ...others, scenarios: { load: JSON.parse(JSON.stringify({
              executor: 'constant-vus',
              vus: %2$d,
              duration: %3$s,
              gracefulStop: %4$s,
              options: all.map((one) => one.options).find(Boolean),
            })) } };
            """;

    private Wrapper() {}

    /**
     * So many users for so long, who take iterations of the scenarios in turn.
     *
     * @param file name of the script, in the child's folder
     * @param patience how long users wait for an answer: what k6 cuts off sooner it tells nothing of
     */
    public static String users(String file, int users, Duration time, Duration patience) {
        return SCRIPT.formatted(Js.text("./" + file), users, Js.time(time), Js.time(patience));
    }
}
