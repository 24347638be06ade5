package dev.headroom.fanout.spring;

import dev.headroom.fanout.spring.FanoutProperties.Defaults;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.env.DefaultPropertiesPropertySource;
import org.springframework.boot.system.JavaVersion;
import org.springframework.core.Ordered;
import org.springframework.core.env.ConfigurableEnvironment;

/**
 * Gives Boot's own properties a value where Boot has none that is safe and the application says nothing. They stand among
 * the default properties, the last that are asked, so whatever the application says wins and the endpoint {@code env} shows
 * where a value is from.
 */
final class DefaultsEnvironmentPostProcessor implements EnvironmentPostProcessor, Ordered {
    @Override
    public void postProcessEnvironment(ConfigurableEnvironment environment, SpringApplication application) {
        Binder binder = Binder.get(environment);
        Defaults defaults = binder.bindOrCreate("fanout.defaults", Defaults.class);
        if (!defaults.enabled()) {
            return;
        }
        Map<String, Object> values = new LinkedHashMap<>();
        values.put(
                "spring.http.clients.connect-timeout", defaults.connectTimeout().toMillis() + "ms");
        values.put("spring.http.clients.read-timeout", defaults.readTimeout().toMillis() + "ms");
        if (defaults.virtualThreads() && JavaVersion.getJavaVersion().isEqualOrNewerThan(JavaVersion.TWENTY_FOUR)) {
            values.put("spring.threads.virtual.enabled", "true");
        }
        values.keySet().removeIf(name -> binder.bind(name, String.class).isBound());
        DefaultPropertiesPropertySource.addOrMerge(values, environment.getPropertySources());
    }

    /** After the application's own configuration files. */
    @Override
    public int getOrder() {
        return Ordered.LOWEST_PRECEDENCE;
    }
}
