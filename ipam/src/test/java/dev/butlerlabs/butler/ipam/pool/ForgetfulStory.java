package dev.butlerlabs.butler.ipam.pool;

import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.ipam.address.AddressRange;
import dev.butlerlabs.butler.ipam.claim.Clerk;
import dev.butlerlabs.butler.ipam.claim.plan.Receipt;
import dev.butlerlabs.butler.ipam.ledger.Claim;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.testkit.Story;
import dev.butlerlabs.butler.testkit.faults.RecordingClient;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * An allocator that is wrong in the two ways this feature exists to avoid: it takes for free what
 * its cache does not show as taken, and it forgets a range when the write of the receipt fails.
 */
final class ForgetfulStory implements Story, AutoCloseable {

  private static final Instant NOW = Instant.parse("2030-01-01T00:00:00Z");

  private final KubernetesClient admin;
  private final Map<String, Lab> labs = new ConcurrentHashMap<>();
  private final Map<String, History> histories = new ConcurrentHashMap<>();

  ForgetfulStory(Config config) {
    this.admin =
        new KubernetesClientBuilder()
            .withConfig(config)
            .withKubernetesSerialization(WireFormat.serialization())
            .build();
  }

  @Override
  public void arrange(KubernetesClient other, String namespace) {
    var lab = new Lab(admin, namespace);
    labs.put(namespace, lab);
    histories.put(namespace, History.of(lab));
    List.of("a", "b", "c").forEach(name -> lab.claim(name, "p", "t", "type: nodes, count: 1"));
  }

  @Override
  public void live(RecordingClient process, String namespace) {
    var lab = Objects.requireNonNull(labs.get(namespace), namespace);
    var clerk = new Clerk(process.client());
    var cached = seen(lab);
    for (var pass = 0; pass < 4; pass++) {
      var taken = new HashSet<AddressRange>();
      cached.forEach(claim -> taken.addAll(claim.ranges()));
      for (var claim : cached) {
        if (claim.waits()) {
          serve(clerk, claim, taken);
        }
      }
      var frozen =
          process.calls().lines().stream().anyMatch(line -> line.contains("! FREEZE_WATCHES"));
      cached = frozen && pass < 2 ? List.of(cached.getFirst(), late(lab, pass)) : seen(lab);
    }
  }

  /** A claim that came after the cache stood still; the list of others it is seen with is old. */
  private static Claim late(Lab lab, int pass) {
    var name = "late-" + pass;
    return Claim.of(lab.claim(name, "p", "t", "type: nodes, count: 1")).orElseThrow();
  }

  private static void serve(Clerk clerk, Claim claim, Set<AddressRange> taken) {
    for (var last = 1; ; last++) {
      var range = AddressRange.parse("10.40.0." + last).require();
      if (!taken.contains(range)) {
        if (clerk.write(claim, Receipt.allocated(claim, range, NOW)) instanceof Answer.Done<?>) {
          taken.add(range);
        }
        return;
      }
    }
  }

  private static List<Claim> seen(Lab lab) {
    return lab.claims().stream()
        .flatMap(one -> Claim.of(one).stream())
        .sorted(Comparator.comparing(Claim::key))
        .toList();
  }

  @Override
  public String endState(KubernetesClient other, String namespace) {
    var history = Objects.requireNonNull(histories.get(namespace), namespace);
    var wrong = history.doubleHolders();
    history.close();
    return "two holders: " + wrong;
  }

  @Override
  public void close() {
    admin.close();
  }
}
