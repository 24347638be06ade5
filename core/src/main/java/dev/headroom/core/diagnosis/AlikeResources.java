package dev.headroom.core.diagnosis;

import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.Resource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Locks and permits that the same line of the application waits for, one for each key, session or tenant: none of them explains what all of them
 * together do.
 */
final class AlikeResources {

    private AlikeResources() {}

    /** @param together all of them as if they were one */
    record Alike(Resource together, List<Resource> each) {}

    /** @param full those of which nothing is free while others wait */
    static Stream<Alike> in(List<Resource> full) {
        return full.stream()
                .filter(resource -> resource.kind() == LimitKind.LOCK || resource.kind() == LimitKind.SEMAPHORE)
                .filter(resource -> !resource.waiters().isEmpty())
                .collect(Collectors.groupingBy(
                        resource -> List.of(resource.type(), line(resource)), LinkedHashMap::new, Collectors.toList()))
                .values()
                .stream()
                .filter(each -> each.size() > 1)
                .map(each -> new Alike(together(each), each));
    }

    private static String line(Resource resource) {
        return resource.waiters().getFirst().frame();
    }

    private static Resource together(List<Resource> each) {
        Resource one = each.getFirst();
        String name = line(one);
        boolean told = each.stream().allMatch(resource -> resource.capacity().isPresent());
        return new Resource(
                name,
                one.kind(),
                one.type(),
                name,
                told
                        ? OptionalInt.of(each.stream()
                                .mapToInt(resource -> resource.capacity().orElse(0))
                                .sum())
                        : OptionalInt.empty(),
                each.stream().mapToDouble(Resource::inUse).sum(),
                each.stream().mapToDouble(Resource::waiting).sum(),
                each.stream().mapToDouble(Resource::saturatedShare).average().orElse(0),
                OptionalDouble.empty(),
                Optional.empty(),
                List.of(),
                List.of(),
                List.of(),
                one.setting(),
                one.remedy());
    }
}
