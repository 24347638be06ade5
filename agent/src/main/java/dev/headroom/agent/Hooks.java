package dev.headroom.agent;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Adds a call of the {@link Bridge} at the end of the constructors of the catalogue's classes: one instruction with one operand, no
 * branch, so that no frame has to be computed. A class that cannot be changed stays as it is.
 */
final class Hooks implements ClassFileTransformer {

    private final Set<String> hooked;
    private final Origins origins;
    private final Instrumentation instrumentation;

    private Hooks(Set<String> classes, Origins origins, Instrumentation instrumentation) {
        this.instrumentation = instrumentation;
        hooked = classes.stream().map(name -> name.replace('.', '/')).collect(Collectors.toUnmodifiableSet());
        this.origins = origins;
    }

    /** Changes what is loaded from now on, and what is loaded already. */
    static Hooks install(Set<String> classes, Origins origins, Instrumentation instrumentation) {
        Hooks hooks = new Hooks(isBridged() ? classes : Set.of(), origins, instrumentation);
        instrumentation.addTransformer(hooks, true);
        for (Class<?> one : instrumentation.getAllLoadedClasses()) {
            origins.met(one);
        }
        hooks.change();
        return hooks;
    }

    private static boolean isBridged() {
        try {
            Bridge.open(new Hook());
            return true;
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            Agent.say("classes do not report their objects: " + e);
            return false;
        }
    }

    /** All classes as they were. */
    void remove() {
        instrumentation.removeTransformer(this);
        change();
    }

    private void change() {
        for (Class<?> one : instrumentation.getAllLoadedClasses()) {
            if (hooked.contains(one.getName().replace('.', '/'))) {
                try {
                    instrumentation.retransformClasses(one);
                } catch (Exception | LinkageError e) {
                    Agent.say(one.getName() + " does not report its objects: " + e);
                }
            }
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
            return hooked.contains(name) ? hooked(bytes) : null;
        } catch (Throwable e) {
            return null; // whatever it is, the application's class goes unchanged
        }
    }

    static byte[] hooked(byte[] bytes) {
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
                        return name.equals("<init>") ? new Constructor(method) : method;
                    }
                },
                0);
        return writer.toByteArray();
    }

    private static final class Constructor extends MethodVisitor {

        Constructor(MethodVisitor method) {
            super(Opcodes.ASM9, method);
        }

        @Override
        public void visitInsn(int code) {
            if (code == Opcodes.RETURN) {
                super.visitVarInsn(Opcodes.ALOAD, 0);
                super.visitMethodInsn(Opcodes.INVOKESTATIC, Bridge.NAME, Bridge.METHOD, Bridge.TYPE, false);
            }
            super.visitInsn(code);
        }

        @Override
        public void visitMaxs(int stack, int locals) {
            super.visitMaxs(stack + 1, locals);
        }
    }
}
