package dev.butlerlabs.butler.sandbox.toolchain;

import java.util.ArrayList;
import java.util.List;

/**
 * A project whose programs share one version and one {@code go.mod}/{@code go.sum}, kept as
 * resources in the folder of the same name.
 *
 * <p>Seconds and megabytes were measured once with empty caches on two cores; they feed the
 * preflight and nothing else.
 */
enum Component {
  ETCD("etcd", "3.6.16", "", 45, 600),
  KUBERNETES("kubernetes", "1.36.3", "k8s.io/component-base/version", 190, 2900),
  /** The minor before, from which upgrades start. */
  KUBERNETES_1_35("kubernetes-1.35", "1.35.4", "k8s.io/component-base/version", 190, 2900),
  CLUSTER_API("cluster-api", "1.13.6", "sigs.k8s.io/cluster-api/version", 110, 1800),
  /** Between API servers and databases; without C, so without its SQLite. */
  KINE("kine", "0.13.9", "", 60, 700),
  /** Installs charts. */
  HELM("helm", "4.3.1", "helm.sh/helm/v4/internal/version", 150, 1100);

  private final String folder;
  private final String version;
  private final String versionPackage;
  private final int sharedSeconds;
  private final int goCacheMegabytes;

  Component(
      String folder, String version, String versionPackage, int sharedSeconds, int goMegabytes) {
    this.folder = folder;
    this.version = version;
    this.versionPackage = versionPackage;
    this.sharedSeconds = sharedSeconds;
    this.goCacheMegabytes = goMegabytes;
  }

  String folder() {
    return folder;
  }

  String version() {
    return version;
  }

  /** Two-core seconds spent on packages that all programs of this project share. */
  int sharedSeconds() {
    return sharedSeconds;
  }

  /** What Go's module and build caches grow by. */
  int goCacheMegabytes() {
    return goCacheMegabytes;
  }

  /** Strips symbols and stamps the version; etcd carries its version in its source. */
  String linkerFlags() {
    var flags = new ArrayList<>(List.of("-s", "-w"));
    if (this == HELM) {
      stamp(flags, "version", "v" + version);
    } else if (!versionPackage.isEmpty()) {
      var numbers = List.of(version.split("\\.", -1));
      stamp(flags, "gitVersion", "v" + version);
      stamp(flags, "gitMajor", numbers.get(0));
      stamp(flags, "gitMinor", numbers.get(1));
      stamp(flags, "gitTreeState", "clean");
      // The same time for everybody, so that two builds give the same bytes.
      stamp(flags, "buildDate", "1970-01-01T00:00:00Z");
    }
    return String.join(" ", flags);
  }

  private void stamp(List<String> flags, String variable, String value) {
    flags.add("-X");
    flags.add(versionPackage + "." + variable + "=" + value);
  }
}
