package dev.butlerlabs.butler.kube.write;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@OnRealApiServer
class CompareAndSwapIT {

  private TestCluster cluster;
  private KubernetesClient client;
  private CompareAndSwap ledger;

  @BeforeEach
  void connect(TestCluster given) {
    cluster = given;
    cluster.installResources("widgets.yaml");
    client = cluster.client(WireFormat.serialization());
    ledger = new CompareAndSwap(client, CompareAndSwap.Part.OBJECT);
  }

  @Test
  void onlyOneOfTwoThatReadTheSameWins() {
    var read = created();

    var first = ledger.swap(read, sized(read, 2));
    var second = ledger.swap(read, sized(read, 3));

    assertThat(first).isInstanceOf(Answer.Done.class);
    assertThat(((Answer.Failed<Widget>) second).trouble()).isInstanceOf(Trouble.Conflict.class);
    assertThat(size(client.resource(read).get())).isEqualTo(2);
  }

  @Test
  void aDifferenceThatFitsNowhereAnyMoreIsALostRace() {
    var object = created();
    var read = ledger.update(object, w -> rowed(w, List.of(row("a"), row("b")))).orElseThrow();
    ledger.swap(read, rowed(read, List.of())).orElseThrow();

    var late = ledger.swap(read, rowed(read, List.of(row("a"))));

    assertThat(((Answer.Failed<Widget>) late).trouble()).isInstanceOf(Trouble.Conflict.class);
  }

  @Test
  void whatTheApiServerFindsWrongIsNoLostRace() {
    var read = created();
    var pretended = client.getKubernetesSerialization().clone(read);
    pretended.setSpec(new Widget.Spec(1, List.of(row("a"), row("b"))));

    var late = ledger.swap(pretended, rowed(pretended, List.of(row("a"))));

    assertThat(((Answer.Failed<Widget>) late).trouble()).isInstanceOf(Trouble.Invalid.class);
  }

  @Test
  void unknownFieldsSurviveAlsoInTheRowsOfAList() {
    var object = created();
    var patch = "{\"spec\":{\"colour\":\"red\",\"rows\":[{\"name\":\"a\",\"note\":\"keep\"}]}}";
    cluster.kubectl("patch", "widget", "w", "--type=merge", "-p", patch).requireSuccess();

    ledger.update(object, read -> rowed(read, List.of(row("a"), row("b")))).orElseThrow();

    assertThat(
            cluster
                .kubectl("get", "widget", "w", "-o=jsonpath={.spec.rows}{.spec.colour}")
                .stdout())
        .isEqualTo("[{\"name\":\"a\",\"note\":\"keep\"},{\"name\":\"b\"}]red");
  }

  @Test
  void manyAtOnceLoseNoUpdate() throws Exception {
    var object = created();
    try (var pool = Executors.newVirtualThreadPerTaskExecutor()) {
      var running = new ArrayList<java.util.concurrent.Future<?>>();
      for (var i = 0; i < 8; i++) {
        running.add(
            pool.submit(
                () -> ledger.update(object, read -> sized(read, size(read) + 1)).orElseThrow()));
      }
      for (var one : running) {
        one.get();
      }
    }

    assertThat(size(client.resource(object).get())).isEqualTo(9);
  }

  @Test
  void theStatusIsSwappedThroughItsSubresource() {
    var inStatus = new CompareAndSwap(client, CompareAndSwap.Part.STATUS);
    var read = created();
    var changed = sized(read, 50);
    changed.setStatus(new Widget.Status("Full", null, null, null));

    var stored = inStatus.swap(read, changed).orElseThrow();
    var late = inStatus.swap(read, changed);

    assertThat(Objects.requireNonNull(stored.getStatus()).phase()).isEqualTo("Full");
    assertThat(size(stored)).isEqualTo(1);
    assertThat(((Answer.Failed<Widget>) late).trouble()).isInstanceOf(Trouble.Conflict.class);
  }

  @Test
  void nothingChangedIsNothingSent() {
    var read = created();

    assertThat(ledger.swap(read, sized(read, 1)).orElseThrow()).isSameAs(read);
  }

  private static Widget.Row row(String name) {
    return new Widget.Row(name);
  }

  private Widget sized(Widget read, int size) {
    var changed = client.getKubernetesSerialization().clone(read);
    changed.setSpec(new Widget.Spec(size, read.getSpec().rows()));
    return changed;
  }

  private Widget rowed(Widget read, List<Widget.Row> rows) {
    var changed = client.getKubernetesSerialization().clone(read);
    changed.setSpec(new Widget.Spec(read.getSpec().size(), rows));
    return changed;
  }

  private static int size(Widget widget) {
    return Objects.requireNonNull(widget.getSpec().size());
  }

  private Widget created() {
    return client.resource(Widget.named(cluster.namespace(), "w", 1)).create();
  }
}
