package dev.headroom.fanout.spring;

import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.EnvironmentAware;
import org.springframework.core.env.Environment;

/**
 * The name of each downstream as alias of its bean, where no other bean has that name. It is looked for when all beans are
 * defined: repositories and mappers are by auto-configurations that come later, and by post-processors of the registry that
 * are asked after all others; one that finds its name taken by an alias ends the start.
 *
 * <p>Ahead of time the aliases go into the code that is generated. When that starts they are there already.
 */
final class DownstreamAliases implements BeanFactoryPostProcessor, EnvironmentAware {
    private Environment environment = DownstreamBeans.NO_ENVIRONMENT;

    @Override
    public void setEnvironment(Environment environment) {
        this.environment = environment;
    }

    @Override
    public void postProcessBeanFactory(ConfigurableListableBeanFactory beans) {
        for (String name : DownstreamBeans.names(environment)) {
            String bean = DownstreamBeans.downstream(name);
            if (beans.containsLocalBean(bean) && !beans.containsLocalBean(name)) {
                beans.registerAlias(bean, name);
            }
        }
    }
}
