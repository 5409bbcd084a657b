package tallygate.house;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTag;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.sql.PreparedStatement;
import java.time.Clock;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Who may know whom. One class, because importing everything is what takes the time. */
@AnalyzeClasses(packages = "tallygate", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    /** Which of its sisters each package of the gateway may know. The whole architecture, in a few lines. */
    private static final Map<String, Set<String>> KNOWS = Map.ofEntries(
            Map.entry("alert", Set.of()),
            Map.entry("task", Set.of()),
            Map.entry("trace", Set.of()),
            Map.entry("http", Set.of()),
            Map.entry("embedded", Set.of()),
            Map.entry("identity", Set.of("task")),
            Map.entry("desk", Set.of("task", "identity")),
            Map.entry("ingest", Set.of("alert", "http", "task", "trace")),
            Map.entry("mysql", Set.of("alert", "task", "saga", "reconcile", "identity", "desk")),
            Map.entry("saga", Set.of("alert", "task", "trace")),
            Map.entry("process", Set.of("alert", "task", "saga", "trace")),
            Map.entry("reconcile", Set.of("alert", "task")),
            Map.entry("admin", Set.of("alert", "http", "ingest", "task", "saga", "reconcile", "identity", "desk")),
            Map.entry("confirm", Set.of("alert", "ingest", "task")));

    /** Which modules each module may know. */
    private static final Map<String, Set<String>> MODULES = Map.of(
            "config", Set.of(),
            "signature", Set.of(),
            "callback", Set.of("signature"),
            "loadtest", Set.of("signature"),
            "gateway", Set.of("config", "signature", "callback"));

    @ArchTest
    static void sistersKnowOnlyWhomTheMapNames(JavaClasses classes) {
        KNOWS.forEach((name, friends) -> {
            Set<String> strangers = new TreeSet<>(KNOWS.keySet());
            strangers.removeAll(friends);
            strangers.remove(name);
            strangers.add("command");
            noClasses()
                    .that(resideInAPackage("tallygate.gateway." + name + ".."))
                    .should()
                    .dependOnClassesThat(resideInAnyPackage(strangers.stream()
                            .map(s -> "tallygate.gateway." + s + "..")
                            .toArray(String[]::new)))
                    .allowEmptyShould(true)
                    .check(classes);
        });
    }

    @ArchTest
    static void modulesKnowOnlyWhomTheMapNames(JavaClasses classes) {
        MODULES.forEach((name, friends) -> {
            Set<String> strangers = new TreeSet<>(MODULES.keySet());
            strangers.removeAll(friends);
            strangers.remove(name);
            noClasses()
                    .that(resideInAPackage("tallygate." + name + ".."))
                    .should()
                    .dependOnClassesThat(resideInAnyPackage(
                            strangers.stream().map(s -> "tallygate." + s + "..").toArray(String[]::new)))
                    .allowEmptyShould(true)
                    .check(classes);
        });
    }

    @ArchTest
    static final ArchRule noCycles =
            slices().matching("tallygate.(**)").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule jdbcOnlyInMysql = noClasses()
            .that()
            .resideOutsideOfPackages(
                    "tallygate.gateway.mysql..",
                    "tallygate.callback.guard..",
                    "tallygate.callback.participant..",
                    "tallygate.loadtest..")
            .should()
            .dependOnClassesThat(
                    resideInAnyPackage("java.sql..", "javax.sql..", "com.zaxxer.hikari..", "org.flywaydb.."));

    @ArchTest
    static final ArchRule nettyOnlyInHttp = noClasses()
            .that()
            .resideOutsideOfPackages("tallygate.gateway.http..", "tallygate.loadtest..")
            .should()
            .dependOnClassesThat(resideInAPackage("io.netty.."));

    /** Every URL passes the guard of {@code callback.outbound}; a handler's own server is the operator's word. */
    @ArchTest
    @ArchTag("T-07")
    @ArchTag("T-08")
    static final ArchRule nothingElseCallsOut = noClasses()
            .that()
            .resideOutsideOfPackages(
                    "tallygate.callback.outbound..", "tallygate.gateway.command..", "tallygate.loadtest..")
            .should()
            .dependOnClassesThat(resideInAnyPackage("java.net.http.."))
            .orShould()
            .callMethod(java.net.URI.class, "toURL")
            .orShould()
            .dependOnClassesThat()
            .areAssignableTo(java.net.HttpURLConnection.class);

    @ArchTest
    static final ArchRule onlyHandlersCallWithoutTheGuard = noClasses()
            .that()
            // An operator's own handlers and participants: their URLs are configuration.
            .resideOutsideOfPackages(
                    "tallygate.callback.outbound..", "tallygate.callback.handler..", "tallygate.callback.saga..")
            .should()
            .dependOnClassesThat()
            .haveFullyQualifiedName("tallygate.callback.outbound.HttpCalls");

    @ArchTest
    static final ArchRule onlyTheWiringKnowsTheConfiguration = noClasses()
            .that()
            .resideInAPackage("tallygate.gateway.*..")
            .and()
            .resideOutsideOfPackage("tallygate.gateway.command..")
            .should()
            .dependOnClassesThat(resideInAPackage("tallygate.config.."));

    /** Connector/J cuts the fraction of bound temporal values on servers that announce themselves as 5.5. */
    @ArchTest
    static final ArchRule temporalValuesAreNeverBound = noClasses()
            .should()
            .callMethodWhere(DescribedPredicate.describe(
                    "a temporal setter of PreparedStatement",
                    call -> call.getTargetOwner().isAssignableTo(PreparedStatement.class)
                            && Set.of("setTimestamp", "setDate", "setTime", "setObject")
                                    .contains(call.getTarget().getName())));

    @ArchTest
    static final ArchRule clocksAreHandedIn = noClasses()
            .that(outsideOfTheEdges())
            .should()
            .callMethod(Instant.class, "now")
            .orShould()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(System.class, "nanoTime")
            .orShould()
            .callMethod(Clock.class, "systemUTC")
            .orShould()
            .callMethod("java.util.UUID", "randomUUID")
            .orShould()
            .callConstructor(java.util.Random.class);

    @ArchTest
    static final ArchRule tracesLeaveInOnePlace = noClasses()
            .that()
            .resideOutsideOfPackage("tallygate.gateway.trace..")
            .should()
            .dependOnClassesThat(resideInAPackage("io.opentelemetry.."));

    /** A comparison that ends at the first difference tells a forger how far he is. */
    @ArchTest
    @ArchTag("T-04")
    static final ArchRule whatSignersSendIsComparedInConstantTime = noClasses()
            .that(resideInAnyPackage(
                    "tallygate.signature..",
                    "tallygate.callback.provider.code..",
                    "tallygate.callback.provider.recipe..",
                    "tallygate.gateway.identity.."))
            .should()
            .callMethodWhere(DescribedPredicate.describe(
                    "an early end in a comparison of bytes",
                    call -> (call.getTargetOwner().isEquivalentTo(Arrays.class)
                                            && Set.of("equals", "mismatch", "compare")
                                                    .contains(call.getTarget().getName())
                                    || call.getTarget().getName().equals("contentEquals"))
                            && !call.getOrigin().getName().equals("equals")));

    /** Nothing here reads or writes serialized objects; the process refuses them besides. */
    @ArchTest
    @ArchTag("T-39")
    static final ArchRule objectsAreNeverDeserialized =
            noClasses().should().dependOnClassesThat().areAssignableTo(java.io.ObjectInputStream.class);

    /** One way to read XML, which refuses a DOCTYPE; one way to read JSON. */
    @ArchTest
    @ArchTag("T-17")
    static final ArchRule xmlIsReadInOnePlace = noClasses()
            .that()
            .resideOutsideOfPackage("tallygate.callback.provider.read..")
            .should()
            .dependOnClassesThat(resideInAnyPackage("javax.xml..", "org.xml.sax..", "org.w3c.dom.."));

    private static DescribedPredicate<JavaClass> outsideOfTheEdges() {
        return DescribedPredicate.describe(
                "outside of Main, the wiring, commands and the load driver",
                c -> !c.getPackageName().equals("tallygate.gateway")
                        && !c.getPackageName().startsWith("tallygate.gateway.command")
                        && !c.getPackageName().startsWith("tallygate.loadtest"));
    }
}
