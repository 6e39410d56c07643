package dev.butlerlabs.butler.steward.plane.plan;

import dev.butlerlabs.butler.api.steward.TenantControlPlane;
import dev.butlerlabs.butler.api.steward.TenantControlPlaneStatus;
import dev.butlerlabs.butler.kernel.Cause;
import dev.butlerlabs.butler.kernel.Condition.Truth;
import dev.butlerlabs.butler.kernel.Report;
import dev.butlerlabs.butler.kernel.Verdict;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What is to be done about a control plane, in this order, and what to say about it.
 *
 * @param orders keys to be made; when there are any, they are made and all is planned anew
 * @param service first of the objects, because its address is waited for
 * @param secrets what pods mount must be there before them
 * @param others objects nobody waits for
 * @param deployment last; empty while something it needs is missing
 * @param basics what the tenant needs inside so that it can be used; empty until pods serve
 * @param rewriting what the tenant shall store anew, when it can
 * @param removals objects that are needed no more, by kind and name
 */
public record Plan(
    List<Order> orders,
    Optional<Service> service,
    List<Secret> secrets,
    List<HasMetadata> others,
    Optional<Deployment> deployment,
    Optional<Basics> basics,
    Optional<Rewriting> rewriting,
    List<HasMetadata> removals,
    Report report,
    TenantControlPlaneStatus status) {

  public Plan {
    orders = List.copyOf(orders);
    secrets = List.copyOf(secrets);
    others = List.copyOf(others);
    removals = List.copyOf(removals);
  }

  /** The same, told with what kept it from being carried out. */
  public Plan hinderedBy(Cause cause) {
    return told(Fact.ROLLED_OUT, cause);
  }

  /** The same, told with what kept the tenant from being told its basics. */
  public Plan unanswered(Cause cause) {
    return told(Fact.JOINABLE, cause);
  }

  /** Whether pods have not come up for so long that they should be asked why. */
  public boolean slow(TenantControlPlane plane, Instant now) {
    var waits =
        report.verdicts().stream()
            .anyMatch(
                verdict ->
                    verdict.type().equals(Fact.ROLLED_OUT.wire())
                        && verdict.reason().equals(Telling.ROLLING_OUT));
    return waits
        && plane.getStatus() != null
        && plane.getStatus().conditions().stream()
            .filter(one -> one.type().equals(Fact.ROLLED_OUT.wire()))
            .anyMatch(one -> !one.lastTransitionTime().plus(Telling.USUAL).isAfter(now));
  }

  private Plan told(Fact fact, Cause cause) {
    var verdicts = new ArrayList<Verdict>();
    for (var verdict : report.verdicts()) {
      var concerned =
          verdict.type().equals(fact.wire())
              || (verdict.type().equals(Fact.READY.wire()) && verdict.status() != Truth.TRUE);
      verdicts.add(
          concerned ? Verdict.no(verdict.type(), cause.reason(), cause.sentence()) : verdict);
    }
    var told = new Report(verdicts, Optional.of(cause), report.lookAgain());
    return new Plan(
        orders, service, secrets, others, deployment, basics, rewriting, removals, told, status);
  }

  /**
   * Objects that shall be written again as they are, so that they are stored in another way.
   *
   * @param purpose the same while it is the same task
   * @param done what our Secret holds when all were
   */
  public record Rewriting(List<String> resources, String purpose, Keys done) {
    public Rewriting {
      resources = List.copyOf(resources);
    }

    /** Whether these are the keys it was done for. */
    public boolean follows(Keys stored) {
      return stored.text(EncryptionKeys.CONFIG).equals(done.text(EncryptionKeys.CONFIG));
    }
  }

  /**
   * What a tenant is told about itself.
   *
   * @param endpoint how it is reached, host:port
   * @param authorities PEM, by which it is known
   * @param refused kinds of writes that its API refuses, as admission calls them, and {@link
   *     #GROWTH}
   * @param written true when the status says that just this was written
   */
  public record Basics(
      String endpoint,
      String authorities,
      String clusterConfiguration,
      String kubeletConfiguration,
      List<String> refused,
      String checksum,
      boolean written) {

    /** ConfigMaps and Secrets may be changed, but not to hold more than they do. */
    public static final String GROWTH = "GROWTH";

    public Basics {
      refused = List.copyOf(refused);
    }
  }
}
