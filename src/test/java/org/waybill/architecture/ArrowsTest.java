package org.waybill.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.ArchTests;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Instant;
import java.util.stream.Collectors;

/** Which part of Waybill may know which other one. */
@AnalyzeClasses(packages = "org.waybill", importOptions = ArrowsTest.MainCode.class)
class ArrowsTest {
    /** Tests know more than what they test; the engine's come in a jar of their own. */
    static final class MainCode implements ImportOption {
        @Override
        public boolean includes(Location location) {
            return !location.contains("/test-classes/") && !location.contains("-tests.jar");
        }
    }

    private static final long MOST_TYPES = 41; // one of them may be package-info
    private static final String PLATFORM = "org.waybill.platform..";
    private static final String PROTOCOL = "org.waybill.protocol..";
    private static final String API = "org.waybill.api..";
    private static final String PLANNER = "org.waybill.planner..";
    private static final String GEOIP = "org.waybill.geoip..";
    private static final String DB = "org.waybill.db..";
    private static final String SERVICE = "org.waybill.service..";
    private static final String ENGINE = "org.waybill.engine..";
    private static final String CLIENT = "org.waybill.client..";
    private static final String CLI = "org.waybill.cli..";
    private static final String DESKTOP = "org.waybill.desktop..";

    /** Here, since reading all classes takes long. */
    @ArchTest
    static final ArchTests JUDGEMENT = ArchTests.in(JudgementRules.class);

    @ArchTest
    static final ArchRule plannerKnowsOnlyProtocolsAndTheJdk = noClasses()
            .that()
            .resideInAPackage(PLANNER)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(PLATFORM, API, GEOIP, DB, SERVICE, ENGINE, CLIENT, CLI, DESKTOP)
            .orShould()
            .dependOnClassesThat()
            .resideInAnyPackage("java.net..", "java.nio.file..", "java.nio.channels..");

    @ArchTest
    static final ArchRule plannerHasNoClock = noClasses()
            .that()
            .resideInAPackage(PLANNER)
            .should()
            .callMethod(System.class, "nanoTime")
            .orShould()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(Instant.class, "now");

    @ArchTest
    static final ArchRule contractKnowsOnlyProtocols = noClasses()
            .that()
            .resideInAPackage(API)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(PLATFORM, PLANNER, GEOIP, DB, SERVICE, ENGINE, CLIENT, CLI, DESKTOP);

    @ArchTest
    static final ArchRule protocolsKnowNobody = noClasses()
            .that()
            .resideInAPackage(PROTOCOL)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(PLATFORM, API, PLANNER, GEOIP, DB, SERVICE, ENGINE, CLIENT, CLI, DESKTOP);

    @ArchTest
    static final ArchRule platformKnowsNobody = noClasses()
            .that()
            .resideInAPackage(PLATFORM)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(API, PLANNER, GEOIP, DB, SERVICE, ENGINE, CLIENT, CLI, DESKTOP);

    @ArchTest
    static final ArchRule onlyThePlatformCallsTheCLibrary = noClasses()
            .that()
            .resideOutsideOfPackage(PLATFORM)
            .should()
            .dependOnClassesThat()
            .haveFullyQualifiedName("java.lang.foreign.Linker");

    @ArchTest
    static final ArchRule placesKnowNobody = noClasses()
            .that()
            .resideInAPackage(GEOIP)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(PLATFORM, API, PLANNER, DB, SERVICE, ENGINE, CLIENT, CLI, DESKTOP);

    @ArchTest
    static final ArchRule databaseKnowsNobody = noClasses()
            .that()
            .resideInAPackage(DB)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(PLATFORM, API, PLANNER, GEOIP, SERVICE, ENGINE, CLIENT, CLI, DESKTOP);

    @ArchTest
    static final ArchRule serviceKnowsNoClientAndNoEngine = noClasses()
            .that()
            .resideInAPackage(SERVICE)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(ENGINE, CLIENT, CLI, DESKTOP);

    @ArchTest
    static final ArchRule engineKnowsOnlyThePlannerAndThePlatform = noClasses()
            .that()
            .resideInAPackage(ENGINE)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    API,
                    GEOIP,
                    DB,
                    SERVICE,
                    CLIENT,
                    CLI,
                    DESKTOP,
                    "org.springframework..",
                    "jakarta.persistence..",
                    "javafx..");

    @ArchTest
    static final ArchRule coreKnowsNoFaceAndNoService = noClasses()
            .that()
            .resideInAPackage(CLIENT)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(SERVICE, DB, GEOIP, CLI, DESKTOP, "org.springframework..", "javafx..");

    @ArchTest
    static final ArchRule onlyTheDesktopKnowsJavaFx = noClasses()
            .that()
            .resideOutsideOfPackage(DESKTOP)
            .should()
            .dependOnClassesThat()
            .resideInAPackage("javafx..");

    @ArchTest
    static final ArchRule onlyTheToolsOfAssistantsKnowTheirProtocol = noClasses()
            .that()
            .resideOutsideOfPackage("org.waybill.cli.mcp..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.modelcontextprotocol..", "reactor..");

    @ArchTest
    static final ArchRule facesKnowNoServiceClasses = noClasses()
            .that()
            .resideInAnyPackage(CLI, DESKTOP)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(DB, GEOIP, "org.springframework..", "jakarta.persistence..");

    @ArchTest
    static final ArchRule transportsAreSansIo = noClasses()
            .that()
            .resideInAPackage("org.waybill.engine.transport..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "java.net..",
                    "java.nio.channels..",
                    "java.nio.file..",
                    "java.lang.foreign..",
                    "org.waybill.engine.driver..",
                    "org.waybill.engine.node..")
            .orShould()
            .callMethod(System.class, "nanoTime")
            .orShould()
            .callMethod(System.class, "currentTimeMillis");

    @ArchTest
    static final ArchRule driverKnowsNoDaemon = noClasses()
            .that()
            .resideInAPackage("org.waybill.engine.driver..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "org.waybill.engine.node..",
                    "org.waybill.engine.overlay..",
                    "org.waybill.engine.gateway..",
                    "org.waybill.engine.mover..");

    @ArchTest
    static final ArchRule onlyRemoteSpeaksHessian = noClasses()
            .that()
            .resideInAPackage(CLIENT)
            .and()
            .resideOutsideOfPackage("org.waybill.client.remote..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("com.caucho..", "org.waybill.api.hessian..");

    @ArchTest
    static final ArchRule estimatesAndWorkflowsDoNoInput = noClasses()
            .that()
            .resideInAPackage("org.waybill.client.estimate..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("java.net.http..", "java.nio.channels..");

    @ArchTest
    static final ArchRule featuresOfTheEngineAreFreeOfCycles =
            slices().matching("org.waybill.engine.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule featuresOfTheClientAreFreeOfCycles =
            slices().matching("org.waybill.client.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule featuresOfTheServiceAreFreeOfCycles =
            slices().matching("org.waybill.service.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule groupsOfCommandsAreFreeOfCycles =
            slices().matching("org.waybill.cli.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule stepsOfAdviceAreFreeOfCycles =
            slices().matching("org.waybill.client.workflow.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule sidesOfASessionAreFreeOfCycles =
            slices().matching("org.waybill.engine.session.(*)..").should().beFreeOfCycles();

    /** A reader who opens a package should see what it is about. */
    @ArchTest
    static void noPackageHasMoreThanFortyTypes(JavaClasses classes) {
        assertThat(classes.stream()
                        .filter(JavaClass::isTopLevelClass)
                        .collect(Collectors.groupingBy(JavaClass::getPackageName, Collectors.counting())))
                .allSatisfy((name, types) -> assertThat(types).as(name).isLessThanOrEqualTo(MOST_TYPES));
    }
}
