package dev.headroom.fanout.spring;

import dev.headroom.fanout.Downstream;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.context.EnvironmentAware;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotationMetadata;

/** A bean {@code <name>Downstream} for each downstream of the properties, with the downstream's name as qualifier. */
final class DownstreamRegistrar implements ImportBeanDefinitionRegistrar, EnvironmentAware {
    private Environment environment = DownstreamBeans.NO_ENVIRONMENT;

    @Override
    public void setEnvironment(Environment environment) {
        this.environment = environment;
    }

    @Override
    public void registerBeanDefinitions(AnnotationMetadata importing, BeanDefinitionRegistry registry) {
        for (String name : DownstreamBeans.names(environment)) {
            DownstreamBeans.register(
                    registry,
                    DownstreamBeans.downstream(name),
                    name,
                    DownstreamBeans.madeBy("fanoutDownstreamFactory", "create", name, Downstream.class));
        }
    }
}
