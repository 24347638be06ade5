package dev.headroom.lab.store;

import dev.headroom.core.model.Times;
import java.time.Duration;
import java.util.Arrays;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.AnnotatedClass;
import tools.jackson.databind.introspect.JacksonAnnotationIntrospector;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;

/**
 * Records of the model as they are, their components being the names in the file. The published schema, which allows no other names and is held
 * against every field in a test, is what pins them. Times are seconds, constants have the names of {@link Ids}, and a number that is not
 * known is {@code null}.
 */
final class RecordJson {

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .annotationIntrospector(new ConstantsById())
            .disable(EnumFeature.READ_ENUMS_USING_TO_STRING, EnumFeature.WRITE_ENUMS_USING_TO_STRING)
            .addModule(new SimpleModule()
                    .addSerializer(Double.class, new DoubleWriter())
                    .addSerializer(Double.TYPE, new DoubleWriter())
                    .addDeserializer(Double.TYPE, new DoubleReader())
                    .addSerializer(Duration.class, new SecondsWriter())
                    .addDeserializer(Duration.class, new SecondsReader()))
            .build();

    private RecordJson() {}

    static JsonNode write(Object value) {
        return MAPPER.valueToTree(value);
    }

    static <T> T read(JsonNode json, Class<T> type) {
        return MAPPER.treeToValue(json, type);
    }

    private static final class ConstantsById extends JacksonAnnotationIntrospector {
        private static final long serialVersionUID = 1;

        @Override
        public String[] findEnumValues(
                MapperConfig<?> config, AnnotatedClass annotated, Enum<?>[] constants, String[] names) {
            return Arrays.stream(constants).map(Ids::of).toArray(String[]::new);
        }
    }

    private static final class DoubleWriter extends ValueSerializer<Double> {
        @Override
        public void serialize(Double value, JsonGenerator to, SerializationContext context) {
            if (Double.isFinite(value)) {
                to.writeNumber(value);
            } else {
                to.writeNull();
            }
        }
    }

    private static final class DoubleReader extends ValueDeserializer<Double> {
        @Override
        public Double deserialize(JsonParser from, DeserializationContext context) {
            return from.getDoubleValue();
        }

        @Override
        public Object getNullValue(DeserializationContext context) {
            return Double.NaN;
        }
    }

    private static final class SecondsWriter extends ValueSerializer<Duration> {
        @Override
        public void serialize(Duration value, JsonGenerator to, SerializationContext context) {
            to.writeNumber(Times.seconds(value));
        }
    }

    private static final class SecondsReader extends ValueDeserializer<Duration> {
        @Override
        public Duration deserialize(JsonParser from, DeserializationContext context) {
            return Times.ofSeconds(from.getDoubleValue());
        }
    }
}
