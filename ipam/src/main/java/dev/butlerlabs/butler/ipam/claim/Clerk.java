package dev.butlerlabs.butler.ipam.claim;

import dev.butlerlabs.butler.api.network.IPAllocation;
import dev.butlerlabs.butler.api.network.IPAllocationStatus;
import dev.butlerlabs.butler.ipam.ledger.Claim;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.Asking;
import dev.butlerlabs.butler.kube.write.Attempt;
import dev.butlerlabs.butler.kube.write.CompareAndSwap;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;

/** Writes on claims: each time to exactly the version that was seen, or not at all. */
public final class Clerk {

  /** Changed to make a claim another version, so that no late receipt can be written to it. */
  private static final String PASSED_OVER = "butler.butlerlabs.dev/passed-over-at";

  private final KubernetesClient client;
  private final CompareAndSwap statuses;
  private final CompareAndSwap objects;

  public Clerk(KubernetesClient client) {
    this.client = client;
    this.statuses = new CompareAndSwap(client, CompareAndSwap.Part.STATUS);
    this.objects = new CompareAndSwap(client, CompareAndSwap.Part.OBJECT);
  }

  /** Makes the status say this. */
  public Answer<Claim> write(Claim seen, IPAllocationStatus status) {
    var changed = copy(seen);
    changed.setStatus(status);
    return statuses.swap(seen.object(), changed).map(Clerk::claim);
  }

  /**
   * Makes the claim another version without saying anything new.
   *
   * @param mark never used on this claim before
   */
  public Answer<Claim> passOver(Claim seen, String mark) {
    var changed = copy(seen);
    changed.setMetadata(
        new ObjectMetaBuilder(seen.object().getMetadata())
            .addToAnnotations(PASSED_OVER, mark)
            .build());
    return objects.swap(seen.object(), changed).map(Clerk::claim);
  }

  /** Deletes the claim if it is still what was seen. */
  public Answer<Boolean> delete(Claim seen) {
    return Asking.ask(
        Attempt.to("delete", seen.object()),
        () -> {
          var _ = client.resource(seen.object()).lockResourceVersion(seen.version()).delete();
          return true;
        });
  }

  private static IPAllocation copy(Claim seen) {
    var copy = new IPAllocation();
    copy.setMetadata(seen.object().getMetadata());
    copy.setSpec(seen.object().getSpec());
    copy.setStatus(seen.object().getStatus());
    return copy;
  }

  private static Claim claim(IPAllocation object) {
    return Claim.of(object)
        .orElseThrow(() -> new IllegalStateException("a claim lost its spec while it was written"));
  }
}
