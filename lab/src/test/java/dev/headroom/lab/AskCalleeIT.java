package dev.headroom.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.core.model.Limit;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.lab.experiment.ExperimentFile;
import dev.headroom.lab.watch.AttachingProbes;
import dev.headroom.load.EmbeddedEngine;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A downstream that was started for the run is watched in turn. */
@Tag("alone")
@Tag("nightly")
class AskCalleeIT extends RealServices {

    @Test
    void whatBindsInTheJvmThatIsCalledIsNamed() throws Exception {
        Path file = folder.resolve("desk.yaml");
        Files.writeString(file, """
                name: desk
                services:
                  svc: { command: ["%s", -cp, "%s", %s, "${svc.port}"], port: 0, ready: / }
                watch: svc
                load: { closed: { users: 30, for: 3s } }
                variants:
                  plain: { request: GET / }
                """.formatted(OwnJvm.java(), OwnJvm.classPath(Desk.class), Desk.class.getName()));

        Diagnosis found = new Lab(new EmbeddedEngine(), new AttachingProbes(), "test")
                .run(ExperimentFile.read(file), options(), events::add)
                .runs()
                .getFirst()
                .diagnosis()
                .orElseThrow();

        assertThat(found.bindingLimit().map(Limit::kind)).hasValue(LimitKind.DOWNSTREAM);
        assertThat(found.summary())
                .as("who has a permit there sleeps: whether more permits would help is not sure")
                .contains("it is bound by", "Desk", Desk.DESKS + " permits", "(suspected)");
    }
}
