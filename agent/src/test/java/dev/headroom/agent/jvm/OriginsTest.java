package dev.headroom.agent.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;

/** This test lies in a folder, JUnit and AssertJ in jars. */
class OriginsTest {

    private static final String JUNIT = Test.class.getName();
    private static final String ASSERTJ = Assertions.class.getName();

    private static Origins met(String command, List<String> libraries, Class<?>... types) {
        Origins origins = new Origins(command, libraries);
        for (Class<?> type : types) {
            origins.met(type);
        }
        return origins;
    }

    @Test
    void theJarOfTheClassThatWasStartedIsTheApplications() {
        Origins origins = met(JUNIT + " --port 8080", List.of(), Test.class, Assertions.class);
        assertThat(origins.isOurs(JUNIT)).isTrue();
        assertThat(origins.isOurs(ASSERTJ)).isFalse();
    }

    @Test
    void soIsTheJarThatWasStarted() {
        String jar =
                Test.class.getProtectionDomain().getCodeSource().getLocation().getPath();
        Origins origins = met(jar, List.of(), Test.class, Assertions.class);
        assertThat(origins.isOurs(JUNIT)).isTrue();
        assertThat(origins.isOurs(ASSERTJ)).isFalse();
    }

    /** As of a server that loads what lies in a folder for it. */
    @Test
    void whereALibraryWasStartedAllIsTheApplicationsThatHasNoLibrarysName() {
        Origins origins = met(JUNIT, List.of("org.junit."), Test.class, Assertions.class);
        assertThat(origins.isOurs(JUNIT)).isFalse();
        assertThat(origins.isOurs(ASSERTJ)).isTrue();
        assertThat(origins.isOurs("java.lang.String"))
                .as("of which no class was met")
                .isFalse();
    }

    @Test
    void whereAFolderHasClassesJarsAreLibraries() {
        Origins origins = met("", List.of(), Test.class, Assertions.class, OriginsTest.class);
        assertThat(origins.isOurs(OriginsTest.class.getName())).isTrue();
        assertThat(origins.isOurs(ASSERTJ)).isFalse();
    }
}
