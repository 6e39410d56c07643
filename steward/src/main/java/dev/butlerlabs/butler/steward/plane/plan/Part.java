package dev.butlerlabs.butler.steward.plane.plan;

import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A Secret of a control plane.
 *
 * <p>Its name is the control plane's and a suffix. No suffix ends in a dash and another one, so
 * that two control planes of one namespace never mean the same Secret.
 */
public enum Part {
  CA("ca", ""),
  FRONT_PROXY_CA("front-proxy-ca-certificate", ""),
  SERVICE_ACCOUNT("sa-certificate", ""),
  API_SERVER("api-server-certificate", "x509"),
  KUBELET_CLIENT("api-server-kubelet-client-certificate", "x509"),
  FRONT_PROXY_CLIENT("front-proxy-client-certificate", "x509"),
  ADMIN("admin-kubeconfig", "kubeconfig"),
  CONTROLLER_MANAGER("controller-manager-kubeconfig", "kubeconfig"),
  SCHEDULER("scheduler-kubeconfig", "kubeconfig"),
  DATA_STORE("datastore-certificate", "x509"),
  KONNECTIVITY("konnectivity-certificate", "x509"),
  KONNECTIVITY_KUBECONFIG("konnectivity-kubeconfig", "kubeconfig"),
  ENCRYPTION("encryption-keys", ""),
  TRUSTD("trustd-creds", "x509"),
  TCP_PROXY("tcp-proxy-certificate", "x509");

  public static final Duration LEAF_LIFE = Duration.ofDays(365);
  public static final Duration ROOT_LIFE = Duration.ofDays(3650);

  private static final Set<Part> OPTIONAL =
      EnumSet.of(KONNECTIVITY, KONNECTIVITY_KUBECONFIG, ENCRYPTION, TRUSTD, TCP_PROXY);

  private static final Set<Part> USED_ELSEWHERE = EnumSet.of(ADMIN, TCP_PROXY);

  private final String suffix;
  private final String lifecycle;

  Part(String suffix, String lifecycle) {
    this.suffix = suffix;
    this.lifecycle = lifecycle;
  }

  /** What distinguishes it among the Secrets of its control plane, and its component label. */
  public String suffix() {
    return suffix;
  }

  /** How it runs out, or nothing. */
  String lifecycle() {
    return lifecycle;
  }

  public String secretOf(String plane) {
    return plane + "-" + suffix;
  }

  /** The part whose component label this is. */
  public static Optional<Part> find(String component) {
    return Arrays.stream(values()).filter(part -> part.suffix.equals(component)).findFirst();
  }

  /** Those which every control plane has. */
  public static List<Part> always() {
    return Arrays.stream(values()).filter(part -> !OPTIONAL.contains(part)).toList();
  }

  /** Those which pods mount: when one changes, pods are replaced. */
  public static List<Part> mounted() {
    return Arrays.stream(values()).filter(part -> !USED_ELSEWHERE.contains(part)).toList();
  }
}
