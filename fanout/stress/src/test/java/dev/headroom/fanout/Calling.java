package dev.headroom.fanout;

import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

/** A caller of its own, beside the two threads that jcstress races. */
final class Calling {
    private final FutureTask<Object> answer;

    Calling(Callable<?> call) {
        this.answer = new FutureTask<>(() -> here(call));
        Thread.ofVirtual().start(answer);
    }

    /** The answer, or what part failed. */
    static Object here(Callable<?> call) {
        try {
            return call.call();
        } catch (FanOutException failure) {
            return String.valueOf(failure.getMessage()).replaceAll(" after .*", "");
        } catch (Exception other) {
            return other.toString();
        }
    }

    /** Longer than any deadline of these tests is waited for nothing. */
    Object answer() {
        try {
            return answer.get(15, TimeUnit.SECONDS);
        } catch (Exception notWoken) {
            return "never woken";
        }
    }
}
