package dev.headroom.fanout.spring;

import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.ImportRuntimeHints;

/** Downstreams from properties. */
@AutoConfiguration
@EnableConfigurationProperties(FanoutProperties.class)
@Import(DownstreamRegistrar.class)
@ImportRuntimeHints(FanoutAutoConfiguration.ThreadContextHints.class)
public final class FanoutAutoConfiguration {
    /** Checked here too: what was processed ahead of time has seen the values of that time. */
    @Bean
    DownstreamFactory fanoutDownstreamFactory(
            FanoutProperties properties, ObjectProvider<DownstreamCustomizer> customizers) {
        return new DownstreamFactory(PropertyRules.checked(properties), customizers);
    }

    @Bean
    static DownstreamAliases fanoutDownstreamAliases() {
        return new DownstreamAliases();
    }

    /** Calls carry the MDC and Micrometer's context over where fanout finds these classes, by name. */
    static final class ThreadContextHints implements RuntimeHintsRegistrar {
        @Override
        public void registerHints(RuntimeHints hints, @Nullable ClassLoader loader) {
            hints.reflection()
                    .registerTypeIfPresent(loader, "org.slf4j.MDC")
                    .registerTypeIfPresent(loader, "io.micrometer.context.ContextSnapshotFactory");
        }
    }
}
