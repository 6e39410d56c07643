package dev.butlerlabs.butler.providers.machines.config;

import dev.butlerlabs.butler.api.infra.ProviderConfig;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.Events;
import dev.butlerlabs.butler.kube.write.FieldManager;
import dev.butlerlabs.butler.kube.write.StatusShare;
import dev.butlerlabs.butler.kube.write.StatusWriter;
import dev.butlerlabs.butler.providers.machines.config.plan.ConfigPlanner;
import dev.butlerlabs.butler.providers.machines.config.plan.ConfigPlanner.Plan;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Set;

/** Tells what was found about a ProviderConfig, in its status and in events. */
final class ConfigTeller {

  private static final StatusShare SHARE =
      new StatusShare(
          FieldManager.of("machines"),
          Set.of(
              "ready",
              "validated",
              "providerVersion",
              "platformCapacity",
              "lastProbeTime",
              "lastValidationTime"),
          ConfigPlanner.CONDITIONS,
          true);

  private final StatusWriter statuses;
  private final Events events;

  ConfigTeller(KubernetesClient client, String instance, InstantSource clock) {
    this.statuses = new StatusWriter(client, SHARE, clock);
    this.events = new Events(client, "butlerlabs.dev/machines", instance, clock);
  }

  Answer<ProviderConfig> tell(ProviderConfig config, Plan plan) {
    plan.news()
        .ifPresent(
            verdict -> events.tell(config, ConfigEvent.of(verdict.reason()), verdict.message()));
    var fields = new LinkedHashMap<String, Object>();
    fields.put("ready", plan.ready());
    fields.put("validated", plan.validated());
    fields.put("lastProbeTime", plan.probed());
    if (plan.version() != null) {
      fields.put("providerVersion", plan.version());
    }
    if (plan.capacity() != null) {
      fields.put("platformCapacity", plan.capacity());
    }
    if (plan.validatedAt() != null) {
      fields.put("lastValidationTime", plan.validatedAt());
    }
    return statuses.write(config, plan.verdicts(), fields);
  }
}
