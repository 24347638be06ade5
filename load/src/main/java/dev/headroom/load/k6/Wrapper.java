package dev.headroom.load.k6;

import dev.headroom.core.model.Times;
import java.time.Duration;

/**
 * A script around the script of a user that puts another load by the same functions. Options of the command line will not do: {@code --vus} with a
 * duration discards the script's scenarios. It is given to k6 by standard input, with the folder of the user's script as the child's: nothing is
 * written there, and files are found where they were.
 */
public final class Wrapper {

    private static final String HEAD = """
            // Another load by the functions of %1$s.
            import * as script from %1$s;
            export * from %1$s;

            export default function (data) {
              return script.default(data);
            }

            const { scenarios, stages, vus, duration, iterations, ...others } = script.options || {};
            """;

    private static final String USERS = """
            const all = Object.entries(scenarios || { default: {} });
            const seconds = %2$s / all.length;

            // one scenario after the other, so that there are never more users than these
            export const options = { ...others, scenarios: Object.fromEntries(all.map(([name, one], index) => {
              const kept = JSON.parse(JSON.stringify({ exec: one.exec, env: one.env, tags: one.tags, options: one.options }));
              return [name, {
                ...kept,
                executor: 'constant-vus',
                vus: %1$d,
                startTime: Math.round(1000 * index * seconds) + 'ms',
                duration: Math.round(1000 * seconds) + 'ms',
                gracefulStop: one.gracefulStop || '30s',
              }];
            })) };
            """;

    private static final String SHARE = """
            const share = %1$s;
            const scaled = (count) => Math.max(1, Math.round(count * share));
            const at = (object, key, change) => (object[key] === undefined ? {} : { [key]: change(object[key]) });

            // rates are whole numbers: of a thousand times the time
            const units = { h: 3600000, m: 60000, s: 1000, ms: 1 };
            const millis = (time) => (typeof time === 'number' ? time
              : [...time.matchAll(/([\\d.]+)(ms|h|m|s)/g)].reduce((sum, [, count, unit]) => sum + count * units[unit], 0));
            const rated = (object) => object.rate !== undefined || object.startRate !== undefined || /arrival-rate/.test(object.executor);
            const rate = (count) => Math.round(1000 * count * share);
            const load = (one) => ({
              ...one,
              ...at(one, 'vus', scaled),
              ...at(one, 'startVUs', scaled),
              ...at(one, 'preAllocatedVUs', scaled),
              ...at(one, 'maxVUs', scaled),
              ...at(one, 'rate', rate),
              ...at(one, 'startRate', rate),
              ...(rated(one) ? { timeUnit: 1000 * millis(one.timeUnit || '1s') + 'ms' } : {}),
              ...at(one, 'stages', (list) => list.map((stage) => ({
                ...stage,
                target: rated(one) ? rate(stage.target) : Math.round(stage.target * share),
              }))),
            });
            export const options = scenarios
              ? { ...others, scenarios: Object.fromEntries(Object.entries(scenarios).map(([name, one]) => [name, load(one)])) }
              : load(script.options || { vus: 1 });
            """;

    private Wrapper() {}

    /**
     * So many users for so long, one scenario after the other.
     *
     * @param file name of the script, in the child's folder
     */
    public static String users(String file, int users, Duration time) {
        return HEAD.formatted(Js.text("./" + file)) + USERS.formatted(users, Js.number(Times.seconds(time)));
    }

    /**
     * More or less of the load as it is: rates and users times {@code share}, at least one user.
     *
     * @param file name of the script, in the child's folder
     */
    public static String share(String file, double share) {
        return HEAD.formatted(Js.text("./" + file)) + SHARE.formatted(Js.number(share));
    }
}
