package org.waybill.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaCodeUnitAccess;
import com.tngtech.archunit.junit.ArchTest;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.waybill.client.workflow.AdviceFacts;

/** An advice follows from its facts: nothing that the judgement calls uses the clock, files or the network (decision 0280). */
final class JudgementRules {
    private static final Set<String> OUTSIDE = Set.of(
            "java.lang.System.currentTimeMillis",
            "java.lang.System.nanoTime",
            "java.lang.System.getenv",
            "java.lang.System.getProperty",
            "java.lang.Math.random",
            "java.time.Instant.now",
            "java.time.ZoneId.systemDefault",
            "java.util.UUID.randomUUID");
    private static final Set<String> OUTSIDE_PACKAGES = Set.of(
            "java.net", "java.nio.file", "java.nio.channels", "java.io", "java.util.concurrent", "java.util.random");

    /** The steps of relative paths are written for the directory that the user is in; a replay does not compare steps. */
    private static final String CURRENT_DIRECTORY = "org.waybill.client.workflow.option.LocalPaths";

    @ArchTest
    static void judgementAsksNothing(JavaClasses classes) {
        Set<JavaCodeUnit> reached = reachedFrom(classes.get(AdviceFacts.class).getMethod("judge"), classes);

        assertThat(asked(reached)).isEmpty();
        assertThat(reached.stream().map(unit -> unit.getOwner().getSimpleName()))
                .as("what the walk must have met")
                .contains(
                        "Ranking",
                        "OptionFacts",
                        "Estimator",
                        "CircuitOptions",
                        "RelayOptions",
                        "Warnings",
                        "Steps",
                        "GeoLookup");
    }

    @ArchTest
    static void gatheringIsSeenToAsk(JavaClasses classes) {
        JavaClass advisor = classes.get("org.waybill.client.workflow.Advisor");
        assertThat(asked(reachedFrom(
                        advisor.getMethod("gather", "org.waybill.client.workflow.option.AdviceRequest"), classes)))
                .isNotEmpty();
    }

    private static Set<String> asked(Set<JavaCodeUnit> reached) {
        return reached.stream()
                .filter(unit -> !unit.getOwner().getName().equals(CURRENT_DIRECTORY))
                .flatMap(unit -> unit.getAccessesFromSelf().stream())
                .filter(JudgementRules::isOutside)
                .map(JavaAccess::getDescription)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static boolean isOutside(JavaAccess<?> access) {
        String owner = access.getTargetOwner().getName();
        return OUTSIDE.contains(owner + "." + access.getTarget().getName())
                || OUTSIDE_PACKAGES.contains(access.getTargetOwner().getPackageName());
    }

    /** With lambdas and method references; of an interface or an overridden method, with all that it may be. */
    private static Set<JavaCodeUnit> reachedFrom(JavaCodeUnit start, JavaClasses classes) {
        Set<JavaCodeUnit> reached = new LinkedHashSet<>();
        Deque<JavaCodeUnit> next = new ArrayDeque<>();
        next.add(start);
        while (!next.isEmpty()) {
            JavaCodeUnit unit = next.remove();
            if (!reached.add(unit)) {
                continue;
            }
            unit.getAccessesFromSelf().stream()
                    .filter(access -> access.getTargetOwner().getPackageName().startsWith("org.waybill."))
                    .flatMap(access -> targets(access, classes))
                    .forEach(next::add);
        }
        return reached;
    }

    private static Stream<JavaCodeUnit> targets(JavaAccess<?> access, JavaClasses classes) {
        JavaClass owner = access.getTargetOwner();
        return Stream.concat(Stream.of(owner), owner.getAllSubclasses().stream())
                .filter(one -> classes.contain(one.getName()))
                .flatMap(one -> one.getCodeUnits().stream())
                .filter(unit -> unit.getName().equals(access.getTarget().getName())
                        && access instanceof JavaCodeUnitAccess<?> call
                        && unit.getRawParameterTypes().equals(call.getTarget().getRawParameterTypes()));
    }
}
