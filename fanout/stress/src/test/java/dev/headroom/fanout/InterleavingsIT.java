package dev.headroom.fanout;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jcstress.Main;

/** Short by default; {@code -Dinterleavings.full=true} gives each a second in each mode of the JIT compilers: more than an hour. */
@Tag("nightly")
class InterleavingsIT {
    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path results;

    /** Throws where an outcome was seen that must not be. */
    @Test
    void showNoForbiddenOutcome() throws Exception {
        String report = results.toString();
        if (Boolean.getBoolean("interleavings.full")) {
            Main.main(new String[] {"-r", report});
        } else {
            Main.main(("-r " + report
                            + " -f 1 -fsm 1 -iters 1 -time 300 -strideSize 32 -strideCount 8 -sc false -jvmArgs -Xmx512m")
                    .split(" "));
        }
    }
}
