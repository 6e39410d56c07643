package dev.butlerlabs.butler.addons.admission;

import dev.butlerlabs.butler.addons.catalog.plan.DefinitionRules;
import dev.butlerlabs.butler.api.addons.AddonDefinition;
import dev.butlerlabs.butler.kube.admission.Request;
import dev.butlerlabs.butler.kube.admission.Rule;
import dev.butlerlabs.butler.kube.admission.Ruling;
import java.util.List;

/**
 * Whether an entry of the catalog may be made, or changed. Of two that come at the same time and
 * need each other, both may pass: addons that wait for them say so.
 */
final class DefinitionRule implements Rule<AddonDefinition> {

  private final Records records;

  DefinitionRule(Records records) {
    this.records = records;
  }

  @Override
  public Ruling review(Request<AddonDefinition> request) {
    var name = request.subject().getMetadata().getName();
    var spec = request.subject().getSpec();
    var old = request.old();
    var others = records.storedCatalog();
    others.remove(name);
    var policy = records.sources();
    return Judgement.of(
        DefinitionRules.check(name, spec, others, policy),
        old == null ? List.of() : DefinitionRules.check(name, old.getSpec(), others, policy),
        DefinitionRules.absent(name, spec, others));
  }
}
