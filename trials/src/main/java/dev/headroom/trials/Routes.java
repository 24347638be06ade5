package dev.headroom.trials;

import org.apache.camel.CamelContext;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;

/** Requests that go through a route of Apache Camel. */
final class Routes {

    private Routes() {}

    /** One consumer, as is the default: whatever comes meanwhile waits in the endpoint's queue. */
    static Work seda(Settings settings) throws Exception {
        Hold hold = new Hold(settings);
        CamelContext camel = new DefaultCamelContext();
        camel.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("seda:orders?concurrentConsumers=" + settings.limit(1)).process(exchange -> hold.serve());
            }
        });
        camel.start();
        ProducerTemplate producer = camel.createProducerTemplate();
        return () -> producer.requestBody("seda:orders?timeout=0", "");
    }
}
