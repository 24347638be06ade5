package dev.headroom.probe.jvm;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.headroom.core.text.Secrets;
import dev.headroom.fuzz.Harm;
import dev.headroom.fuzz.Target;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The words of a process' command and its {@code JAVA_TOOL_OPTIONS}, as anybody may choose them. There is no exception. */
public final class CommandLineFuzz implements Target {

    @FuzzTest
    @Override
    public void fuzz(byte[] input) throws Exception {
        String text = new String(input, StandardCharsets.UTF_8);
        List<String> words = List.of(text.split("\0", -1)).stream()
                .filter(word -> !word.isEmpty())
                .toList();
        Harm.none(input.length, () -> {
            CommandLine command = CommandLine.of(words, words.stream().limit(1).toList());
            command.name();
            command.flag("UsePerfData");
            command.option("-Dcom.sun.management.jmxremote.port=");
            Secrets.hideInArguments(command.options());
        });
    }
}
