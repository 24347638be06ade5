package dev.headroom.agent.jvm;

import java.lang.invoke.MethodHandles;
import java.lang.ref.WeakReference;
import java.lang.reflect.Field;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * The way from a changed constructor or method to the agent: two small classes among those of {@code java.util.concurrent}, where every loader looks and
 * the JDK's own classes can call. The agent itself is not on the boot class path, since a JVM to which that is appended gives up
 * sharing the classes of its archive, which a service's start has to make good.
 */
public final class Bridge {

    /** Where objects report that were just made, and where those do that are used: each a class, since one that another build has defined cannot be added to. */
    public static final String MADE = "java/util/concurrent/HeadroomBridge";

    public static final String USED = "java/util/concurrent/HeadroomUses";
    public static final String METHOD = "created";
    public static final String TYPE = "(Ljava/lang/Object;)V";

    private static final String TARGET = "target";
    private static final String MOVED = "moved";

    /** What was moved, and by whose agent: one of all builds once the bridge is open. */
    private static Map<Object, Object> moved = Collections.synchronizedMap(new IdentityHashMap<>());

    /** By how much limits were changed that do not tell it themselves: who keeps one so has gone when the next agent comes. */
    private static Map<WeakReference<Object>, AtomicLong> shifts = new ConcurrentHashMap<>();

    private static boolean open;

    private Bridge() {}

    /** Leads to these too from now on: agents of other builds in this JVM have theirs. */
    public static void open(Consumer<Object> made, Consumer<Object> used) throws ReflectiveOperationException {
        Class<?> type = type(MADE);
        synchronized (type) {
            if (!open) {
                lead(type(USED), used);
                lead(type, made);
                moved = shared(type, moved);
                shifts = shared(type(USED), shifts);
                open = true;
            }
        }
    }

    @SuppressWarnings("unchecked")
    private static void lead(Class<?> type, Consumer<Object> to) throws ReflectiveOperationException {
        Field field = type.getDeclaredField(TARGET);
        field.setAccessible(true);
        Consumer<Object> others = (Consumer<Object>) field.get(null);
        field.set(null, others == null ? to : others.andThen(to));
    }

    @SuppressWarnings("unchecked")
    private static <T> T shared(Class<?> type, T ours) throws ReflectiveOperationException {
        Field field = type.getDeclaredField(MOVED);
        field.setAccessible(true);
        T others = (T) field.get(null);
        if (others == null) {
            field.set(null, ours);
        }
        return others == null ? ours : others;
    }

    /** Whether that agent may move it: until it has put back what it moved, no other may, since what each found would not be what was there at first. */
    public static boolean claim(Object limit, Object agent) {
        Object owner = moved.putIfAbsent(limit, agent);
        return owner == null || owner == agent;
    }

    /** What other agents than that one move now. */
    public static List<Object> claimedByOthers(Object agent) {
        synchronized (moved) {
            return moved.entrySet().stream()
                    .filter(entry -> entry.getValue() != agent)
                    .map(Map.Entry::getKey)
                    .toList();
        }
    }

    /** That agent has moved nothing any more. */
    public static void release(Object agent) {
        moved.values().removeIf(owner -> owner == agent);
    }

    /** By how much whichever agent has changed it. */
    public static long shift(Object limit) {
        AtomicLong noted = known(limit);
        return noted == null ? 0 : noted.get();
    }

    /** Where that is noted. Asked for before a change, so that to note it takes no memory: what is not noted would be changed again. */
    public static AtomicLong noted(Object limit) {
        AtomicLong noted = known(limit);
        if (noted == null) {
            noted = new AtomicLong();
            shifts.keySet().removeIf(one -> one.refersTo(null));
            shifts.put(new WeakReference<>(limit), noted);
        }
        return noted;
    }

    private static @Nullable AtomicLong known(Object limit) {
        for (Map.Entry<WeakReference<Object>, AtomicLong> one : shifts.entrySet()) {
            if (one.getKey().refersTo(limit)) {
                return one.getValue();
            }
        }
        return null;
    }

    private static Class<?> type(String name) throws IllegalAccessException {
        try {
            return Class.forName(name.replace('/', '.'), true, null); // an agent was here before
        } catch (ClassNotFoundException e) {
            return MethodHandles.privateLookupIn(Semaphore.class, MethodHandles.lookup())
                    .defineClass(bytes(name));
        }
    }

    private static byte[] bytes(String name) {
        ClassWriter type = new ClassWriter(0);
        type.visit(Opcodes.V17, Opcodes.ACC_PUBLIC | Opcodes.ACC_FINAL, name, null, "java/lang/Object", null);
        type.visitField(
                        Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_VOLATILE,
                        TARGET,
                        "Ljava/util/function/Consumer;",
                        null,
                        null)
                .visitEnd();
        type.visitField(Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC, MOVED, "Ljava/util/Map;", null, null)
                .visitEnd();
        MethodVisitor method = type.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, METHOD, TYPE, null, null);
        method.visitCode();
        method.visitFieldInsn(Opcodes.GETSTATIC, name, TARGET, "Ljava/util/function/Consumer;");
        method.visitVarInsn(Opcodes.ALOAD, 0);
        method.visitMethodInsn(Opcodes.INVOKEINTERFACE, "java/util/function/Consumer", "accept", TYPE, true);
        method.visitInsn(Opcodes.RETURN);
        method.visitMaxs(2, 1);
        method.visitEnd();
        type.visitEnd();
        return type.toByteArray();
    }
}
