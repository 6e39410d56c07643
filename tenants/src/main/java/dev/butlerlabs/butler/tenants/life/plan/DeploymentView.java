package dev.butlerlabs.butler.tenants.life.plan;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.tenants.objects.plan.Marks;
import dev.butlerlabs.butler.tenants.objects.plan.PoolNote;
import dev.butlerlabs.butler.tenants.objects.plan.Template;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A MachineDeployment, as far as it matters here.
 *
 * @param current whether its status speaks of its newest spec
 * @param replicas machines there are
 * @param upToDate those made from its newest template
 * @param note for what its template was drawn; null where that is not known
 */
public record DeploymentView(
    String name,
    boolean deleting,
    boolean current,
    int wanted,
    int replicas,
    int upToDate,
    Template template,
    @Nullable PoolNote note) {

  public static DeploymentView of(JsonNode deployment) {
    var machine = deployment.at("/spec/template/spec");
    return new DeploymentView(
        deployment.at("/metadata/name").asText(),
        deployment.at("/metadata").has("deletionTimestamp"),
        deployment.at("/status/observedGeneration").asLong(-1)
            >= deployment.at("/metadata/generation").asLong(),
        deployment.at("/spec/replicas").asInt(),
        deployment.at("/status/replicas").asInt(),
        deployment.at("/status/upToDateReplicas").asInt(),
        new Template(
            machine.path("version").asText(),
            ref(machine.at("/bootstrap/configRef")),
            ref(machine.path("infrastructureRef"))),
        PoolNote.read(deployment.at("/metadata/annotations").path(Marks.MADE_FOR).asText())
            .orElse(null));
  }

  Optional<PoolNote> noted() {
    return Optional.ofNullable(note);
  }

  private static Template.Ref ref(JsonNode ref) {
    return new Template.Ref(
        ref.path("apiGroup").asText(), ref.path("kind").asText(), ref.path("name").asText());
  }

  /** No machine of an older template is left. */
  boolean rolledOut() {
    return current && !deleting && replicas == upToDate && replicas == wanted;
  }
}
