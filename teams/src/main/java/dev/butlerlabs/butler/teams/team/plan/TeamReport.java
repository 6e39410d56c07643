package dev.butlerlabs.butler.teams.team.plan;

import dev.butlerlabs.butler.api.ConditionType;
import dev.butlerlabs.butler.api.tenancy.TeamStatus;
import dev.butlerlabs.butler.api.tenancy.TeamStatus.Phase;
import dev.butlerlabs.butler.kernel.Cause;
import dev.butlerlabs.butler.kernel.Problem;
import dev.butlerlabs.butler.kernel.Quantity;
import dev.butlerlabs.butler.kernel.Verdict;
import dev.butlerlabs.butler.teams.rules.DefaultAddons;
import dev.butlerlabs.butler.teams.rules.Measure;
import dev.butlerlabs.butler.teams.rules.Usage;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What a Team is told: conditions with one cause, and its status fields. */
public record TeamReport(List<Verdict> verdicts, Map<String, Object> fields) {

  public static final String READY = ConditionType.READY.wire();
  public static final String NAMESPACE = ConditionType.NAMESPACE_READY.wire();
  public static final String RIGHTS = ConditionType.RBAC_READY.wire();
  public static final String QUOTA = ConditionType.QUOTA_EXCEEDED.wire();

  private static final BigDecimal GIBI = new BigDecimal(1L << 30);

  public TeamReport {
    verdicts = List.copyOf(verdicts);
  }

  /** All objects are as they should be. */
  public static TeamReport built(Observation seen) {
    var members = seen.members();
    var left =
        members.leftOut().isEmpty()
            ? ""
            : "; left out, because Kubernetes itself uses such names: "
                + String.join(", ", members.leftOut().stream().sorted().toList());
    return new TeamReport(
        List.of(
            Verdict.yes(NAMESPACE, "Ready", "namespace " + seen.team()),
            Verdict.yes(
                RIGHTS,
                "Ready",
                "%d users by name, %d groups%s"
                    .formatted(
                        members.users().keySet().stream().map(Person::lower).distinct().count(),
                        members.groups().size(),
                        left)),
            quota(seen.usage()),
            Verdict.yes(
                READY,
                "Ready",
                DefaultAddons.refused(seen.spec()).stream()
                    .map(Problem::sentence)
                    .collect(Collectors.joining("; ")))),
        fields(Phase.READY, seen, true));
  }

  /** Its namespace is not its own. */
  public static TeamReport refused(Observation seen, TeamPlan.Refuse plan) {
    var cause =
        new Cause("NamespaceReconcileFailed", plan.what(), "Butler leaves it alone", plan.youCan());
    return without(seen, Phase.FAILED, "Failed", cause);
  }

  /** Its namespace is on its way out. */
  public static TeamReport waiting(Observation seen, TeamPlan.Wait plan) {
    var cause = new Cause("Reconciling", plan.what(), "Butler makes it anew when it has gone", "");
    return without(seen, Phase.PENDING, "Deleting", cause);
  }

  private static TeamReport without(Observation seen, Phase phase, String reason, Cause cause) {
    return new TeamReport(
        List.of(
            Verdict.no(NAMESPACE, reason, cause.sentence()),
            Verdict.no(RIGHTS, "WaitingForDependencies", "there is no namespace to give rights in"),
            quota(seen.usage()),
            Verdict.no(READY, cause.reason(), cause.sentence())),
        fields(phase, seen, false));
  }

  /**
   * Something could not be written.
   *
   * @param namespaceDone whether the namespace stands
   * @param trouble what was tried and what went wrong
   */
  public static TeamReport broken(Observation seen, boolean namespaceDone, String trouble) {
    var reason = namespaceDone ? "RBACReconcileFailed" : "NamespaceReconcileFailed";
    var cause = new Cause(reason, trouble, "Butler tries again", "");
    return new TeamReport(
        List.of(
            namespaceDone
                ? Verdict.yes(NAMESPACE, "Ready", "namespace " + seen.team())
                : Verdict.no(NAMESPACE, "Failed", cause.sentence()),
            Verdict.no(
                RIGHTS,
                namespaceDone ? "Failed" : "WaitingForDependencies",
                namespaceDone ? cause.sentence() : "there is no namespace to give rights in"),
            quota(seen.usage()),
            Verdict.no(READY, reason, cause.sentence())),
        fields(Phase.PENDING, seen, namespaceDone));
  }

  /** It is being deleted, and clusters are left. */
  public static TeamReport blocked(Observation seen, List<String> clusters) {
    var cause =
        new Cause(
            "DeletionBlocked",
            "the team still has clusters: "
                + String.join(", ", clusters.stream().limit(5).toList())
                + (clusters.size() > 5 ? " and %d more".formatted(clusters.size() - 5) : ""),
            "Butler waits until they are gone",
            "Delete them with kubectl delete tenantcluster -n " + seen.team());
    return leaving(seen, cause, true);
  }

  /** It is being deleted, and so is its namespace. */
  public static TeamReport emptying(Observation seen, String remaining) {
    var cause =
        new Cause(
            "Deleting",
            "namespace %s is being deleted%s"
                .formatted(seen.team(), remaining.isEmpty() ? "" : ": " + remaining),
            "Butler waits until it is gone",
            "");
    return leaving(seen, cause, false);
  }

  private static TeamReport leaving(Observation seen, Cause cause, boolean namespace) {
    return new TeamReport(
        List.of(
            namespace
                ? Verdict.yes(NAMESPACE, "Ready", "namespace " + seen.team())
                : Verdict.no(NAMESPACE, "Deleting", cause.sentence()),
            quota(seen.usage()),
            Verdict.no(READY, cause.reason(), cause.sentence())),
        fields(Phase.TERMINATING, seen, true));
  }

  private static Verdict quota(Usage usage) {
    return usage.exceeded().isEmpty()
        ? Verdict.no(QUOTA, "WithinQuota", usage.sentence())
        : Verdict.yes(
            QUOTA,
            "QuotaExceeded",
            usage.exceededWords()
                + "; what runs goes on, and nothing can grow until it fits again");
  }

  private static Map<String, Object> fields(Phase phase, Observation seen, boolean namespace) {
    var usage = seen.usage();
    var fields = new LinkedHashMap<String, Object>();
    fields.put("phase", phase);
    if (namespace) {
      fields.put("namespace", seen.team());
    }
    fields.put("clusterCount", usage.used().clusters() + usage.waiting());
    fields.put("memberCount", seen.members().people());
    fields.put("resourceUsage", figures(usage));
    fields.put("quotaStatus", usage.status());
    fields.put("quotaMessage", usage.sentence());
    return fields;
  }

  private static TeamStatus.ResourceUsage figures(Usage usage) {
    var used = usage.used();
    return new TeamStatus.ResourceUsage(
        used.clusters(),
        used.nodes(),
        new Quantity(used.cpu().toPlainString()),
        bytes(used.memory()),
        bytes(used.storage()),
        usage.share(Measure.CLUSTERS).orElse(null),
        usage.share(Measure.NODES).orElse(null),
        usage.share(Measure.CPU).orElse(null),
        usage.share(Measure.MEMORY).orElse(null));
  }

  private static Quantity bytes(BigDecimal amount) {
    return amount.signum() > 0 && amount.remainder(GIBI).signum() == 0
        ? new Quantity(amount.divide(GIBI).toBigInteger() + "Gi")
        : new Quantity(amount.toBigInteger().toString());
  }
}
