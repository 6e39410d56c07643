package dev.butlerlabs.butler.addons.admission;

import dev.butlerlabs.butler.addons.catalog.plan.Mirrors;
import dev.butlerlabs.butler.addons.catalog.plan.Signatures;
import dev.butlerlabs.butler.addons.catalog.plan.SourcePolicy;
import dev.butlerlabs.butler.addons.catalog.plan.Upgrades;
import dev.butlerlabs.butler.api.tenancy.ButlerConfig;
import dev.butlerlabs.butler.kernel.Problem;
import dev.butlerlabs.butler.kube.admission.Request;
import dev.butlerlabs.butler.kube.admission.Rule;
import dev.butlerlabs.butler.kube.admission.Ruling;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Whether the platform's settings about addons can be kept. */
final class SettingsRule implements Rule<ButlerConfig> {

  @Override
  public Ruling review(Request<ButlerConfig> request) {
    return Judgement.of(judge(request.subject()), judge(request.old()), List.of());
  }

  private static List<Problem> judge(@Nullable ButlerConfig config) {
    var problems = new ArrayList<>(SourcePolicy.of(config).check("spec.addons.allowedSources"));
    problems.addAll(Mirrors.of(config).check("spec.addons.mirrors"));
    problems.addAll(Signatures.of(config).check("spec.addons.signedSources"));
    if (config != null && config.getSpec() != null && config.getSpec().addons() != null) {
      problems.addAll(
          Upgrades.check("spec.addons.upgradePolicy", config.getSpec().addons().upgradePolicy()));
    }
    return problems;
  }
}
