package dev.butlerlabs.butler.sandbox.node.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class AdaptationTest {

  private static final String IP = "127.64.0.9";

  @Test
  void listenerWithoutAnAddressIsGivenThePods() {
    var adapted = adapt(KnownPrograms.kubeScheduler("/x/kube-scheduler"), "--v=2");

    assertThat(adapted.arguments()).containsExactly("--v=2", "--bind-address=127.64.0.9");
    assertThat(adapted.changes()).containsExactly("--bind-address added: 127.64.0.9");
  }

  @Test
  void wildcardAndOwnAddressesBecomeThePods() {
    var adapted =
        adapt(
            KnownPrograms.etcd("/x/etcd"),
            "--listen-client-urls=https://0.0.0.0:2379,https://[::]:2379",
            "--initial-cluster=a=https://localhost:2380",
            "--data-dir=/127.0.0.1");

    assertThat(adapted.arguments())
        .containsExactly(
            "--listen-client-urls=https://127.64.0.9:2379,https://127.64.0.9:2379",
            "--initial-cluster=a=https://127.64.0.9:2380",
            "--data-dir=/127.0.0.1");
  }

  @Test
  void addressOfSomebodyElseStays() {
    var adapted =
        adapt(
            KnownPrograms.kubeApiserver("/x/kube-apiserver"),
            "--bind-address=127.64.0.9",
            "--advertise-address=127.64.0.9",
            "--etcd-servers=https://127.64.8.1:2379",
            "--endpoint-reconciler-type=none");

    assertThat(adapted.changes()).isEmpty();
  }

  @Test
  void endpointReconcilerIsSwitchedOff() {
    var adapted =
        adapt(KnownPrograms.kubeApiserver("/x/kube-apiserver"), "--endpoint-reconciler-type=lease");

    assertThat(adapted.arguments())
        .contains("--endpoint-reconciler-type=none")
        .doesNotContain("--endpoint-reconciler-type=lease");
  }

  @Test
  void valueInAnArgumentOfItsOwnIsAdaptedToo() {
    var adapted =
        adapt(KnownPrograms.kubeScheduler("/x/kube-scheduler"), "--bind-address", "0.0.0.0");

    assertThat(adapted.arguments()).containsExactly("--bind-address", "127.64.0.9");
  }

  private static Adaptation.Adapted adapt(Image image, String... arguments) {
    return Adaptation.adapt(List.of(arguments), image.adaptations(), IP);
  }
}
