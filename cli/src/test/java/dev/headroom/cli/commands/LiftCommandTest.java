package dev.headroom.cli.commands;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.cli.Busy;
import dev.headroom.cli.exit.BadInput;
import dev.headroom.cli.exit.ExitCode;
import dev.headroom.cli.live.Consent;
import dev.headroom.cli.live.RunningTarget;
import dev.headroom.core.model.observation.Activity;
import dev.headroom.core.model.observation.Adjustable;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.observation.Observation.Window;
import dev.headroom.core.model.observation.StationKind;
import dev.headroom.core.testing.Seen;
import dev.headroom.probe.ProbeException;
import dev.headroom.probe.jvm.ProcessId;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** What whoever lifts a limit is asked, and what becomes of the answer. */
public class LiftCommandTest {

    private static final RunningTarget JVM =
            new RunningTarget(ProcessId.now(ProcessHandle.current().pid()), "shop");
    private static final Adjustable TOMCAT = new Adjustable(Busy.POOL, Busy.WORKERS, true, "setMaximumPoolSize");

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final Asked person = new Asked("n");

    private ExitCode lift(Busy service, String... options) throws Exception {
        return lift(service, JVM, options);
    }

    private ExitCode lift(Busy service, RunningTarget jvm, String... options) throws Exception {
        LiftCommand command = new LiftCommand(person);
        new CommandLine(command)
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .parseArgs(options);
        return command.ended(service.observation(), jvm, service, Duration.ofMillis(1));
    }

    @Test
    void nobodyIsAskedToMoveWhatCouldNotBePutBack() {
        Busy service = new Busy(new Adjustable(Busy.POOL, Busy.WORKERS, false, "setParallelism"));

        assertThatThrownBy(() -> lift(service, "1", "--pool", Busy.POOL, "--to", "20"))
                .isInstanceOf(BadInput.class)
                .hasMessageContaining("say --keep if that is meant");
        assertThat(person.asked).isZero();
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void whoIsAskedIsToldForHowLongWhatMayHappenAndThatItComesBack() throws Exception {
        Busy service = new Busy(TOMCAT);

        assertThat(lift(service, "1", "--pool", Busy.POOL, "--to", "20")).isEqualTo(ExitCode.FAILED);
        assertThat(err.toString().replace('\u00a0', ' '))
                .containsSubsequence(
                        "tomcat-8080 goes from 10 to 20, for ",
                        " at most.",
                        "Meanwhile what lies behind tomcat-8080 may get up to 100 % more load",
                        "It comes back at the end",
                        "Move it? [y/N]");
        assertThat(out.toString()).contains("nothing was moved");
        assertThat(service.moves).isEmpty();
    }

    @Test
    void whoKeepsAMoveIsToldThatNobodyPutsItBack() throws Exception {
        Busy service = new Busy(new Adjustable(Busy.POOL, Busy.WORKERS, false, "setParallelism"));

        assertThat(lift(service, "1", "--pool", Busy.POOL, "--to", "5", "--keep"))
                .isEqualTo(ExitCode.FAILED);
        assertThat(err.toString().replace('\u00a0', ' '))
                .containsSubsequence(
                        "tomcat-8080 goes from 10 to 5, and stays so: nobody puts it back.",
                        "From then on fewer requests get through",
                        "50 % less of what passes tomcat-8080.",
                        "Move it? [y/N]")
                .doesNotContain("Meanwhile", "It comes back", "at most");
        assertThat(service.moves).isEmpty();
    }

    @Test
    void aYesMovesItAndPutsItBack() throws Exception {
        Busy service = new Busy(TOMCAT);
        person.answer = "y";

        assertThat(lift(service, "1", "--pool", Busy.POOL, "--to", "20")).isEqualTo(ExitCode.DONE);
        assertThat(service.moves).containsExactly("tomcat-8080 to 20", "back");
        assertThat(out.toString()).contains("tomcat-8080 10 -> 20", "tomcat-8080 is 10 again");
    }

    @Test
    void whatCanBeMovedStandsInColumnsAlwaysInTheSameOrder() throws Exception {
        Adjustable route = new Adjustable("inventory.warehouse.example.org:9191", 5, true, "setMaxPerRoute");
        Busy service = new Busy(route) {
            @Override
            public Observation observe(Instant zero, Window window) {
                return Seen.during(window).lever(route).lever(TOMCAT).observation();
            }
        };

        assertThat(lift(service, "1")).isEqualTo(ExitCode.DONE);
        assertThat(out.toString().lines())
                .containsExactly(
                        "inventory.warehouse.example.org:9191      5  setMaxPerRoute",
                        "tomcat-8080                              10  setMaximumPoolSize");
        out.getBuffer().setLength(0);
        service = new Busy(route) {
            @Override
            public Observation observe(Instant zero, Window window) {
                return Seen.during(window).lever(TOMCAT).lever(route).observation();
            }
        };
        lift(service, "1");
        assertThat(out.toString().lines().findFirst())
                .hasValueSatisfying(line -> assertThat(line).startsWith("inventory"));
    }

    /** Of its workers some hold one of 11 connections and wait for another. */
    private static Busy thatMayStandStill() {
        return new Busy(TOMCAT) {
            @Override
            public Observation observe(Instant zero, Window window) {
                return Seen.during(window)
                        .pool(Seen.pool(Busy.POOL, StationKind.SERVLET_WORKERS)
                                .maximum(Busy.WORKERS)
                                .active(Busy.WORKERS)
                                .waits(Activity.AWAITING_CONNECTION, "connections", 2))
                        .resource(Seen.resource("connections", StationKind.CONNECTION_POOL)
                                .capacity(11)
                                .used(11, 2))
                        .lever(TOMCAT)
                        .observation();
            }
        };
    }

    @Test
    void whatMayDoLastingHarmIsMovedOnlyForWhoHasReadIt() throws Exception {
        Busy service = thatMayStandStill();

        assertThatThrownBy(() -> lift(service, "1", "--pool", Busy.POOL, "--to", "20", "--yes"))
                .isInstanceOf(BadInput.class)
                .hasMessageContaining("it may do lasting harm")
                .hasMessageContaining("one of the 11");
        assertThat(service.moves).isEmpty();

        person.answer = "y";
        assertThat(lift(service, "1", "--pool", Busy.POOL, "--to", "20")).isEqualTo(ExitCode.DONE);
        assertThat(err.toString()).containsSubsequence("It may do lasting harm", "Move it?");
        assertThat(lift(service, "1", "--pool", Busy.POOL, "--to", "5", "--yes"))
                .as("down")
                .isEqualTo(ExitCode.DONE);
    }

    @Test
    void aLimitOfOneIsRaisedOnlyForWhoHasReadWhyItMayBeOne() throws Exception {
        Busy service = new Busy(new Adjustable(Busy.POOL, 1, true, "setMaximumPoolSize"));

        assertThatThrownBy(() -> lift(service, "1", "--pool", Busy.POOL, "--to", "2", "--yes"))
                .isInstanceOf(BadInput.class)
                .hasMessageContaining("it may do lasting harm: tomcat-8080 lets one past at a time");
        assertThat(service.moves).isEmpty();

        person.answer = "y";
        assertThat(lift(service, "1", "--pool", Busy.POOL, "--to", "2")).isEqualTo(ExitCode.DONE);
        assertThat(err.toString()).containsSubsequence("lets one past at a time", "Move it?");
        assertThat(service.moves).contains("tomcat-8080 to 2");
    }

    @Test
    void aServiceThatDiesMeanwhileIsNotDone() throws Exception {
        Process ended = new ProcessBuilder("true").start();
        ended.waitFor();
        Busy service = new Busy(TOMCAT) {
            @Override
            public void held() throws ProbeException {
                throw new ProbeException("the JVM is gone");
            }
        };

        assertThatThrownBy(() -> lift(
                        service,
                        new RunningTarget(new ProcessId(ended.pid(), 1), "shop"),
                        "1",
                        "--pool",
                        Busy.POOL,
                        "--to",
                        "20",
                        "--yes"))
                .isInstanceOf(ProbeException.class)
                .hasMessageContaining("process " + ended.pid() + " (shop) has ended");
    }

    /** Who gives one answer, however often. */
    public static final class Asked implements Consent.Person {
        private String answer;
        private int asked;

        public Asked(String answer) {
            this.answer = answer;
        }

        @Override
        public boolean isThere() {
            return true;
        }

        @Override
        public void forget() {
            // nothing is typed before
        }

        @Override
        public String answer() {
            asked++;
            return answer;
        }
    }
}
