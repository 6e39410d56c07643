package dev.butlerlabs.butler.sandbox.toolchain;

import dev.butlerlabs.butler.sandbox.toolchain.image.ImageReference;
import java.util.Arrays;
import java.util.Optional;

/** A program of the tool chain, pinned to one version. One more program is one more line here. */
public enum Tool {
  ETCD(
      Component.ETCD,
      "etcd",
      "go.etcd.io/etcd/server/v3",
      "gcr.io/etcd-development/etcd",
      "usr/local/bin/etcd",
      VersionQuestion.ETCD,
      10,
      27),
  KUBE_APISERVER(
      Component.KUBERNETES,
      "kube-apiserver",
      "k8s.io/kubernetes/cmd/kube-apiserver",
      "registry.k8s.io/kube-apiserver",
      "usr/local/bin/kube-apiserver",
      VersionQuestion.KUBERNETES,
      60,
      105),
  KUBE_CONTROLLER_MANAGER(
      Component.KUBERNETES,
      "kube-controller-manager",
      "k8s.io/kubernetes/cmd/kube-controller-manager",
      "registry.k8s.io/kube-controller-manager",
      "usr/local/bin/kube-controller-manager",
      VersionQuestion.KUBERNETES,
      60,
      96),
  KUBE_SCHEDULER(
      Component.KUBERNETES,
      "kube-scheduler",
      "k8s.io/kubernetes/cmd/kube-scheduler",
      "registry.k8s.io/kube-scheduler",
      "usr/local/bin/kube-scheduler",
      VersionQuestion.KUBERNETES,
      10,
      73),
  KUBECTL(
      Component.KUBERNETES,
      "kubectl",
      "k8s.io/kubernetes/cmd/kubectl",
      "registry.k8s.io/kubectl",
      "bin/kubectl",
      VersionQuestion.KUBECTL,
      25,
      60),
  /** Joins nodes; only tests run it, to see that it accepts what tenants publish. */
  KUBEADM(
      Component.KUBERNETES,
      "kubeadm",
      "k8s.io/kubernetes/cmd/kubeadm",
      "",
      "",
      VersionQuestion.KUBEADM,
      25,
      70),
  KUBE_APISERVER_1_35(
      Component.KUBERNETES_1_35,
      "kube-apiserver",
      "k8s.io/kubernetes/cmd/kube-apiserver",
      "registry.k8s.io/kube-apiserver",
      "usr/local/bin/kube-apiserver",
      VersionQuestion.KUBERNETES,
      60,
      105),
  KUBE_CONTROLLER_MANAGER_1_35(
      Component.KUBERNETES_1_35,
      "kube-controller-manager",
      "k8s.io/kubernetes/cmd/kube-controller-manager",
      "registry.k8s.io/kube-controller-manager",
      "usr/local/bin/kube-controller-manager",
      VersionQuestion.KUBERNETES,
      60,
      96),
  KUBE_SCHEDULER_1_35(
      Component.KUBERNETES_1_35,
      "kube-scheduler",
      "k8s.io/kubernetes/cmd/kube-scheduler",
      "registry.k8s.io/kube-scheduler",
      "usr/local/bin/kube-scheduler",
      VersionQuestion.KUBERNETES,
      10,
      73),
  KUBEADM_1_35(
      Component.KUBERNETES_1_35,
      "kubeadm",
      "k8s.io/kubernetes/cmd/kubeadm",
      "",
      "",
      VersionQuestion.KUBEADM,
      25,
      70),
  CLUSTER_API_CONTROLLER(
      Component.CLUSTER_API,
      "cluster-api-controller",
      "sigs.k8s.io/cluster-api",
      "registry.k8s.io/cluster-api/cluster-api-controller",
      "manager",
      VersionQuestion.NONE,
      20,
      80),
  KUBEADM_BOOTSTRAP_CONTROLLER(
      Component.CLUSTER_API,
      "kubeadm-bootstrap-controller",
      "sigs.k8s.io/cluster-api/bootstrap/kubeadm",
      "registry.k8s.io/cluster-api/kubeadm-bootstrap-controller",
      "manager",
      VersionQuestion.NONE,
      10,
      75),
  KINE(
      Component.KINE,
      "kine",
      "github.com/k3s-io/kine",
      "docker.io/rancher/kine",
      "bin/kine",
      VersionQuestion.NONE,
      15,
      40),
  /** Its project publishes no image of it. */
  HELM(Component.HELM, "helm", "helm.sh/helm/v4/cmd/helm", "", "", VersionQuestion.HELM, 15, 70);

  private final Component component;
  private final String binary;
  private final String goPackage;
  private final String image;
  private final String imageFile;
  private final VersionQuestion question;
  private final int ownSeconds;
  private final int megabytes;

  Tool(
      Component component,
      String binary,
      String goPackage,
      String image,
      String imageFile,
      VersionQuestion question,
      int ownSeconds,
      int megabytes) {
    this.component = component;
    this.binary = binary;
    this.goPackage = goPackage;
    this.image = image;
    this.imageFile = imageFile;
    this.question = question;
    this.ownSeconds = ownSeconds;
    this.megabytes = megabytes;
  }

  /** The file name of the program. */
  public String binary() {
    return binary;
  }

  /** The one version that is taken, without a "v". */
  public String version() {
    return component.version();
  }

  /** The variable in which a user names a program of their own. */
  public String variable() {
    return "BUTLER_TOOL_" + name();
  }

  static Optional<Tool> findByVariable(String variable) {
    return Arrays.stream(values()).filter(tool -> tool.variable().equals(variable)).findFirst();
  }

  Component component() {
    return component;
  }

  String goPackage() {
    return goPackage;
  }

  /** Whether there is an official image of it. */
  boolean published() {
    return !image.isEmpty();
  }

  /** The official image; data may pin its manifest with a digest after an {@code @}. */
  ImageReference image() {
    var at = image.indexOf('@');
    var name = at < 0 ? image : image.substring(0, at);
    var pin = at < 0 ? "" : image.substring(at);
    return ImageReference.parse(name + ":v" + version() + pin);
  }

  /** The program's path inside the image. */
  String imageFile() {
    return imageFile;
  }

  VersionQuestion question() {
    return question;
  }

  /** Two-core seconds beyond what its component shares; for the preflight. */
  int ownSeconds() {
    return ownSeconds;
  }

  int megabytes() {
    return megabytes;
  }

  @Override
  public String toString() {
    return binary + " " + version();
  }
}
