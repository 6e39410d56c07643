package dev.butlerlabs.butler.tenants.life;

import dev.butlerlabs.butler.api.Annotations;
import dev.butlerlabs.butler.api.TimeSpan;
import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.api.clusters.TenantClusterStatus;
import dev.butlerlabs.butler.api.clusters.TenantClusterStatus.Effective;
import dev.butlerlabs.butler.kube.Kind;
import dev.butlerlabs.butler.kube.admission.Operation;
import dev.butlerlabs.butler.kube.admission.Policy;
import dev.butlerlabs.butler.kube.admission.Policy.Check;
import dev.butlerlabs.butler.kube.admission.Policy.Variable;
import dev.butlerlabs.butler.tenants.drain.plan.DrainPolicy;
import dev.butlerlabs.butler.tenants.life.plan.Ending.Keeps;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * A cluster that somebody protected, or its team, is not deleted. It is told twice: to the API
 * server, which refuses, and here, for deletions it never saw.
 */
public final class Protection {

  private static final String WHO = "'TenantCluster ' + request.namespace + '/' + request.name";

  private Protection() {}

  /** What the API server holds. */
  public static Policy policy() {
    return new Policy(
        "tenantcluster-deletion",
        Kind.of(TenantCluster.class),
        Set.of(Operation.DELETE),
        List.of(
            new Variable(
                "notes",
                "has(oldObject.metadata.annotations) ? oldObject.metadata.annotations : {}"),
            new Variable(
                "said", "'%s' in variables.notes".formatted(Annotations.DELETION_PROTECTION)),
            new Variable(
                "team",
                "has(oldObject.status) && has(oldObject.status.effective) &&"
                    + " has(oldObject.status.effective.deletionProtection) &&"
                    + " oldObject.status.effective.deletionProtection"),
            new Variable(
                "kept",
                "variables.said ? variables.notes['%s'] == 'true' : variables.team"
                    .formatted(Annotations.DELETION_PROTECTION)),
            new Variable(
                "grace",
                "'%1$s' in variables.notes ? variables.notes['%1$s'] : '0s'"
                    .formatted(Annotations.DELETION_GRACE_PERIOD)),
            new Variable(
                "drain",
                "'%1$s' in variables.notes ? variables.notes['%1$s'] : 'none'"
                    .formatted(Annotations.DELETION_DRAIN))),
        List.of(
            new Check("!variables.kept", keptWords()),
            new Check(
                "variables.kept || variables.grace.matches('%s')".formatted(TimeSpan.PATTERN),
                graceWords()),
            new Check(
                "variables.kept || variables.drain.matches('%s')".formatted(DrainPolicy.PATTERN),
                drainWords())));
  }

  private static String keptWords() {
    return WHO
        + " + (variables.said ? ' is protected by the annotation %1$s; remove the annotation' :"
            .formatted(Annotations.DELETION_PROTECTION)
        + " ' is protected by its team, which keeps its clusters; set the annotation %1$s to false')"
            .formatted(Annotations.DELETION_PROTECTION)
        + " + ', then delete it again: its machines and its data go with it'";
  }

  private static String graceWords() {
    return WHO
        + " + ' says \"' + variables.grace + '\" in the annotation %s, which is no span of time; write"
            .formatted(Annotations.DELETION_GRACE_PERIOD)
        + " how long it can be had back, such as 72h, or 0s to delete it for good at once'";
  }

  private static String drainWords() {
    return WHO
        + " + ' says \"' + variables.drain + '\" in the annotation %s; write load-balancers, volumes or none'"
            .formatted(Annotations.DELETION_DRAIN);
  }

  /** Its own word counts, else its team's. */
  static Keeps keeps(TenantCluster cluster) {
    return said(cluster)
        .map(word -> word.equals("true") ? Keeps.ITSELF : Keeps.NOBODY)
        .orElseGet(() -> keptByItsTeam(cluster) ? Keeps.TEAM : Keeps.NOBODY);
  }

  private static boolean keptByItsTeam(TenantCluster cluster) {
    return Optional.ofNullable(cluster.getStatus())
        .map(TenantClusterStatus::effective)
        .map(Effective::deletionProtection)
        .orElse(false);
  }

  private static Optional<String> said(TenantCluster cluster) {
    return Optional.ofNullable(
        Objects.requireNonNullElse(cluster.getMetadata().getAnnotations(), Map.<String, String>of())
            .get(Annotations.DELETION_PROTECTION));
  }
}
