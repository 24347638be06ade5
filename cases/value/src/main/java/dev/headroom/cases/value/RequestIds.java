package dev.headroom.cases.value;

import dev.headroom.cases.common.RequestIdFilter;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** For servlets; {@link RequestIdWebFilter} is WebFlux's. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnWebApplication(type = Type.SERVLET)
@Import(RequestIdFilter.class)
class RequestIds {}
