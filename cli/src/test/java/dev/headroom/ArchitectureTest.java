package dev.headroom;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.conditions.ArchConditions;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.observation.Observation;
import dev.headroom.core.model.result.Inspection;
import dev.headroom.core.rules.Finding;
import dev.headroom.lab.running.Way;
import dev.headroom.lab.store.InspectionFile;
import dev.headroom.probe.jvm.ProcessId;
import dev.headroom.report.Reports;
import java.io.Console;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jline.terminal.Terminal;

/** Holds the arrows of docs/decisions/0001. */
@AnalyzeClasses(
        packages = "dev.headroom",
        importOptions = {ImportOption.DoNotIncludeTests.class, ArchitectureTest.NoTestingJar.class})
class ArchitectureTest {

    /** What modules have in common for their tests. */
    static final class NoTestingJar implements ImportOption {
        @Override
        public boolean includes(Location location) {
            return !location.contains("-tests.jar");
        }
    }

    @ArchTest
    static final ArchRule modulesImportOnlyWhatTheyMay = layeredArchitecture()
            .consideringOnlyDependenciesInAnyPackage("dev.headroom..")
            .layer("cli")
            .definedBy("dev.headroom.cli..")
            .layer("harness")
            .definedBy("dev.headroom.harness..")
            .layer("lab")
            .definedBy("dev.headroom.lab..")
            .layer("report")
            .definedBy("dev.headroom.report..")
            .layer("load")
            .definedBy("dev.headroom.load..")
            .layer("probe")
            .definedBy("dev.headroom.probe..")
            .layer("core")
            .definedBy("dev.headroom.core..")
            .whereLayer("cli")
            .mayNotBeAccessedByAnyLayer()
            .whereLayer("harness")
            .mayOnlyBeAccessedByLayers("cli")
            .whereLayer("lab")
            .mayOnlyBeAccessedByLayers("harness", "cli")
            .whereLayer("report")
            .mayOnlyBeAccessedByLayers("cli")
            .whereLayer("load")
            .mayOnlyBeAccessedByLayers("lab", "harness", "cli")
            .whereLayer("probe")
            .mayOnlyBeAccessedByLayers("lab", "harness", "cli");

    @ArchTest
    static final ArchRule coreKnowsNoLibraryAndDoesNoInputOrOutput = noClasses()
            .that()
            .resideInAPackage("dev.headroom.core..")
            .and()
            .doNotHaveFullyQualifiedName("dev.headroom.core.libraries.Libraries") // files on the class path
            .should()
            .dependOnClassesThat()
            .resideOutsideOfPackages(
                    "dev.headroom.core..",
                    "java.lang..",
                    "java.util..",
                    "java.time..",
                    "java.math..",
                    "java.net",
                    "java.nio.file",
                    "org.hipparchus..",
                    "org.jspecify..");

    @ArchTest
    static final ArchRule coreOpensNoFileAndNoConnection = noClasses()
            .that()
            .resideInAPackage("dev.headroom.core..")
            .should()
            .dependOnClassesThat()
            .haveNameMatching(
                    "java\\.nio\\.file\\.Files|java\\.net\\.(Socket|URLConnection|http\\..*)|java\\.lang\\.(Process|ProcessBuilder|Runtime)");

    private static final String DOOR = "dev.headroom.cli.screen.Door";

    @ArchTest
    static final ArchRule onlyTheCommandsPrint = noClasses()
            .that()
            .resideInAnyPackage("dev.headroom.core..", "dev.headroom.probe..", "dev.headroom.load..")
            .or()
            .resideInAnyPackage("dev.headroom.lab..", "dev.headroom.report..")
            .should()
            .accessField(System.class, "out")
            .orShould()
            .accessField(System.class, "err");

    @ArchTest
    static final ArchRule nothingIsPrintedBesideTheDoor = noClasses()
            .that()
            .doNotHaveFullyQualifiedName(DOOR)
            .and()
            .resideInAPackage("dev.headroom.cli..")
            .should()
            .dependOnClassesThat()
            .haveFullyQualifiedName("java.io.FileDescriptor")
            .orShould()
            .callMethod(Console.class, "readLine", String.class, Object[].class)
            .orShould()
            .callMethod(Console.class, "printf", String.class, Object[].class)
            .orShould()
            .callMethod(Console.class, "format", String.class, Object[].class)
            .orShould()
            .callMethod(Console.class, "writer")
            .orShould()
            .callMethod(System.class, "setOut", PrintStream.class)
            .orShould()
            .callMethod(System.class, "setErr", PrintStream.class);

    /** JLine writes to the terminal itself. */
    @ArchTest
    static final ArchRule terminalsAreDrawnOnInTwoPlaces = noClasses()
            .that()
            .haveSimpleNameNotContaining("LiveView")
            .and()
            .haveSimpleNameNotContaining("FullScreen")
            .should()
            .dependOnClassesThat()
            .haveFullyQualifiedName("org.jline.utils.Display")
            .orShould()
            .callMethod(Terminal.class, "writer")
            .orShould()
            .callMethod(Terminal.class, "output");

    @ArchTest
    static final ArchRule whoeverAskedIsToldWhatAProbeDoesBeforeItIsOpened = noClasses()
            .that()
            .resideInAPackage("dev.headroom.cli..")
            .and()
            .doNotHaveFullyQualifiedName("dev.headroom.cli.live.RunningTarget")
            .should()
            .callMethod(Way.class, "open", ProcessId.class);

    @ArchTest
    static final ArchRule reportsComeOutOfOneClass = noClasses()
            .that()
            .resideOutsideOfPackage("dev.headroom.report..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("dev.headroom.report.plain..", "dev.headroom.report.html..");

    private static final String FINDINGS = "dev.headroom.cli.screen.Findings";

    /** There secrets are taken out. */
    @ArchTest
    static final ArchRule whatWasFoundInARunningJvmLeavesByOneClass = noClasses()
            .that()
            .resideInAPackage("dev.headroom.cli..")
            .and()
            .doNotHaveFullyQualifiedName(FINDINGS)
            .should()
            .callMethod(Reports.class, "terminal", Inspection.class, int.class, boolean.class)
            .orShould()
            .callMethod(Reports.class, "html", Inspection.class)
            .orShould()
            .callMethod(Reports.class, "markdown", Inspection.class)
            .orShould()
            .dependOnClassesThat()
            .areAssignableTo(InspectionFile.class);

    /** Each knows those before it only: what all use, a diagnosis and its proof, and what is said of a service that does not run. */
    private static final List<String> STAGES = List.of(
            "text",
            "model",
            "statistics",
            "laws",
            "structure",
            "libraries",
            "evidence",
            "conservation",
            "bounds",
            "rules",
            "diagnosis",
            "proof",
            "prediction",
            "expectation");

    @ArchTest
    static void aStageKnowsThoseBeforeItOnly(JavaClasses classes) {
        for (int at = 0; at < STAGES.size() - 1; at++) {
            noClasses()
                    .that()
                    .resideInAPackage(stage(at))
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(IntStream.range(at + 1, STAGES.size())
                            .mapToObj(ArchitectureTest::stage)
                            .toArray(String[]::new))
                    .check(classes);
        }
    }

    private static String stage(int at) {
        return "dev.headroom.core." + STAGES.get(at) + "..";
    }

    private static final Map<Class<?>, List<String>> TEXTS = Map.of(
            Diagnosis.class, List.of("summary", "notes"),
            Diagnosis.Remedy.class, List.of("action", "reasoning"),
            Diagnosis.Rival.class, List.of("because"),
            Diagnosis.Check.class, List.of("law", "detail"),
            Finding.class, List.of("summary", "notes"),
            Observation.class, List.of("notes"));

    /** By a call or by a reference. */
    private static final ArchCondition<JavaClass> READ_A_TEXT =
            ArchConditions.accessTargetWhere(DescribedPredicate.describe(
                    "the target is a sentence",
                    access -> TEXTS.entrySet().stream()
                            .anyMatch(texts -> access.getTargetOwner().isEquivalentTo(texts.getKey())
                                    && texts.getValue().contains(access.getName()))));

    /** Sentences are handed on, and not read: what is decided is decided by figures and kinds. */
    @ArchTest
    static final ArchRule nothingIsDecidedByAText = noClasses()
            .that()
            .resideInAPackage("dev.headroom.core..")
            .and()
            .resideOutsideOfPackage("dev.headroom.core.model..")
            .and()
            .haveSimpleNameNotContaining("Verdicts") // writes what a finding says into the diagnosis
            .and()
            .haveSimpleNameNotContaining("TurnedAway") // says before it that requests are turned away
            .and()
            .doNotHaveSimpleName("Finding") // copies itself
            .should(READ_A_TEXT);

    private static final class ReadsByReference {
        private final Function<Diagnosis, String> summary = Diagnosis::summary;
        private final Function<Finding, List<String>> notes = Finding::notes;
    }

    @ArchTest
    static void aTextThatIsReadByAReferenceIsRead(JavaClasses classes) {
        JavaClasses reader = new ClassFileImporter().importClasses(ReadsByReference.class);
        assertThatThrownBy(() -> noClasses().should(READ_A_TEXT).check(reader))
                .hasMessageContaining("summary")
                .hasMessageContaining("notes");
    }

    private static final List<String> MODULES = List.of("core", "probe", "load", "lab", "harness", "report", "cli");

    /** Each module by itself: of circles in several ArchUnit finds those of the first. */
    @ArchTest
    static void packagesOfAModuleFormNoCycles(JavaClasses classes) {
        for (String module : MODULES) {
            for (String slices : List.of("dev.headroom." + module + ".(*)..", "dev.headroom.(" + module + "..)")) {
                SlicesRuleDefinition.slices()
                        .matching(slices)
                        .should()
                        .beFreeOfCycles()
                        .check(classes);
            }
        }
    }
}
