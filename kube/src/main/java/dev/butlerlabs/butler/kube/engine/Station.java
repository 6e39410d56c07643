package dev.butlerlabs.butler.kube.engine;

import dev.butlerlabs.butler.kube.Cleaner;
import dev.butlerlabs.butler.kube.Context;
import dev.butlerlabs.butler.kube.Index;
import dev.butlerlabs.butler.kube.Kind;
import dev.butlerlabs.butler.kube.Outcome;
import dev.butlerlabs.butler.kube.Reconciler;
import dev.butlerlabs.butler.kube.Watches;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;

/** One controller joined to the informers it listens to. */
final class Station<T extends HasMetadata> {

  private final Kind<T> primary;
  private final SharedInformers informers;
  private final Following<T> following;
  private final Controller controller;
  private final List<CompletableFuture<Void>> lists = new ArrayList<>();
  private final CompletableFuture<Void> opened = new CompletableFuture<>();

  Station(
      String name,
      Watches<T> watches,
      Reconciler<T> reconciler,
      ControllerSettings settings,
      Engine.Parts parts,
      SharedInformers informers) {
    this.primary = watches.primary();
    this.informers = informers;
    var metrics = new ControllerMetrics(parts.meters(), name);
    var random = new Random(parts.random().nextLong());
    var runner =
        new Runner<>(
            key -> informers.find(primary, key),
            reconciler,
            cleaner(reconciler),
            parts.finalizers());
    var performance =
        new Performance(
            name, context -> run(runner, context), informers, parts.timeline(), random, metrics);
    var failures = new Failures(settings.backoff(), random);
    this.controller = new Controller(name, settings, parts.timeline(), failures, performance);
    this.following = new Following<>(watches.followed(), informers, controller::offer);
    metrics.watch(controller::waiting, controller::running);
    listen(watches);
  }

  String name() {
    return controller.name();
  }

  Controller controller() {
    return controller;
  }

  CompletableFuture<Void> opened() {
    return opened;
  }

  void openWhenListed() {
    CompletableFuture.allOf(lists.toArray(CompletableFuture<?>[]::new))
        .thenRun(this::open)
        .exceptionally(
            fault -> {
              opened.completeExceptionally(fault);
              return null;
            });
  }

  /**
   * Every object is looked at once after the first list, whoever else heard of it before. In this
   * order: a change that came too early to be mapped is seen by the first run.
   */
  private void open() {
    offerAll();
    opened.complete(null);
    controller.open();
  }

  /** Whoever gets the lead looks at everything once: it knows not what the other left undone. */
  void lead(boolean leading) {
    if (leading && opened.isDone()) {
      offerAll();
    }
    controller.lead(leading);
  }

  private void offerAll() {
    for (var object : informers.list(primary)) {
      controller.offer(Change.keyOf(object), Urgency.ROUTINE);
    }
  }

  /** A run that comes before its followed kinds are listed is passed over; their list brings it. */
  private Outcome run(Runner<T> runner, Context context) throws InterruptedException {
    var waiting = !following.ready(context.key());
    return waiting && informers.find(primary, context.key()).isPresent()
        ? Outcome.settled()
        : runner.run(context);
  }

  private void listen(Watches<T> watches) {
    lists.add(informers.hold(primary, this::primaryChanged).listed());
    watches.secondaries().forEach(this::listen);
    for (Index<?> index : watches.indexes()) {
      informers.index(index);
    }
    for (var trigger : watches.triggers()) {
      trigger.onFire(key -> controller.offer(key, Urgency.CHANGED));
    }
  }

  private <S extends HasMetadata> void listen(Watches.Secondary<S> secondary) {
    var hold = informers.hold(secondary.kind(), change -> secondaryChanged(secondary, change));
    lists.add(hold.listed());
  }

  private void primaryChanged(Change<T> change) {
    var follows = following.changed(change);
    if (follows || !change.listed()) {
      controller.offer(change.key(), change.urgency());
    }
  }

  /**
   * Old and new side both count: an object may have moved from one primary to another. What comes
   * with the first list concerns nobody, since all primaries are looked at after it anyway.
   */
  private <S extends HasMetadata> void secondaryChanged(
      Watches.Secondary<S> secondary, Change<S> change) {
    var report = secondary.news() == Watches.News.WISHES && change.urgency() != Urgency.ORDERED;
    if (change.listed() || report || !opened.isDone()) {
      return;
    }
    change
        .sides()
        .flatMap(side -> secondary.concerns().primaries(side, informers).stream())
        .distinct()
        .forEach(key -> controller.offer(key, Urgency.CHANGED));
  }

  // Safe: a class is a reconciler and a cleaner of the one kind it was written for.
  @SuppressWarnings("unchecked")
  private static <T extends HasMetadata> Optional<Cleaner<T>> cleaner(Reconciler<T> reconciler) {
    return reconciler instanceof Cleaner<?> cleaner
        ? Optional.of((Cleaner<T>) cleaner)
        : Optional.empty();
  }
}
