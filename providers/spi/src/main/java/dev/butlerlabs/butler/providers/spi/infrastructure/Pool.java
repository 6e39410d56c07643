package dev.butlerlabs.butler.providers.spi.infrastructure;

import dev.butlerlabs.butler.api.clusters.Autoscaling;
import dev.butlerlabs.butler.api.clusters.MachineTemplate.OsType;
import dev.butlerlabs.butler.api.clusters.WorkerPool.Taint;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Equal workers of a cluster. Number, bounds, labels and taints belong to the MachineDeployment and
 * the bootstrap data; no machine is replaced on the platform because they change.
 *
 * @param replicas how many there are, or how many there are at first
 * @param autoscaling within which bounds somebody else says how many there are
 * @param image the image in the platform's own terms, from the manifest or an ImageSync
 * @param sshKey public SSH key to let in
 */
public record Pool(
    String name,
    int replicas,
    @Nullable Autoscaling autoscaling,
    MachineSize size,
    OsType os,
    @Nullable String image,
    @Nullable String sshKey,
    Map<String, String> labels,
    List<Taint> taints) {

  public Pool {
    labels = Map.copyOf(labels);
    taints = List.copyOf(taints);
  }

  /** Within which bounds an autoscaler says how many there are. */
  public Optional<Autoscaling> bounds() {
    return Optional.ofNullable(autoscaling);
  }

  /** The image the pool itself asks for. */
  public Optional<String> ownImage() {
    return Optional.ofNullable(image).filter(text -> !text.isBlank());
  }

  /** The key to let in; Talos has no SSH. */
  public Optional<String> ownSshKey() {
    return Optional.ofNullable(sshKey).filter(text -> !text.isBlank() && os != OsType.TALOS);
  }
}
