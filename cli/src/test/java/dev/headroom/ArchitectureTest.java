package dev.headroom;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;

/** Holds the arrows of docs/decisions/0001. */
@AnalyzeClasses(packages = "dev.headroom", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    @ArchTest
    static final ArchRule modulesImportOnlyWhatTheyMay = layeredArchitecture()
            .consideringOnlyDependenciesInAnyPackage("dev.headroom..")
            .layer("cli")
            .definedBy("dev.headroom.cli..")
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
            .whereLayer("lab")
            .mayOnlyBeAccessedByLayers("cli")
            .whereLayer("report")
            .mayOnlyBeAccessedByLayers("cli")
            .whereLayer("load")
            .mayOnlyBeAccessedByLayers("lab", "cli")
            .whereLayer("probe")
            .mayOnlyBeAccessedByLayers("lab", "cli");

    @ArchTest
    static final ArchRule coreKnowsNoLibraryAndDoesNoInputOrOutput = noClasses()
            .that()
            .resideInAPackage("dev.headroom.core..")
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
                    "org.jspecify..");

    @ArchTest
    static final ArchRule coreOpensNoFileAndNoConnection = noClasses()
            .that()
            .resideInAPackage("dev.headroom.core..")
            .should()
            .dependOnClassesThat()
            .haveNameMatching(
                    "java\\.nio\\.file\\.Files|java\\.net\\.(Socket|URLConnection|http\\..*)|java\\.lang\\.(Process|ProcessBuilder|Runtime)");

    @ArchTest
    static final ArchRule packagesOfAModuleFormNoCycles = SlicesRuleDefinition.slices()
            .matching("dev.headroom.(*).(*)..")
            .should()
            .beFreeOfCycles();
}
