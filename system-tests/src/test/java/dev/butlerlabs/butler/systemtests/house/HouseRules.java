package dev.butlerlabs.butler.systemtests.house;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass.Predicates;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;

/** ARCHITECTURE.md as rules that can fail. */
final class HouseRules {

  private static final String ROOT = "dev.butlerlabs.butler.";

  private static final List<String> PLATFORMS =
      List.of(
          "providers.proxmox",
          "providers.nutanix",
          "providers.harvester",
          "providers.aws",
          "providers.gcp",
          "providers.azure");

  /** Which rooms of ours a room may use, itself aside. */
  private static final Map<String, List<String>> ARROWS = arrows();

  /** Where nothing but values goes in and out. */
  private static final String[] PURE = {
    "..plan..",
    "..ipam.address..",
    "..ipam.allocator..",
    "..ipam.territory..",
    "..ipam.history..",
    "..teams.rules..",
    "..teams.orders..",
    "..providers.*.infrastructure.."
  };

  private HouseRules() {}

  private static Map<String, List<String>> arrows() {
    var arrows = new LinkedHashMap<String, List<String>>();
    arrows.put("kernel", List.of());
    arrows.put("pki", List.of("kernel"));
    arrows.put("api", List.of("kernel"));
    arrows.put("kube", List.of("api", "pki", "kernel"));
    arrows.put("steward", List.of("kube", "api", "pki", "kernel"));
    arrows.put("ipam", List.of("kube", "api", "kernel"));
    arrows.put("teams", List.of("kube", "api", "pki", "kernel"));
    arrows.put("tenants", List.of("providers.spi", "kube", "api", "pki", "kernel"));
    arrows.put("addons", List.of("kube", "api", "pki", "kernel"));
    arrows.put("providers.spi", List.of("api", "kernel"));
    arrows.put("providers.http", List.of("providers.spi", "pki", "kernel"));
    // A platform knows the contract and the wire, and no other platform.
    for (var platform : PLATFORMS) {
      arrows.put(platform, List.of("providers.http", "providers.spi", "api", "pki", "kernel"));
    }
    arrows.put("providers.simulators", List.of("pki", "kernel"));
    arrows.put(
        "providers.contracttests",
        and(PLATFORMS, "providers.simulators", "providers.spi", "testkit", "pki", "api", "kernel"));
    arrows.put("providers.local", List.of("providers.spi", "kube", "api", "pki", "kernel"));
    arrows.put("providers.machines", List.of("providers.spi", "kube", "api", "kernel"));
    arrows.put("sandbox.toolchain", List.of("kernel"));
    arrows.put("sandbox.plane", List.of("sandbox.toolchain", "pki", "kernel"));
    arrows.put("sandbox.node", List.of("sandbox.plane", "pki", "kernel"));
    arrows.put(
        "sandbox.platform",
        List.of(
            "sandbox.node",
            "sandbox.plane",
            "sandbox.toolchain",
            "addons",
            "kube",
            "api",
            "pki",
            "kernel"));
    arrows.put("testkit", List.of("sandbox.plane", "sandbox.toolchain", "pki", "kernel"));
    arrows.put("apps.tcpproxy", List.of());
    var manager =
        new ArrayList<>(
            List.of(
                "addons",
                "ipam",
                "providers.local",
                "providers.machines",
                "providers.http",
                "providers.spi",
                "steward",
                "teams",
                "tenants",
                "kube",
                "api",
                "pki",
                "kernel"));
    manager.addAll(PLATFORMS);
    arrows.put("apps.manager", manager);
    arrows.put(
        "apps.sandbox",
        List.of("sandbox.platform", "sandbox.plane", "sandbox.toolchain", "kube", "pki", "kernel"));
    // It tries every platform there is.
    arrows.put("apps.workbench", List.of("providers", "api", "kernel"));
    return arrows;
  }

  private static List<String> and(List<String> rooms, String... more) {
    return Stream.concat(rooms.stream(), Stream.of(more)).toList();
  }

  static List<ArchRule> arrowsPointOneWay() {
    return ARROWS.keySet().stream().map(HouseRules::arrowOf).toList();
  }

  private static ArchRule arrowOf(String room) {
    var allowed = new ArrayList<String>();
    allowed.add(ROOT + room + "..");
    ARROWS.getOrDefault(room, List.of()).forEach(other -> allowed.add(ROOT + other + ".."));
    return noClasses()
        .that()
        .resideInAPackage(ROOT + room + "..")
        .should()
        .dependOnClassesThat(
            Predicates.resideInAPackage("dev.butlerlabs.butler..")
                .and(not(resideInAnyPackage(allowed.toArray(String[]::new)))))
        .because(room + " may use " + ARROWS.get(room) + " and nothing else of ours")
        .allowEmptyShould(true);
  }

  static ArchRule kernelKnowsTheJdkOnly() {
    return noClasses()
        .that()
        .resideInAPackage(ROOT + "kernel..")
        .should()
        .dependOnClassesThat(not(resideInAnyPackage("java..", "org.jspecify..", ROOT + "kernel..")))
        .because("every room uses the kernel, so it may bring nothing along");
  }

  static ArchRule roomsHaveNoCycles() {
    return slices().matching(ROOT + "(*)..").should().beFreeOfCycles();
  }

  static ArchRule cornersHaveNoCycles() {
    return slices().matching(ROOT + "(**)").should().beFreeOfCycles();
  }

  static ArchRule plansUseValuesOnly() {
    return noClasses()
        .that()
        .resideInAnyPackage(PURE)
        .should()
        .dependOnClassesThat(
            resideInAnyPackage(
                "java.io..",
                "java.net..",
                "java.nio..",
                "java.util.concurrent..",
                "org.slf4j..",
                "io.micrometer..",
                "io.fabric8.kubernetes.client.dsl..",
                ROOT + "kube.."))
        .because("a plan is a pure function of what was seen")
        .allowEmptyShould(true);
  }

  static ArchRule plansAskForNeitherTimeNorChance() {
    return noClasses()
        .that()
        .resideInAnyPackage(PURE)
        .should()
        .callMethod(Instant.class, "now")
        .orShould()
        .callMethod(System.class, "currentTimeMillis")
        .orShould()
        .callMethod(System.class, "nanoTime")
        .orShould()
        .callMethod(UUID.class, "randomUUID")
        .orShould()
        .callMethod(Math.class, "random")
        .orShould()
        .dependOnClassesThat(
            Predicates.assignableTo(Clock.class)
                .or(Predicates.assignableTo(java.util.Random.class)))
        .because("the same look must give the same plan")
        .allowEmptyShould(true);
  }

  static ArchRule staticFieldsAreFinal() {
    return fields()
        .that()
        .areStatic()
        .and()
        .doNotHaveModifier(com.tngtech.archunit.core.domain.JavaModifier.SYNTHETIC)
        .should()
        .beFinal()
        .because("static mutable state ties tests and tenants together");
  }

  static ArchRule namesSayWhatAThingIs() {
    return noClasses()
        .that()
        // Kubernetes' own word for who writes a field.
        .doNotHaveSimpleName("FieldManager")
        .and()
        // The name of a product.
        .doNotHaveSimpleName("CertManager")
        .should()
        .haveSimpleNameContaining("Util")
        .orShould()
        .haveSimpleNameContaining("Helper")
        .orShould()
        .haveSimpleNameEndingWith("Manager")
        .because("a name should tell what the thing is");
  }

  static ArchRule timeIsAskedAtTheEdge() {
    return noClasses()
        .that()
        .resideInAnyPackage(
            ROOT + "kernel..",
            ROOT + "pki..",
            ROOT + "api..",
            ROOT + "kube..",
            ROOT + "ipam..",
            ROOT + "teams..",
            ROOT + "tenants..",
            ROOT + "addons..",
            ROOT + "providers..")
        .and()
        .doNotHaveSimpleName("SystemTimeline")
        .and()
        // Stages of tests make certificates, which TLS holds against the machine's own time.
        .resideOutsideOfPackage(ROOT + "providers.contracttests..")
        .should()
        .callMethod(Instant.class, "now")
        .orShould()
        .callMethod(System.class, "currentTimeMillis")
        .because("time comes through a Timeline, so that tests can step it");
  }

  static ArchRule environmentIsReadInMain() {
    return noClasses()
        .that()
        .resideOutsideOfPackages(ROOT + "apps..", ROOT + "bench..", ROOT + "testkit..")
        .should()
        .callMethod(System.class, "getenv")
        .orShould()
        .callMethod(System.class, "getenv", String.class)
        .orShould()
        .callMethod(System.class, "exit", int.class)
        .because("settings are read once, in main, and handed on as values");
  }

  static List<ArchRule> all() {
    var rules = new ArrayList<>(arrowsPointOneWay());
    rules.addAll(
        List.of(
            kernelKnowsTheJdkOnly(),
            roomsHaveNoCycles(),
            cornersHaveNoCycles(),
            plansUseValuesOnly(),
            plansAskForNeitherTimeNorChance(),
            staticFieldsAreFinal(),
            namesSayWhatAThingIs(),
            timeIsAskedAtTheEdge(),
            environmentIsReadInMain()));
    return rules;
  }
}
