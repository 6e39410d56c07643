package dev.butlerlabs.butler.addons.admission.plan;

import dev.butlerlabs.butler.addons.helm.plan.Engine;
import dev.butlerlabs.butler.api.Annotations;
import dev.butlerlabs.butler.api.addons.TenantAddon;
import dev.butlerlabs.butler.kernel.Condition;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What somebody has to know who consents to taking a release over. */
public final class Takeover {

  private Takeover() {}

  /**
   * A warning, when consent is new and an engine is known to look after the release.
   *
   * @param old as it is stored; null for a new one
   * @param told what was told of the addon
   */
  public static Optional<String> warning(
      HasMetadata addon, @Nullable HasMetadata old, List<Condition> told) {
    var reasons = told.stream().map(Condition::reason).collect(Collectors.toSet());
    return Engine.told(reasons)
        .filter(_ -> consents(addon) && (old == null || !consents(old)))
        .map(engine -> "the release is taken over: " + engine.warning());
  }

  /** Who only consents may do so with what comes with a cluster too. */
  public static boolean asksForNothingElse(TenantAddon addon, TenantAddon old) {
    var now = addon.getMetadata();
    var before = old.getMetadata();
    return addon.getSpec().equals(old.getSpec())
        && Objects.equals(now.getLabels(), before.getLabels())
        && Objects.equals(now.getOwnerReferences(), before.getOwnerReferences());
  }

  private static boolean consents(HasMetadata addon) {
    var notes =
        Objects.requireNonNullElse(addon.getMetadata().getAnnotations(), Map.<String, String>of());
    return "true".equals(notes.get(Annotations.ADOPT_RELEASE));
  }
}
