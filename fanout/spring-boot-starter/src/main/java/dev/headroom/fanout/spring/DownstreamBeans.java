package dev.headroom.fanout.spring;

import java.util.Set;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.support.AutowireCandidateQualifier;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;
import org.springframework.core.env.StandardEnvironment;

/** Bean definitions of which there is one for each downstream; for the auto-configurations of this module. */
public final class DownstreamBeans {
    static final Environment NO_ENVIRONMENT = new StandardEnvironment();

    private DownstreamBeans() {}

    /** The names in {@code fanout.downstreams}, with all of fan-out's properties checked. */
    public static Set<String> names(Environment environment) {
        return PropertyRules.checked(Binder.get(environment).bindOrCreate("fanout", FanoutProperties.class))
                .downstreams()
                .keySet();
    }

    static String downstream(String name) {
        return name + "Downstream";
    }

    /** A bean that a method of another one makes of the downstream's name. */
    public static RootBeanDefinition madeBy(String factoryBean, String method, String name, Class<?> type) {
        RootBeanDefinition definition = new RootBeanDefinition(type);
        definition.setFactoryBeanName(factoryBean);
        definition.setFactoryMethodName(method);
        definition.getConstructorArgumentValues().addIndexedArgumentValue(0, name);
        definition.setRole(BeanDefinition.ROLE_INFRASTRUCTURE);
        return definition;
    }

    /** Does nothing where the application has a bean of that name. */
    public static void register(
            BeanDefinitionRegistry registry, String bean, String qualifier, RootBeanDefinition definition) {
        if (!registry.containsBeanDefinition(bean)) {
            definition.addQualifier(new AutowireCandidateQualifier(Qualifier.class, qualifier));
            registry.registerBeanDefinition(bean, definition);
        }
    }
}
