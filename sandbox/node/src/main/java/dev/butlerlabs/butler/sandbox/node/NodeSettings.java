package dev.butlerlabs.butler.sandbox.node;

import dev.butlerlabs.butler.pki.CertificateAuthority;
import dev.butlerlabs.butler.sandbox.node.plan.Images;
import dev.butlerlabs.butler.sandbox.plane.home.Home;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;

/**
 * What a node is made of.
 *
 * @param authority whose certificates the API server believes
 * @param version the Kubernetes version the node gives as its own, with a "v"
 * @param hostFolders the folders of this machine that pods may mount
 */
public record NodeSettings(
    String name,
    Home home,
    URI server,
    CertificateAuthority authority,
    Images images,
    Mode mode,
    String version,
    List<Path> hostFolders) {

  /** What becomes of pods. */
  public enum Mode {
    /** They run as processes. */
    PROCESSES,
    /** Nothing runs; they are said to be ready at once. For tests with very many. */
    SIMULATED
  }

  public NodeSettings {
    hostFolders = List.copyOf(hostFolders);
  }
}
