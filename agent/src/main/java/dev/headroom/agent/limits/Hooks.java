package dev.headroom.agent.limits;

import dev.headroom.agent.jvm.Bridge;
import dev.headroom.agent.jvm.Log;
import dev.headroom.agent.jvm.Origins;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Adds a call of the {@link Bridge} at the end of the constructors of the catalogue's classes: one instruction with one operand, no
 * branch, so that no frame has to be computed. In an application that runs already, objects were made before: there for a few seconds each
 * method of such a class reports its object as well, so that whatever is used is met; and again, ever more seldom, where threads wait for
 * something that was not met, since it was idle then. A class that cannot be changed stays as it is.
 */
public final class Hooks implements ClassFileTransformer {

    /** Whatever limits a service under load is used in such a time. */
    private static final long ADOPTION_NANOS = TimeUnit.SECONDS.toNanos(3);

    /** Between the first two such times; the next rest is twice as long, up to an hour. */
    private static final long FIRST_REST_NANOS = TimeUnit.SECONDS.toNanos(2);

    private static final long LONGEST_REST_NANOS = TimeUnit.HOURS.toNanos(1);

    private static final int NO_OBJECT_OR_CODE = Opcodes.ACC_STATIC | Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE;

    private final Set<String> hooked;
    private final Hook hook;
    private final Origins origins;
    private final Instrumentation instrumentation;

    /** Whether methods report as well. */
    private volatile boolean used;

    /** Held while classes are changed: transformers of other agents run then, and may take long. */
    private final ReentrantLock changing = new ReentrantLock();

    /** Classes that are as they were while {@link #resting}. One that was being loaded as they were put back is not among them. */
    private final Set<Class<?>> untouched = Collections.newSetFromMap(new WeakHashMap<>());

    private boolean resting;
    private long rested;
    private volatile boolean removed;
    private boolean wanted;
    private long until;
    private long rest = FIRST_REST_NANOS;

    private Hooks(Hook hook, Set<String> classes, Origins origins, Instrumentation instrumentation) {
        this.hook = hook;
        used = hook.isLate();
        until = System.nanoTime() + ADOPTION_NANOS;
        this.instrumentation = instrumentation;
        hooked = classes.stream().map(name -> name.replace('.', '/')).collect(Collectors.toUnmodifiableSet());
        this.origins = origins;
    }

    /** @param running whether the application has made its objects */
    public static Hooks prepare(
            Set<String> classes, Origins origins, Instrumentation instrumentation, boolean running) {
        Hook hook = new Hook(running);
        hook.open();
        return new Hooks(hook, isBridged() ? classes : Set.of(), origins, instrumentation);
    }

    /** Changes what is loaded from now on, and what is loaded already. */
    public void install() {
        alone(() -> {
            instrumentation.addTransformer(this, true);
            for (Class<?> one : instrumentation.getAllLoadedClasses()) {
                origins.met(one);
            }
            change();
        });
    }

    private void alone(Runnable change) {
        changing.lock();
        try {
            change.run();
        } finally {
            changing.unlock();
        }
    }

    /** Not at all where somebody is at it: who asks comes again. */
    private void aloneOrLater(Runnable change) {
        if (changing.tryLock()) {
            try {
                change.run();
            } finally {
                changing.unlock();
            }
        }
    }

    private static boolean isBridged() {
        try {
            Bridge.open(Hook::made, Hook::used);
            return true;
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            Log.say("classes do not report their objects: " + e);
            return false;
        }
    }

    public Hook hook() {
        return hook;
    }

    /**
     * Once the objects in use have reported themselves, new ones alone do.
     *
     * @param unmet whether somebody waits for an object that has not reported itself
     */
    public void settle(boolean unmet) {
        alone(() -> settled(unmet));
    }

    private void settled(boolean unmet) {
        if (resting) {
            return;
        }
        wanted |= hook.isLate() && unmet && !used;
        long now = System.nanoTime();
        if (!endsUse() && wanted && now - until > rest) {
            wanted = false;
            rest = Math.min(2 * rest, LONGEST_REST_NANOS);
            until = now + ADOPTION_NANOS;
            used = true;
            change();
        }
    }

    /** Whether the time in which methods report was over. */
    private boolean endsUse() {
        boolean over = used && !resting && System.nanoTime() - until > 0;
        if (over) {
            used = false;
            change();
        }
        return over;
    }

    /** All classes as they were, for as long as nobody listens; later where classes are being changed. */
    public void rest() {
        aloneOrLater(() -> {
            if (!resting) {
                putBack();
                rested = System.nanoTime();
            }
        });
    }

    private void putBack() {
        instrumentation.removeTransformer(this);
        untouched.addAll(change());
        resting = true;
    }

    /**
     * Somebody listens, or does again, and not only now and then; what was made meanwhile reports itself when it is used. A time in which methods report ends here as well: whoever is to {@link #settle} may hang.
     * Later where classes are being changed.
     */
    public void resume() {
        aloneOrLater(() -> {
            changeAgain();
            endsUse();
        });
    }

    private void changeAgain() {
        if (resting && !removed && System.nanoTime() - rested > rest) {
            rest = Math.min(2 * rest, LONGEST_REST_NANOS);
            hook.adopt();
            used = true;
            until = System.nanoTime() + ADOPTION_NANOS;
            instrumentation.removeTransformer(this); // where this failed half-way before
            instrumentation.addTransformer(this, true);
            untouched.clear();
            change();
            resting = false;
        }
    }

    /** All classes as they were. Asked for again, those that were being loaded meanwhile. */
    public void remove() {
        alone(() -> {
            removed = true;
            hook.close();
            putBack();
        });
    }

    /** All at once, since each call stops the JVM once, however many classes it is for; one by one where one of them cannot be changed, which keeps all from it. */
    private List<Class<?>> change() {
        Class<?>[] all = Arrays.stream(instrumentation.getAllLoadedClasses())
                .filter(one -> hooked.contains(one.getName().replace('.', '/')) && !untouched.contains(one))
                .toArray(Class<?>[]::new);
        try {
            if (all.length > 0) {
                instrumentation.retransformClasses(all);
            }
        } catch (Exception | LinkageError | InternalError e) {
            for (Class<?> one : all) {
                change(one);
            }
        }
        return List.of(all);
    }

    private void change(Class<?> one) {
        try {
            instrumentation.retransformClasses(one);
        } catch (Exception | LinkageError | InternalError e) {
            Log.say(one.getName() + " does not report its objects: " + e);
        }
    }

    @Override
    public byte @Nullable [] transform(
            @Nullable ClassLoader loader,
            @Nullable String name,
            @Nullable Class<?> redefined,
            @Nullable ProtectionDomain domain,
            byte[] bytes) {
        if (name == null) {
            return null;
        }
        try {
            if (loader != null && domain != null && loader != Hooks.class.getClassLoader()) {
                origins.met(name, domain);
            }
            byte[] changed = hooked.contains(name) ? hooked(bytes, used) : null;
            return removed ? null : changed;
        } catch (Throwable e) {
            return null; // whatever it is, the application's class goes unchanged
        }
    }

    private static byte[] hooked(byte[] bytes, boolean used) {
        ClassReader reader = new ClassReader(bytes);
        ClassWriter writer = new ClassWriter(reader, 0);
        reader.accept(
                new ClassVisitor(Opcodes.ASM9, writer) {
                    @Override
                    public MethodVisitor visitMethod(
                            int access,
                            String name,
                            String type,
                            @Nullable String generic,
                            String @Nullable [] thrown) {
                        MethodVisitor method = super.visitMethod(access, name, type, generic, thrown);
                        boolean reports = used && !name.startsWith("<") && (access & NO_OBJECT_OR_CODE) == 0;
                        boolean made = name.equals("<init>");
                        return made || reports ? new Reporting(method, made) : method;
                    }
                },
                0);
        return writer.toByteArray();
    }

    /** Reports {@code this} to the {@link Bridge}: at the end of a constructor, at the beginning of any other method. */
    private static final class Reporting extends MethodVisitor {
        private final boolean made;

        Reporting(MethodVisitor method, boolean made) {
            super(Opcodes.ASM9, method);
            this.made = made;
        }

        @Override
        public void visitCode() {
            super.visitCode();
            if (!made) {
                report(Bridge.USED);
            }
        }

        @Override
        public void visitInsn(int code) {
            if (made && code == Opcodes.RETURN) {
                report(Bridge.MADE);
            }
            super.visitInsn(code);
        }

        private void report(String to) {
            super.visitVarInsn(Opcodes.ALOAD, 0);
            super.visitMethodInsn(Opcodes.INVOKESTATIC, to, Bridge.METHOD, Bridge.TYPE, false);
        }

        @Override
        public void visitMaxs(int stack, int locals) {
            super.visitMaxs(stack + 1, locals);
        }
    }
}
