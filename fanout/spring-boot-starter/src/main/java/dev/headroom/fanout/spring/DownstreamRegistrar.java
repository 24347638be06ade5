package dev.headroom.fanout.spring;

import dev.headroom.fanout.Downstream;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.context.EnvironmentAware;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotationMetadata;

/**
 * A bean {@code <name>Downstream} for each downstream of the properties, with the downstream's name as qualifier, and as
 * alias where no bean of the application has that name.
 */
final class DownstreamRegistrar implements ImportBeanDefinitionRegistrar, EnvironmentAware {
    private Environment environment = DownstreamBeans.NO_ENVIRONMENT;

    @Override
    public void setEnvironment(Environment environment) {
        this.environment = environment;
    }

    @Override
    public void registerBeanDefinitions(AnnotationMetadata importing, BeanDefinitionRegistry registry) {
        DownstreamBeans.names(environment).forEach(name -> {
            String bean = name + "Downstream";
            DownstreamBeans.register(
                    registry,
                    bean,
                    name,
                    DownstreamBeans.madeBy("fanoutDownstreamFactory", "create", name, Downstream.class));
            if (!registry.containsBeanDefinition(name) && !registry.isAlias(name)) {
                registry.registerAlias(bean, name);
            }
        });
    }
}
