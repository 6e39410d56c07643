package dev.butlerlabs.butler.providers.local.join;

import dev.butlerlabs.butler.pki.BootstrapToken;
import java.util.List;

/** How a machine learns where its cluster is, and that it is the right one. */
public sealed interface Discovery {

  /** As whom the machine asks for its certificate. */
  BootstrapToken token();

  /**
   * Asks the API server itself, and believes what is signed with the token.
   *
   * @param endpoint {@code host:port}
   * @param signer the token that cluster-info is signed with
   * @param pins hashes of public keys of which the cluster's authority has one; none: any
   */
  record ByToken(String endpoint, BootstrapToken signer, List<String> pins, BootstrapToken token)
      implements Discovery {

    public ByToken {
      pins = List.copyOf(pins);
    }
  }

  /** Was told in a file beside the join order. */
  record ByFile(Whereabouts whereabouts, BootstrapToken token) implements Discovery {}
}
