package dev.headroom.probe.jvm;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Whether the first change of a class while it runs makes a JVM throw all its compiled code away. HotSpot has written down what each piece of code was made from where it has a flag for that (JDK-8324241,
 * JDK 23), or where an agent on its command line may change classes.
 */
public final class FirstChange {

    private static final byte[] FLAG = "AlwaysRecordEvolDependencies".getBytes(StandardCharsets.US_ASCII);

    private static final String OFF = "-XX:-AlwaysRecordEvolDependencies";

    private static final String AGENT = "-javaagent:";

    /** Bytes of a library of a JVM with all its symbols. */
    private static final long LARGEST = 1L << 30;

    private FirstChange() {}

    /** For the reader; empty where it does not, where it was done already as far as its command line says, or where that is not known. */
    public static Optional<String> warning(ProcessId process) {
        return LinuxProcess.of(process.pid())
                .filter(jvm -> {
                    List<String> options = RunningJvms.command(jvm).options();
                    return options.stream().noneMatch(option -> option.startsWith(AGENT))
                            && (options.contains(OFF) || !hasFlag(jvm).orElse(true));
                })
                .map(jvm ->
                        "the first change of a class makes this JVM throw its compiled code away (older than JDK 23):"
                                + " responses may be slower until it is compiled again; thread dumps do not do it");
    }

    private static Optional<Boolean> hasFlag(LinuxProcess jvm) {
        return jvm.mapped("libjvm.so")
                .flatMap(library -> jvm.with(library.toString(), LARGEST, path -> Optional.of(hasFlag(path))));
    }

    static boolean hasFlag(Path library) throws IOException {
        try (FileChannel file = FileChannel.open(library)) {
            MappedByteBuffer bytes = file.map(FileChannel.MapMode.READ_ONLY, 0, file.size());
            for (int at = 0; at <= bytes.limit() - FLAG.length; at++) {
                if (bytes.get(at) == FLAG[0] && bytes.slice(at, FLAG.length).equals(ByteBuffer.wrap(FLAG))) {
                    return true;
                }
            }
            return false;
        }
    }
}
