package dev.headroom.probe.dump;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.probe.jvm.ProcessId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class RecordingOwnerTest {

    private static final RecordingOwner OURS = RecordingOwner.ours();

    /** Process ids of Linux end before it. */
    private static final long NOBODY = 999_999_999;

    private static String name(String namespaces, long pid, long begun) {
        return new RecordingOwner(namespaces, new ProcessId(pid, begun)).prefix() + 1;
    }

    private static String listed(String... names) {
        StringBuilder all = new StringBuilder();
        for (String name : names) {
            all.append("Recording ").append(all.length()).append(": name=").append(name);
            all.append(" duration=1m maxsize=64.0MB (running)\n");
        }
        return all.toString();
    }

    @Test
    void thoseOfAHeadroomWhoseNumberNobodyOrAnotherHasAreAbandoned() {
        String ended = name(OURS.namespaces(), NOBODY, 1);
        String another =
                name(OURS.namespaces(), OURS.process().pid(), OURS.process().begun() - 1);

        assertThat(OURS.abandoned("Recordings:\n" + listed(ended, another))).containsExactly(ended, another);
    }

    @Test
    void thoseOfAHeadroomThatLivesAreNot() {
        assertThat(OURS.abandoned(
                        listed(OURS.prefix() + 0, RecordingOwner.ours().prefix() + 1)))
                .isEmpty();
    }

    /** Of another container a process may live that has a number which nobody has here. */
    @Test
    void thoseOfOtherNamespacesAreNot() {
        assertThat(OURS.abandoned(listed(name("1.2", NOBODY, 1), name("1.", NOBODY, 1))))
                .isEmpty();
    }

    @Test
    void whatIsCalledAlmostAsOursIsNot() {
        String ours = name(OURS.namespaces(), NOBODY, 1);

        assertThat(OURS.abandoned(
                        listed("headroom", "my-" + ours, ours + "-mine", ours.replace('h', 'H'), "1", "headroom-7-1")))
                .isEmpty();
        assertThat(OURS.abandoned("a note: Recording 1: name=" + ours + " duration=1m"))
                .isEmpty();
    }
}
