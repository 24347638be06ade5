package dev.headroom.agent.sampling;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;

/**
 * A random choice, group by group: all where they are few enough, else of each group its share, and of a small one so
 * many that it is seen whole, unless there are very many groups. Within a group every one is as likely to be chosen as any other (the first steps of a
 * Fisher-Yates shuffle).
 */
final class StratifiedSample {

    /** Of each group at least so many, if it has them: a share of three workers would tell nothing. */
    static final int LEAST = 16;

    /** What those come to at most, over all groups: of more groups each has fewer, and one at least, which stands for all of it. */
    static final int MOST_OF_LEAST = 1_024;

    /** Where so many times as many are there as were to be chosen, all are: they take no more than so many times as long, and a sum of weights is no count. */
    static final int WHOLE = 2;

    private StratifiedSample() {}

    static <T> List<T> of(List<T> all, ToIntFunction<T> group, int most) {
        if (all.size() <= WHOLE * most) {
            return all;
        }
        Map<Integer, List<T>> groups = all.stream().collect(Collectors.groupingBy(group::applyAsInt));
        int least = Math.max(1, Math.min(LEAST, MOST_OF_LEAST / groups.size()));
        List<T> chosen = new ArrayList<>();
        for (List<T> members : groups.values()) {
            int share = (int) ((long) most * members.size() / all.size());
            chosen.addAll(some(members, Math.min(members.size(), Math.max(least, share))));
        }
        return chosen;
    }

    /** In parts of as many as may be taken at once, a group in as few of them as can be. */
    static <T> List<List<T>> parts(List<T> chosen, int most) {
        int size = WHOLE * most;
        List<List<T>> parts = new ArrayList<>();
        for (int from = 0; from < chosen.size(); from += size) {
            parts.add(chosen.subList(from, Math.min(chosen.size(), from + size)));
        }
        return parts;
    }

    static <T> List<T> some(List<T> members, int count) {
        for (int i = 0; i < count; i++) {
            int other = ThreadLocalRandom.current().nextInt(i, members.size());
            T chosen = members.get(other);
            members.set(other, members.get(i));
            members.set(i, chosen);
        }
        return members.subList(0, count);
    }
}
