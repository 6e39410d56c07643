package dev.butlerlabs.butler.addons.admission;

import dev.butlerlabs.butler.addons.catalog.plan.SourcePolicy;
import dev.butlerlabs.butler.api.tenancy.ButlerConfig;
import dev.butlerlabs.butler.kernel.Problem;
import dev.butlerlabs.butler.kube.admission.Request;
import dev.butlerlabs.butler.kube.admission.Rule;
import dev.butlerlabs.butler.kube.admission.Ruling;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Whether the platform's settings say sensibly where charts may come from. */
final class SourcesRule implements Rule<ButlerConfig> {

  @Override
  public Ruling review(Request<ButlerConfig> request) {
    return Judgement.of(judge(request.subject()), judge(request.old()), List.of());
  }

  private static List<Problem> judge(@Nullable ButlerConfig config) {
    return SourcePolicy.of(config).check("spec.addons.allowedSources");
  }
}
