package dev.headroom;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import dev.headroom.core.model.diagnosis.Diagnosis;
import dev.headroom.core.model.result.Inspection;
import dev.headroom.core.rules.Finding;
import dev.headroom.lab.store.InspectionFile;
import dev.headroom.report.Reports;
import java.io.Console;
import java.io.PrintStream;
import java.util.List;
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

    /** Of a diagnosis and its proof, each knows those before it only. */
    private static final List<String> STAGES =
            List.of("evidence", "conservation", "bounds", "rules", "diagnosis", "proof");

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

    /** Sentences are handed on, and not read: what is decided is decided by figures and kinds. */
    @ArchTest
    static final ArchRule nothingIsDecidedByAText = noClasses()
            .that()
            .resideInAPackage("dev.headroom.core..")
            .and()
            .resideOutsideOfPackage("dev.headroom.core.model..")
            .and()
            .haveSimpleNameNotContaining("Verdicts")
            .and()
            .haveSimpleNameNotContaining("TurnedAway")
            .and()
            .doNotHaveSimpleName("Finding")
            .should()
            .callMethod(Diagnosis.class, "summary")
            .orShould()
            .callMethod(Diagnosis.class, "notes")
            .orShould()
            .callMethod(Finding.class, "summary")
            .orShould()
            .callMethod(Diagnosis.Remedy.class, "action")
            .orShould()
            .callMethod(Diagnosis.Rival.class, "because")
            .orShould()
            .callMethod(Diagnosis.Check.class, "detail");

    @ArchTest
    static final ArchRule packagesOfAModuleFormNoCycles = SlicesRuleDefinition.slices()
            .matching("dev.headroom.(*).(*)..")
            .should()
            .beFreeOfCycles();
}
