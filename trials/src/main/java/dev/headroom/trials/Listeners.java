package dev.headroom.trials;

import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.springframework.kafka.core.DefaultKafkaConsumerFactory;
import org.springframework.kafka.core.DefaultKafkaProducerFactory;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.kafka.listener.ConcurrentMessageListenerContainer;
import org.springframework.kafka.listener.ContainerProperties;
import org.springframework.kafka.listener.MessageListener;
import org.springframework.kafka.test.EmbeddedKafkaKraftBroker;

/** A request sends a message and waits until the listener has handled it. */
final class Listeners {

    private static final String TOPIC = "orders";

    private Listeners() {}

    /** One thread listens, as it does unless told otherwise. */
    static Work kafka(Settings settings) {
        EmbeddedKafkaKraftBroker broker = new EmbeddedKafkaKraftBroker(1, 1, TOPIC);
        broker.afterPropertiesSet();
        String servers = broker.getBrokersAsString();
        Map<String, CompletableFuture<String>> waiting = new ConcurrentHashMap<>();
        Hold hold = new Hold(settings);
        ContainerProperties properties = new ContainerProperties(TOPIC);
        properties.setMessageListener((MessageListener<String, String>) message -> {
            hold.serveQuietly();
            waiting.remove(message.key()).complete(message.value());
        });
        var listeners = new ConcurrentMessageListenerContainer<>(
                new DefaultKafkaConsumerFactory<>(
                        Map.of(
                                "bootstrap.servers",
                                servers,
                                "group.id",
                                "orders",
                                "auto.offset.reset",
                                "earliest",
                                "max.poll.records",
                                1),
                        new StringDeserializer(),
                        new StringDeserializer()),
                properties);
        listeners.setBeanName("orders");
        listeners.start();
        KafkaTemplate<String, String> template = new KafkaTemplate<>(new DefaultKafkaProducerFactory<>(
                Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, servers),
                new StringSerializer(),
                new StringSerializer()));
        return () -> {
            String id = UUID.randomUUID().toString();
            CompletableFuture<String> answer = new CompletableFuture<>();
            waiting.put(id, answer);
            template.send(TOPIC, id, "order");
            answer.get();
        };
    }
}
