package dev.headroom.lab.experiment;

import dev.headroom.core.model.load.Load;
import dev.headroom.core.model.load.Mix;
import dev.headroom.core.text.Texts;
import dev.headroom.lab.secrets.EnvironmentValues;
import dev.headroom.load.k6.K6Script;
import dev.headroom.load.k6.ScriptWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A script that is shared out: whoever may read it reads what stands in it. */
public final class SharedScript {

    private SharedScript() {}

    /** @throws IllegalArgumentException where a load cannot be put so, or a value of the environment would stand in it */
    public static K6Script of(Mix mix, Load load) {
        K6Script script = ScriptWriter.write(mix, load);
        if (Stream.concat(texts(mix), Stream.concat(Stream.of(script.text()), script.files().values().stream()))
                .anyMatch(text -> !EnvironmentValues.hideIn(text).equals(text))) {
            throw new IllegalArgumentException("a value of the environment (`${env.NAME}`) would stand in the script of"
                    + " k6, which others read: leave it out of what is shared out, or write a script of your own that takes"
                    + " it from __ENV");
        }
        return script;
    }

    /** Of its requests, as they stand in the file: in a script they are written otherwise, and short ones are known by themselves alone. */
    private static Stream<String> texts(Mix mix) {
        List<String> texts = new ArrayList<>();
        Stream.concat(mix.parts().stream(), mix.visitors().login().stream())
                .forEach(part -> Texts.change(part, (name, text) -> {
                    texts.add(text);
                    return text;
                }));
        return texts.stream();
    }
}
