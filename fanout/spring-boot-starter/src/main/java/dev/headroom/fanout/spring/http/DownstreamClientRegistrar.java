package dev.headroom.fanout.spring.http;

import dev.headroom.fanout.spring.DownstreamBeans;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.context.EnvironmentAware;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.env.Environment;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.type.AnnotationMetadata;
import org.springframework.web.client.RestClient;

/**
 * For each downstream a {@code RestClient.Builder} and an interceptor, with the downstream's name as qualifier. They are
 * given to who asks for them by that name only: Boot's own {@code RestClient.Builder} stays what others get.
 */
final class DownstreamClientRegistrar implements ImportBeanDefinitionRegistrar, EnvironmentAware {
    private Environment environment = new StandardEnvironment();

    @Override
    public void setEnvironment(Environment environment) {
        this.environment = environment;
    }

    @Override
    public void registerBeanDefinitions(AnnotationMetadata importing, BeanDefinitionRegistry registry) {
        for (String name : DownstreamBeans.names(environment)) {
            RootBeanDefinition builder =
                    DownstreamBeans.madeBy("fanoutDownstreamClients", "builder", name, RestClient.Builder.class);
            builder.setScope(BeanDefinition.SCOPE_PROTOTYPE);
            builder.setDefaultCandidate(false);
            DownstreamBeans.register(registry, name + "RestClientBuilder", name, builder);
            RootBeanDefinition interceptor =
                    DownstreamBeans.madeBy("fanoutDownstreamClients", "interceptor", name, DownstreamInterceptor.class);
            interceptor.setDefaultCandidate(false);
            DownstreamBeans.register(registry, name + "Interceptor", name, interceptor);
        }
    }
}
