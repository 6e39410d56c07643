package dev.butlerlabs.butler.teams.rules;

import dev.butlerlabs.butler.api.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Whether a team may use the provider, the version and the addons that an order names anew. */
final class Allowed {

  private Allowed() {}

  static List<Refusal> judge(Order wanted, @Nullable Order before, Limits limits) {
    var refusals = new ArrayList<Refusal>();
    provider(wanted, before, limits).ifPresent(refusals::add);
    version(wanted, before, limits).ifPresent(refusals::add);
    machine(wanted, before, limits).ifPresent(refusals::add);
    var fresh = new TreeSet<>(wanted.addons());
    if (before != null) {
      fresh.removeAll(before.addons());
    }
    fresh.stream().flatMap(addon -> addon(addon, limits).stream()).forEach(refusals::add);
    return refusals;
  }

  private static Optional<Refusal> provider(Order wanted, @Nullable Order before, Limits limits) {
    var allowed = limits.values().allowedProviders();
    var provider = wanted.provider();
    if (provider == null
        || allowed.isEmpty()
        || allowed.contains(provider.name())
        || (before != null && provider.equals(before.provider()))) {
      return Optional.empty();
    }
    return Optional.of(
        new Refusal(
            Reason.PROVIDER_ACCESS_DENIED,
            "spec.providerConfigRef",
            "team %s may not use ProviderConfig %s".formatted(limits.team(), provider),
            oneOf("name", allowed, limits, "allowedProviders")));
  }

  private static Optional<Refusal> version(Order wanted, @Nullable Order before, Limits limits) {
    var allowed = limits.values().allowedKubernetesVersions();
    if (wanted.version().isEmpty()
        || allowed.isEmpty()
        || allowed.contains(wanted.version())
        || (before != null && wanted.version().equals(before.version()))) {
      return Optional.empty();
    }
    return Optional.of(
        new Refusal(
            Reason.VALIDATION_FAILED,
            "spec.kubernetesVersion",
            "team %s may not run Kubernetes %s".formatted(limits.team(), wanted.version()),
            oneOf("use", allowed, limits, "allowedKubernetesVersions")));
  }

  /** What a type has nobody here knows, so it would pass any limit. */
  private static Optional<Refusal> machine(Order wanted, @Nullable Order before, Limits limits) {
    var counted = limits.most(Measure.CPU).or(() -> limits.most(Measure.MEMORY));
    if (wanted.machine().isEmpty()
        || counted.isEmpty()
        || (before != null && wanted.machine().equals(before.machine()))) {
      return Optional.empty();
    }
    return Optional.of(
        new Refusal(
            Reason.VALIDATION_FAILED,
            "spec.infrastructureOverride",
            "team %s has limits for CPU or memory, and what machines of type %s have is not counted"
                .formatted(limits.team(), wanted.machine()),
            "leave the type out, so that one is chosen by cpu and memory, or ask a platform admin"
                + " for a ProviderConfig that names it"));
  }

  private static Optional<Refusal> addon(String addon, Limits limits) {
    if (limits.values().mayInstall(addon)) {
      return Optional.empty();
    }
    var allowed = limits.values().allowedAddons();
    var denied = limits.values().deniedAddons().contains(addon);
    return Optional.of(
        new Refusal(
            Reason.VALIDATION_FAILED,
            "spec.addons",
            "team %s may not install %s".formatted(limits.team(), addon),
            denied
                ? "leave it out, or ask a platform admin to take it from spec.resourceLimits.deniedAddons of Team "
                    + limits.team()
                : oneOf("use", allowed, limits, "allowedAddons")));
  }

  private static String oneOf(String verb, List<String> allowed, Limits limits, String field) {
    return "%s one of %s, or ask a platform admin to extend spec.resourceLimits.%s of Team %s"
        .formatted(verb, String.join(", ", allowed), field, limits.team());
  }
}
