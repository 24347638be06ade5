package dev.headroom.agent.limits;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.agent.jvm.Origins;
import java.io.InputStream;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Of a JVM that has loaded one class that is changed, and is about to load another. */
class HooksTest {

    static final class Loaded {
        private Loaded() {}
    }

    static final class Late {
        private Late() {}
    }

    private final List<Class<?>> loaded = new ArrayList<>(List.of(Loaded.class));
    private final List<List<Class<?>>> retransformed = new ArrayList<>();
    private final Hooks hooks = Hooks.prepare(
            Set.of(Loaded.class.getName(), Late.class.getName()),
            new Origins("", List.of()),
            (Instrumentation) Proxy.newProxyInstance(
                    Instrumentation.class.getClassLoader(),
                    new Class<?>[] {Instrumentation.class},
                    (proxy, method, arguments) -> switch (method.getName()) {
                        case "getAllLoadedClasses" -> loaded.toArray(Class<?>[]::new);
                        case "retransformClasses" ->
                            retransformed.add(Arrays.asList((Class<?>[]) arguments[0])) ? null : null;
                        case "removeTransformer" -> true;
                        default -> null;
                    }),
            false);

    private byte @Nullable [] load(Class<?> type) throws Exception {
        String name = type.getName().replace('.', '/');
        try (InputStream bytes = type.getResourceAsStream("/" + name + ".class")) {
            return hooks.transform(null, name, null, null, bytes.readAllBytes());
        }
    }

    @Test
    void aClassThatIsLoadedOnceTheyAreRemovedStaysAsItIs() throws Exception {
        hooks.install();
        assertThat(load(Late.class)).isNotNull();
        hooks.remove();
        assertThat(load(Late.class)).isNull();
    }

    /** It was changed before, and is there only now. */
    @Test
    void aClassThatIsBeingLoadedWhileTheyAreRemovedIsPutBackWhenThatIsAskedForAgain() throws Exception {
        hooks.install();
        hooks.remove();
        assertThat(retransformed).containsExactly(List.of(Loaded.class), List.of(Loaded.class));
        retransformed.clear();

        loaded.add(Late.class);
        hooks.remove();
        hooks.remove();

        assertThat(retransformed).containsExactly(List.of(Late.class));
    }
}
