package dev.headroom.core.proof;

import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Program;
import java.util.Optional;

/** What a load that somebody else's tool sends leaves unproved, and what to write for more. */
public final class ScriptOfOthers {

    private ScriptOfOthers() {}

    /** Empty where as much can be proved as under a load of our own. */
    public static Optional<String> leavesUnproved(Load load) {
        if (load.transport().k6().isPresent()) {
            return Optional.of(
                    "No limit was moved: k6 tells of its requests too late for it. Headroom's own engine does not"
                            + " (without `engine: k6`).");
        }
        if (!(load instanceof Load.Tool tool)
                || tool.canBeChanged() && tool.program().tellsAtOnce()) {
            return Optional.empty();
        }
        if (tool.program().sendsTheRequest()) {
            return tool.users().isPresent()
                    ? Optional.empty()
                    : Optional.of("No limit was moved: how many users there are stands in the command alone. Write "
                            + Program.USERS + " in it, and `users` beside it.");
        }
        if (tool.program() instanceof Program.Command) {
            return Optional.of(
                    "A single user was not measured (R0), and no limit was moved: the requests of this command"
                            + " are counted at the service alone. Write " + Program.URL + " and " + Program.USERS
                            + " in it, and `users` beside it: then users of Headroom's own send the same request.");
        }
        if (tool.users().isEmpty()) {
            return Optional.of("A single user was not measured (R0), and no limit was moved: the script is told neither"
                    + " how many users it has nor how long. Let it read both, " + reads(tool.program())
                    + ", and write `users` and `for` beside it.");
        }
        return Optional.of(
                tool.length().isEmpty()
                        ? "No limit was moved: the script is not told how long it is to go on. Let it read that, "
                                + reads(tool.program()) + ", and write `for` beside it."
                        : "No limit was moved: " + tool.program().tool() + " tells of its requests too late for it.");
    }

    private static String reads(Program program) {
        return switch (program) {
            case Program.Jmeter jmeter -> "${__P(users)} and ${__P(seconds)} in the plan";
            case Program.Gatling gatling ->
                "Integer.getInteger(\"users\") and Integer.getInteger(\"seconds\") in the simulation";
            case Program.K6 k6 -> "which every script of k6 does by the one that is put around it";
            case Program.Command command -> Program.USERS + " and " + Program.SECONDS + " in the command";
        };
    }
}
