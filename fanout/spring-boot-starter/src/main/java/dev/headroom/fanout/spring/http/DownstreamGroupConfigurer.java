package dev.headroom.fanout.spring.http;

import java.util.List;
import org.springframework.core.Ordered;
import org.springframework.http.client.ClientHttpRequestInterceptor;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.support.RestClientHttpServiceGroupConfigurer;

/** Binds interface clients to the downstream of their HTTP service group. */
final class DownstreamGroupConfigurer {
    private DownstreamGroupConfigurer() {}

    /** The client, right after Boot has set its own: so that customisations of the application come later and win. */
    static RestClientHttpServiceGroupConfigurer clients(DownstreamClients clients) {
        return new Configurer(
                Ordered.HIGHEST_PRECEDENCE + 20,
                groups -> groups.forEachClient((group, builder) -> clients.downstreamOf(group.name())
                        .ifPresent(name -> builder.requestFactory(clients.requestFactory(name, group.name())))));
    }

    /** The gate, after all others: so that it is the innermost, and what they try again passes it again. */
    static RestClientHttpServiceGroupConfigurer gates(DownstreamClients clients) {
        return new Configurer(
                Ordered.LOWEST_PRECEDENCE,
                groups -> groups.forEachClient((group, builder) -> clients.downstreamOf(group.name())
                        .ifPresent(name -> builder.requestInterceptors(
                                (List<ClientHttpRequestInterceptor> all) -> all.add(clients.interceptor(name))))));
    }

    private record Configurer(int getOrder, java.util.function.Consumer<Groups<RestClient.Builder>> what)
            implements RestClientHttpServiceGroupConfigurer {
        @Override
        public void configureGroups(Groups<RestClient.Builder> groups) {
            what.accept(groups);
        }
    }
}
