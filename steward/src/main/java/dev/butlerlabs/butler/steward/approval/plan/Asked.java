package dev.butlerlabs.butler.steward.approval.plan;

import java.util.List;
import java.util.Set;

/**
 * A request for a serving certificate.
 *
 * @param user and groups as the tenant's API server knows whoever asked; nobody can forge these
 * @param usages the certificate shall have
 * @param pem the PKCS#10 request
 */
public record Asked(String user, Set<String> groups, Set<String> usages, String pem) {

  static final String NODE = "system:node:";

  public Asked {
    groups = Set.copyOf(groups);
    usages = Set.copyOf(usages);
  }

  /** The name of the node that asks, {@code ""} when it is no node. */
  public String node() {
    return user.startsWith(NODE) ? user.substring(NODE.length()) : "";
  }

  /**
   * The node as the tenant has it.
   *
   * @param names host names of it
   * @param addresses IP addresses of it
   */
  public record Node(List<String> names, List<String> addresses) {

    public Node {
      names = List.copyOf(names);
      addresses = List.copyOf(addresses);
    }
  }
}
