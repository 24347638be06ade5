package dev.headroom.fanout.spring.limits;

import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/** Beans that are there already: a look must not make one that is lazy. */
final class MadeBeans {
    private MadeBeans() {}

    /** Singletons of the type, by name. */
    static <T> Map<String, T> of(ConfigurableListableBeanFactory beans, Class<T> type) {
        Map<String, T> made = new LinkedHashMap<>();
        for (String name : beans.getBeanNamesForType(type, false, false)) {
            if (beans.containsSingleton(name)) {
                made.put(name, beans.getBean(name, type));
            }
        }
        return made;
    }
}
