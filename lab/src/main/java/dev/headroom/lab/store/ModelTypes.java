package dev.headroom.lab.store;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.headroom.core.model.Limit;
import dev.headroom.core.model.diagnosis.Diagnosis.NextLimit;
import dev.headroom.core.model.experiment.Physics;
import dev.headroom.core.model.experiment.Published;
import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Transport;
import dev.headroom.core.model.result.Latency;
import dev.headroom.core.model.result.LoadResult;
import dev.headroom.core.model.result.LoadResult.Generator;
import dev.headroom.core.model.result.Prediction;
import dev.headroom.core.model.result.Run;
import dev.headroom.core.text.Ids;
import dev.headroom.load.k6.MergedLoad.Facts;
import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.AnnotatedClass;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.introspect.AnnotatedMethod;
import tools.jackson.databind.introspect.AnnotatedParameter;
import tools.jackson.databind.introspect.JacksonAnnotationIntrospector;
import tools.jackson.databind.jsontype.NamedType;
import tools.jackson.databind.util.NameTransformer;

/**
 * How types of the model stand in JSON: constants by their {@link Ids}, a record of one component as that component, one of several types as
 * {@code {"requests": 1000}}, a load with its {@code model}; without braces of their own its transport, the limit of a next limit, and what is known
 * of a load that is shared out.
 */
final class ModelTypes extends JacksonAnnotationIntrospector {

    private static final long serialVersionUID = 1;

    /** Their times are milliseconds. */
    private static final Set<Class<?>> MILLIS = Set.of(
            Latency.class,
            Latency.Point.class,
            Prediction.class,
            Published.class,
            Physics.class,
            Run.class,
            LoadResult.Waits.class);

    private static final Set<String> LAG = Set.of("lagMean", "lagP99", "lagMax", "readLagP99", "readLagMean");

    @Override
    public String[] findEnumValues(
            MapperConfig<?> config, AnnotatedClass annotated, Enum<?>[] constants, String[] names) {
        return Arrays.stream(constants).map(Ids::of).toArray(String[]::new);
    }

    @Override
    public Boolean hasAsValue(MapperConfig<?> config, Annotated annotated) {
        return annotated instanceof AnnotatedMethod method && isOnlyComponent(method)
                || Boolean.TRUE.equals(super.hasAsValue(config, annotated));
    }

    @Override
    public JsonTypeInfo.Value findPolymorphicTypeInfo(MapperConfig<?> config, Annotated annotated) {
        if (!isOneOfSeveral(annotated)) {
            return super.findPolymorphicTypeInfo(config, annotated);
        }
        return annotated.getRawType() == Load.class
                ? type(JsonTypeInfo.As.PROPERTY, "model")
                : type(JsonTypeInfo.As.WRAPPER_OBJECT, "");
    }

    private static JsonTypeInfo.Value type(JsonTypeInfo.As as, String property) {
        return JsonTypeInfo.Value.construct(JsonTypeInfo.Id.NAME, as, property, null, false, null);
    }

    @Override
    public List<NamedType> findSubtypes(MapperConfig<?> config, Annotated annotated) {
        return isOneOfSeveral(annotated)
                ? Arrays.stream(annotated.getRawType().getPermittedSubclasses())
                        .map(type -> new NamedType(type, Ids.of(type)))
                        .toList()
                : super.findSubtypes(config, annotated);
    }

    @Override
    public NameTransformer findUnwrappingNameTransformer(MapperConfig<?> config, AnnotatedMember member) {
        Class<?> type = member.getRawType();
        return type == Transport.class
                        || type == Facts.class
                        || type == Limit.class && member.getDeclaringClass() == NextLimit.class
                ? NameTransformer.NOP
                : super.findUnwrappingNameTransformer(config, member);
    }

    @Override
    public Object findSerializer(MapperConfig<?> config, Annotated annotated) {
        return isMillis(annotated, Duration.class)
                ? ofLatency(annotated) ? RecordJson.KNOWN_MILLIS_OUT : RecordJson.MILLIS_OUT
                : super.findSerializer(config, annotated);
    }

    @Override
    public Object findContentSerializer(MapperConfig<?> config, Annotated annotated) {
        return isMillis(annotated, Optional.class)
                ? RecordJson.MILLIS_OUT
                : super.findContentSerializer(config, annotated);
    }

    @Override
    public Object findDeserializer(MapperConfig<?> config, Annotated annotated) {
        return isMillis(annotated, Duration.class)
                ? ofLatency(annotated) ? RecordJson.KNOWN_MILLIS_IN : RecordJson.MILLIS_IN
                : super.findDeserializer(config, annotated);
    }

    @Override
    public Object findContentDeserializer(MapperConfig<?> config, Annotated annotated) {
        return isMillis(annotated, Optional.class)
                ? RecordJson.MILLIS_IN
                : super.findContentDeserializer(config, annotated);
    }

    private static boolean isOneOfSeveral(Annotated annotated) {
        return annotated.getRawType().isInterface() && annotated.getRawType().isSealed();
    }

    private static boolean isOnlyComponent(AnnotatedMethod method) {
        RecordComponent[] components = method.getDeclaringClass().getRecordComponents();
        return components != null
                && components.length == 1
                && components[0].getAccessor().equals(method.getAnnotated());
    }

    private static boolean ofLatency(Annotated annotated) {
        return annotated instanceof AnnotatedMember member && member.getDeclaringClass() == Latency.class;
    }

    private static boolean isMillis(Annotated annotated, Class<?> type) {
        if (!(annotated instanceof AnnotatedMember member) || !holds(member, type)) {
            return false;
        }
        Class<?> owner = member.getDeclaringClass();
        return MILLIS.contains(owner) || owner == Generator.class && LAG.contains(component(member));
    }

    /** Whether it is a time, or an optional one. */
    private static boolean holds(AnnotatedMember member, Class<?> type) {
        return member.getRawType() == type
                && (type == Duration.class || member.getType().getContentType().hasRawClass(Duration.class));
    }

    private static String component(AnnotatedMember member) {
        return member instanceof AnnotatedParameter parameter
                ? member.getDeclaringClass()
                        .getRecordComponents()[parameter.getIndex()]
                        .getName()
                : member.getName();
    }
}
