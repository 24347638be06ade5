package dev.headroom.agent.sampling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.agent.catalogue.Catalogue;
import dev.headroom.agent.jvm.Origins;
import dev.headroom.agent.limits.Limits;
import dev.headroom.agent.limits.Unhooked;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A stack that has kept its number is still there. */
class StacksTest {

    private static final int DEEP = 150;

    private final DataOutputStream out = new DataOutputStream(OutputStream.nullOutputStream());
    private Stacks stacks;

    @BeforeEach
    void make() throws Exception {
        stacks = new Stacks(new Origins("", Catalogue.packed().words("packages")), Unhooked.limits());
    }

    /** One that is like no other of another name. */
    private int number(String name, int depth) throws IOException {
        StackTraceElement[] frames = new StackTraceElement[depth];
        for (int i = 0; i < depth; i++) {
            frames[i] = new StackTraceElement("some.Type", i == 0 ? name : "step", "Type.java", i);
        }
        return stacks.number(Thread.State.WAITING, "", Limits.NONE, frames, out);
    }

    @Test
    void eachKeepsItsNumber() throws Exception {
        int first = number("first", DEEP);
        assertThat(number("other", DEEP)).isNotEqualTo(first);
        assertThat(number("first", DEEP)).isEqualTo(first);
    }

    /** A thousand of 150 frames are 10 MB. */
    @Test
    void deepOnesAreForgottenLongBeforeThereAreTooMany() throws Exception {
        int first = number("first", DEEP);
        for (int i = 1; i < 1_000; i++) {
            number("other" + i, DEEP);
        }
        assertThat(number("first", DEEP)).isEqualTo(first);
        number("one more", DEEP);
        assertThat(number("first", DEEP)).isNotEqualTo(first);
    }

    @Test
    void shallowOnesAreNot() throws Exception {
        int first = number("first", 5);
        for (int i = 0; i < 15_000; i++) {
            number("other" + i, 5);
        }
        assertThat(number("first", 5)).isEqualTo(first);
    }

    /** A recursion on a virtual thread may have tens of thousands. */
    @Test
    void whatIsBelowTheDepthIsNotKept() throws Exception {
        int first = number("first", Stacks.DEPTH);
        assertThat(number("first", 10_000)).isEqualTo(first);
        for (int i = 0; i < 15; i++) {
            number("other" + i, 10_000);
        }
        assertThat(number("first", Stacks.DEPTH)).isEqualTo(first);
    }
}
