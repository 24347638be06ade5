package dev.headroom.lab.store;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import dev.headroom.core.model.Rate;
import dev.headroom.core.model.Times;
import dev.headroom.core.text.Printable;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.DoubleFunction;
import java.util.function.ToDoubleFunction;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.deser.std.FromStringDeserializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.ser.std.StdScalarSerializer;
import tools.jackson.databind.ser.std.ToStringSerializer;

/**
 * Records of the model as JSON, their components being the names in the file but for those in {@link Pinned}. Times are seconds (ms where
 * {@link ModelTypes} says so), rates per second; a number that is not known is {@code null}.
 *
 * <p>What a reader does not know is passed over. What an older file lacks is an empty list, map, text or optional, a count of 0 or a number
 * that is not known; for anything else the file is refused.
 */
final class RecordJson {

    private static final double NANOS_PER_SECOND = 1e9;
    private static final double NANOS_PER_MILLI = 1e6;

    // One division, so that 1.5 s is written 1.5 and not 1.4999999999999998.
    static final Writer<Duration> MILLIS_OUT = new Writer<>(Duration.class, time -> time.toNanos() / NANOS_PER_MILLI);
    static final Reader<Duration> MILLIS_IN = new Reader<>(Times::ofMillis);
    // Of response times zero stands for what is not known: nothing takes no time at all.
    static final Writer<Duration> KNOWN_MILLIS_OUT =
            new Writer<>(Duration.class, time -> time.isZero() ? Double.NaN : time.toNanos() / NANOS_PER_MILLI);
    static final Reader<Duration> KNOWN_MILLIS_IN = new Reader<>(Times::ofMillis, Duration.ZERO, true);

    private static final List<Class<?>> EMPTY_WHERE_ABSENT = List.of(
            List.class,
            Map.class,
            String.class,
            Optional.class,
            OptionalInt.class,
            OptionalLong.class,
            OptionalDouble.class);

    static final JsonMapper MAPPER = mapper();

    private RecordJson() {}

    static ObjectNode write(Record value) {
        return MAPPER.valueToTree(value);
    }

    static <T> T read(JsonNode json, Class<T> type) throws JacksonException {
        return MAPPER.treeToValue(json, type);
    }

    /** Over several lines that end alike on every system. What cannot be seen in a text is escaped: a reader of the JSON gets it, a terminal does not. */
    static String pretty(JsonNode json) {
        return Printable.of(
                MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(json).replace(System.lineSeparator(), "\n"));
    }

    /** The same in one line. */
    static String line(JsonNode json) {
        return Printable.of(MAPPER.writeValueAsString(json));
    }

    private static JsonMapper mapper() {
        Writer<Double> numberOut = new Writer<>(Double.class, Double::doubleValue);
        Reader<Double> numberIn = new Reader<>(Double::valueOf, Double.NaN, true);
        JsonMapper.Builder builder = JsonMapper.builder()
                .annotationIntrospector(new ModelTypes())
                .disable(EnumFeature.READ_ENUMS_USING_TO_STRING, EnumFeature.WRITE_ENUMS_USING_TO_STRING)
                .disable(
                        DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES,
                        DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
                .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
                .changeDefaultVisibility(visible -> visible.withIsGetterVisibility(Visibility.NONE))
                .addMixIns(Pinned.NAMES)
                .addModule(new SimpleModule()
                        .addSerializer(Double.class, numberOut)
                        .addSerializer(Double.TYPE, numberOut)
                        .addSerializer(
                                OptionalDouble.class,
                                new Writer<>(OptionalDouble.class, number -> number.orElse(Double.NaN)))
                        .addSerializer(
                                Duration.class, new Writer<>(Duration.class, time -> time.toNanos() / NANOS_PER_SECOND))
                        .addSerializer(Rate.class, new Writer<>(Rate.class, Rate::perSecond))
                        .addSerializer(Path.class, new ToStringSerializer(Path.class))
                        .addDeserializer(Double.class, numberIn)
                        .addDeserializer(Double.TYPE, numberIn)
                        .addDeserializer(Duration.class, new Reader<>(Times::ofSeconds))
                        .addDeserializer(Rate.class, new Reader<>(Rate::perSecond))
                        .addDeserializer(Path.class, new Paths()));
        for (Class<?> type : EMPTY_WHERE_ABSENT) {
            builder.withConfigOverride(
                    type, with -> with.setNullHandling(JsonSetter.Value.forValueNulls(Nulls.AS_EMPTY)));
        }
        return builder.build();
    }

    /** JSON has no NaN and no infinity: {@code null}, not known. */
    static final class Writer<T> extends StdScalarSerializer<T> {
        private final ToDoubleFunction<T> number;

        Writer(Class<T> type, ToDoubleFunction<T> number) {
            super(type);
            this.number = number;
        }

        @Override
        public void serialize(T value, JsonGenerator to, SerializationContext context) {
            double plain = number.applyAsDouble(value);
            if (Double.isFinite(plain)) {
                to.writeNumber(plain);
            } else {
                to.writeNull();
            }
        }
    }

    /** Absent from older files: nothing of it. */
    static final class Reader<T> extends ValueDeserializer<T> {
        private final DoubleFunction<T> of;
        private final T absent;
        private final boolean maybeNull;

        Reader(DoubleFunction<T> of) {
            this(of, of.apply(0), false);
        }

        /** @param maybeNull whether {@code null} is what is absent; else the file is refused */
        Reader(DoubleFunction<T> of, T absent, boolean maybeNull) {
            this.of = of;
            this.absent = absent;
            this.maybeNull = maybeNull;
        }

        @Override
        public T deserialize(JsonParser from, DeserializationContext context) {
            return of.apply(from.getDoubleValue());
        }

        @Override
        public T getAbsentValue(DeserializationContext context) {
            return absent;
        }

        @Override
        public Object getNullValue(DeserializationContext context) {
            return maybeNull ? absent : super.getNullValue(context);
        }
    }

    private static final class Paths extends FromStringDeserializer<Path> {
        Paths() {
            super(Path.class);
        }

        @Override
        protected Path _deserialize(String text, DeserializationContext context) {
            return Path.of(text);
        }
    }
}
