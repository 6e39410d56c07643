package dev.butlerlabs.butler.teams.team;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.tenancy.Team;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Cleanup;
import dev.butlerlabs.butler.kube.Context;
import dev.butlerlabs.butler.kube.Outcome;
import dev.butlerlabs.butler.kube.write.PatchedFinalizers;
import dev.butlerlabs.butler.testkit.CrashMatrix;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.Story;
import dev.butlerlabs.butler.testkit.TestCluster;
import dev.butlerlabs.butler.testkit.faults.Fault;
import dev.butlerlabs.butler.testkit.faults.RecordingClient;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Whatever call breaks, a Team ends with the same objects, and goes without a trace.
 *
 * <p>Usually a part of the matrix is drawn, by a seed that a failure tells; {@code
 * -Dbutler.faults=all} plays all of it.
 */
@OnRealApiServer
class EveryFaultIT {

  private static final int CELLS = 6;
  private static final Instant NOW = Instant.parse("2030-01-01T00:00:00Z");
  private static final String SPEC =
      "{access: {users: [{name: ada@x.org, role: admin}, {name: eve@x.org}]}}";

  @Test
  void teamIsBuiltWhateverBreaks(TestCluster cluster) {
    var town = new Town(cluster);
    // The roles are the whole cluster's, and the first team makes them.
    town.team(town.name("first"), SPEC);
    new Hand(town.client(), town.client()).reconcile(town.name("first"));

    var outcome = play(cluster, new Building(town));

    assertThat(outcome.calls()).hasSizeGreaterThan(8);
  }

  @Test
  void teamGoesWhateverBreaks(TestCluster cluster) {
    var town = new Town(cluster);

    var outcome = play(cluster, new Leaving(town));

    assertThat(outcome.calls()).hasSizeGreaterThan(2);
  }

  private static CrashMatrix.Outcome play(TestCluster cluster, Story story) {
    var matrix =
        CrashMatrix.of(cluster, story)
            .with(WireFormat.serialization())
            .readsToo()
            .faults(Fault.KILL_BEFORE, Fault.KILL_AFTER, Fault.AFTER_COMMIT, Fault.CONFLICT);
    var all = "all".equals(System.getProperty("butler.faults"));
    var outcome = (all ? matrix : matrix.sample(new Random().nextLong(), CELLS)).run();
    System.out.println(outcome);
    return outcome;
  }

  /** From nothing to a Ready team. */
  private record Building(Town town) implements Story {

    @Override
    public void arrange(KubernetesClient ignored, String namespace) {
      town.team(namespace + "-team", SPEC);
    }

    @Override
    public void live(RecordingClient process, String namespace) {
      new Hand(town.client(), process.client()).reconcile(namespace + "-team");
    }

    @Override
    public String endState(KubernetesClient ignored, String namespace) {
      var team = namespace + "-team";
      var status = town.team(team).require().getStatus();
      var labels = town.namespace(team).require().getMetadata().getLabels();
      return (inside(team) + status + new TreeMap<>(labels))
          .replace(team, "{team}")
          .replaceAll("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "{uid}");
    }

    private String inside(String team) {
      var client = town.client();
      var text = new StringBuilder();
      client.rbac().roleBindings().inNamespace(team).list().getItems().stream()
          .sorted(Comparator.comparing(one -> one.getMetadata().getName()))
          .forEach(one -> text.append(one.getRoleRef()).append(one.getSubjects()));
      client.network().v1().networkPolicies().inNamespace(team).list().getItems().stream()
          .forEach(one -> text.append(one.getMetadata().getName()).append(one.getSpec()));
      client.resourceQuotas().inNamespace(team).list().getItems().stream()
          .forEach(one -> text.append(one.getMetadata().getName()).append(one.getSpec()));
      return text.toString();
    }
  }

  /** From a Ready team to nothing. */
  private record Leaving(Town town) implements Story {

    @Override
    public void arrange(KubernetesClient ignored, String namespace) {
      var team = namespace + "-team";
      town.team(team, SPEC);
      new Hand(town.client(), town.client()).reconcile(team);
      town.team(team).delete();
    }

    @Override
    public void live(RecordingClient process, String namespace) {
      var team = namespace + "-team";
      var hand = new Hand(town.client(), process.client());
      if (!hand.leave(team)) {
        town.awaitGone(town.namespace(team));
        assertThat(hand.leave(team)).isTrue();
      }
    }

    @Override
    public String endState(KubernetesClient ignored, String namespace) {
      var team = namespace + "-team";
      return "team: %s, namespace: %s"
          .formatted(town.team(team).get() != null, town.namespace(team).get() != null);
    }
  }

  /** The engine, turned by hand. */
  private static final class Hand {

    private final KubernetesClient admin;
    private final StoredCache cache;
    private final PatchedFinalizers finalizers;
    private final TeamReconciler reconciler;

    private Hand(KubernetesClient admin, KubernetesClient process) {
      this.admin = admin;
      this.cache = new StoredCache(admin);
      this.finalizers = new PatchedFinalizers(process);
      this.reconciler = new TeamReconciler(process, "test", InstantSource.fixed(NOW));
    }

    private void reconcile(String name) {
      var team = admin.resources(Team.class).withName(name).require();
      if (!team.hasFinalizer(reconciler.finalizer())) {
        finalizers.add(team, reconciler.finalizer());
      }
      if (reconciler.reconcile(team, context(name))
          instanceof Outcome.Failed(var reason, var problem)) {
        throw new IllegalStateException(reason + ": " + problem.sentence());
      }
    }

    /** Whether it is gone. */
    private boolean leave(String name) {
      var team = admin.resources(Team.class).withName(name).get();
      if (team == null) {
        return true;
      }
      return switch (reconciler.cleanup(team, context(name))) {
        case Cleanup.Done() -> {
          finalizers.remove(team, reconciler.finalizer());
          yield true;
        }
        case Cleanup.Unfinished(Outcome.Failed(var reason, var problem)) ->
            throw new IllegalStateException(reason + ": " + problem.sentence());
        case Cleanup.Unfinished _ -> false;
      };
    }

    private Context context(String name) {
      return new Context(
          ObjectKey.cluster(name), cache, NOW, NOW.plus(Duration.ofMinutes(1)), 0, "test");
    }
  }
}
