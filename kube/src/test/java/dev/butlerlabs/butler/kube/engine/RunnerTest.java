package dev.butlerlabs.butler.kube.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Cleaner;
import dev.butlerlabs.butler.kube.Cleanup;
import dev.butlerlabs.butler.kube.Context;
import dev.butlerlabs.butler.kube.Finalizers;
import dev.butlerlabs.butler.kube.Outcome;
import dev.butlerlabs.butler.kube.Reconciler;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class RunnerTest {

  private static final String OURS = "butler.butlerlabs.dev/test";
  private static final Outcome WAIT = Outcome.lookAgain(Duration.ofSeconds(5));

  private final List<String> told = new ArrayList<>();
  private Cleanup cleanup = Cleanup.done();

  /** What others do to the object while its finalizer is put on. */
  private Consumer<HasMetadata> after = _ -> {};

  @Test
  void freshObjectGetsItsFinalizerBeforeItIsReconciled() throws InterruptedException {
    after = object -> object.getMetadata().setResourceVersion("2");

    run(fresh());

    assertThat(told).containsExactly("add", "reconcile 2");
  }

  @Test
  void objectThatWasDeletedBeforeItGotItsFinalizerIsLeftAlone() throws InterruptedException {
    after = object -> object.getMetadata().setDeletionTimestamp("2030-01-01T00:00:00Z");

    run(fresh());

    assertThat(told).containsExactly("add");
  }

  @Test
  void objectWithTheFinalizerIsJustReconciled() throws InterruptedException {
    run(
        new ConfigMapBuilder()
            .withNewMetadata()
            .withName("a")
            .withFinalizers(OURS)
            .endMetadata()
            .build());

    assertThat(told).containsExactly("reconcile null");
  }

  @Test
  void finalizerGoesWhenTheCleanupIsDone() throws InterruptedException {
    run(deleted(OURS));

    assertThat(told).containsExactly("cleanup", "remove");
  }

  @Test
  void finalizerStaysWhileTheCleanupIsUnfinished() throws InterruptedException {
    cleanup = Cleanup.unfinished(WAIT);

    assertThat(run(deleted(OURS))).isEqualTo(WAIT);
    assertThat(told).containsExactly("cleanup");
  }

  @Test
  void objectThatOnlyOthersHoldBackIsLeftAlone() throws InterruptedException {
    run(deleted("example.com/other"));

    assertThat(told).isEmpty();
  }

  @Test
  void objectThatIsNotThereIsReportedGone() throws InterruptedException {
    runner(Optional.empty()).run(context());

    assertThat(told).containsExactly("gone");
  }

  @Test
  void reconcilerThatCleansNothingSeesDeletedObjectsToo() throws InterruptedException {
    var feature = new Feature();
    var runner = new Runner<>(_ -> Optional.of(deleted(OURS)), feature, Optional.empty(), feature);

    runner.run(context());

    assertThat(told).containsExactly("reconcile null");
  }

  private Outcome run(ConfigMap object) throws InterruptedException {
    return runner(Optional.of(object)).run(context());
  }

  private Runner<ConfigMap> runner(Optional<ConfigMap> object) {
    var feature = new Feature();
    return new Runner<>(_ -> object, feature, Optional.of(feature), feature);
  }

  private static Context context() {
    return new Context(
        ObjectKey.cluster("a"), new NoCache(), Instant.EPOCH, Instant.EPOCH, 0, "00000000");
  }

  private static ConfigMap fresh() {
    return new ConfigMapBuilder().withNewMetadata().withName("a").endMetadata().build();
  }

  private static ConfigMap deleted(String finalizer) {
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withName("a")
        .withFinalizers(finalizer)
        .withDeletionTimestamp("2030-01-01T00:00:00Z")
        .endMetadata()
        .build();
  }

  private final class Feature implements Reconciler<ConfigMap>, Cleaner<ConfigMap>, Finalizers {
    @Override
    public Outcome reconcile(ConfigMap object, Context context) {
      told.add("reconcile " + object.getMetadata().getResourceVersion());
      return Outcome.settled();
    }

    @Override
    public void gone(ObjectKey key, Context context) {
      told.add("gone");
    }

    @Override
    public String finalizer() {
      return OURS;
    }

    @Override
    public Cleanup cleanup(ConfigMap object, Context context) {
      told.add("cleanup");
      return cleanup;
    }

    @Override
    public <T extends HasMetadata> T add(T object, String finalizer) {
      told.add("add");
      after.accept(object);
      return object;
    }

    @Override
    public void remove(HasMetadata object, String finalizer) {
      told.add("remove");
    }
  }
}
