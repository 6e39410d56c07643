package dev.butlerlabs.butler.addons.install;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.addons.helm.ReleaseKey;
import dev.butlerlabs.butler.addons.helm.plan.Refusal;
import dev.butlerlabs.butler.addons.helm.plan.Refusal.Cause;
import dev.butlerlabs.butler.addons.install.plan.Fate;
import dev.butlerlabs.butler.addons.install.plan.LeftKind;
import dev.butlerlabs.butler.addons.install.plan.LeftNamespace;
import dev.butlerlabs.butler.addons.install.plan.LeftNamespace.Inhabitant;
import dev.butlerlabs.butler.addons.install.plan.OtherRelease;
import dev.butlerlabs.butler.api.Annotations;
import dev.butlerlabs.butler.api.Labels;
import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.addons.LeftoverPolicy;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.Applier;
import dev.butlerlabs.butler.kube.write.Asking;
import dev.butlerlabs.butler.kube.write.Attempt;
import dev.butlerlabs.butler.kube.write.Trouble;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinitionBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Has go what releases leave behind, where their addon wants that. Definitions are marked while the
 * release is there, since nothing tells afterwards whose they were: whoever comes after a process
 * that was killed finds them by the mark.
 */
final class Purging {

  private static final String KIND = "CustomResourceDefinition";

  private final Destination on;
  private final String owner;
  private final LeftoverPolicy policy;
  private final Consumer<String> step;
  private final List<String> stays = new ArrayList<>();
  private final List<String> purged = new ArrayList<>();

  /**
   * Nothing is purged yet.
   *
   * @param owner of the releases that go
   */
  Purging(Destination on, String owner, LeftoverPolicy policy, Consumer<String> step) {
    this.on = on;
    this.owner = owner;
    this.policy = policy;
    this.step = step;
  }

  /** What is still there, with why. */
  List<String> stays() {
    return List.copyOf(stays);
  }

  /** What is not there any more. */
  List<String> purged() {
    return List.copyOf(purged);
  }

  /** Marks what the release brought; done again, it is the same. */
  Optional<Refusal> mark(ReleaseKey release) {
    var tried = "marking what release %s leaves behind on cluster %s".formatted(release, on.name());
    return switch (on.call(client -> Leftovers.brought(client, release))) {
      case Answer.Failed<Leftovers.Brought>(var trouble) -> Optional.of(refusal(tried, trouble));
      case Answer.Done<Leftovers.Brought>(var brought) ->
          brought.definitions().stream()
              .map(name -> mark(name, brought.chart()))
              .flatMap(answer -> failure(tried, answer).stream())
              .findFirst();
    };
  }

  private Answer<CustomResourceDefinition> mark(String name, String chart) {
    var mark =
        new CustomResourceDefinitionBuilder()
            .withNewMetadata()
            .withName(name)
            .addToLabels(Labels.LEFT_BY, owner)
            .addToAnnotations(Annotations.LEFT_BY_CHART, chart)
            .endMetadata()
            .build();
    return on.call(client -> new Applier(client, Namespaces.MANAGER).contribute(mark));
  }

  /** Decides about all that bear the mark, when the releases are gone. */
  Optional<Refusal> definitions() {
    var tried = "looking for what is left behind on cluster " + on.name();
    return switch (ask("list", ObjectKey.cluster("*"), this::marked)) {
      case Answer.Failed<List<CustomResourceDefinition>>(var trouble) ->
          Optional.of(refusal(tried, trouble));
      case Answer.Done<List<CustomResourceDefinition>>(var marked) when marked.isEmpty() ->
          Optional.empty();
      case Answer.Done<List<CustomResourceDefinition>>(var marked) ->
          switch (OtherReleases.of(on)) {
            case Answer.Failed<List<OtherRelease>>(var trouble) ->
                Optional.of(refusal(tried, trouble));
            case Answer.Done<List<OtherRelease>>(var others) ->
                marked.stream().flatMap(one -> definition(one, others).stream()).findFirst();
          };
    };
  }

  private List<CustomResourceDefinition> marked(KubernetesClient client) {
    return client
        .apiextensions()
        .v1()
        .customResourceDefinitions()
        .withLabel(Labels.LEFT_BY, owner)
        .list()
        .getItems();
  }

  private Optional<Refusal> definition(CustomResourceDefinition one, List<OtherRelease> others) {
    var name = one.getMetadata().getName();
    var objects = new StoredObjects(on, one);
    if (!one.isMarkedForDeletion()) {
      var live = tree(one);
      var chart = live.at("/metadata/annotations").path(Annotations.LEFT_BY_CHART).asText();
      var having = others.stream().filter(it -> it.has(live, chart)).map(OtherRelease::name);
      switch (policy == LeftoverPolicy.ALL ? uncounted() : objects.count()) {
        case Answer.Failed<Optional<Long>>(var trouble) -> {
          return Optional.of(refusal("counting objects of " + name, trouble));
        }
        case Answer.Done<Optional<Long>>(var count) -> {
          if (new LeftKind(live, having.toList(), count).under(policy)
              instanceof Fate.Stays(var why)) {
            stays.add(Fate.told("%s/%s".formatted(KIND, name), why));
            return Optional.empty();
          }
        }
      }
      var failed = failure("deleting %s %s".formatted(KIND, name), remove(one));
      if (failed.isPresent()) {
        return failed;
      }
    }
    return awaited(name, objects);
  }

  private static Answer<Optional<Long>> uncounted() {
    return Answer.done(Optional.empty());
  }

  /** The API server deletes the objects first; some wait for those who let them go. */
  private Optional<Refusal> awaited(String name, StoredObjects objects) {
    var tried = "deleting %s %s on cluster %s".formatted(KIND, name, on.name());
    return switch (objects.awaitGone()) {
      case Answer.Failed<Optional<String>>(var trouble) -> Optional.of(refusal(tried, trouble));
      case Answer.Done<Optional<String>>(var held) -> {
        if (held.isEmpty()) {
          purged.add("%s/%s".formatted(KIND, name));
        }
        yield held.map(why -> Refusal.of(Cause.LEFTOVERS_HELD, tried, why));
      }
    };
  }

  /** Decides about a namespace that was made for addons, when no release is in it any more. */
  Optional<Refusal> namespace(String name) {
    var tried = "looking at namespace %s on cluster %s".formatted(name, on.name());
    return switch (ask("read", ObjectKey.cluster(name), client -> Leftovers.made(client, name))) {
      case Answer.Failed<Optional<Namespace>>(var trouble) -> Optional.of(refusal(tried, trouble));
      case Answer.Done<Optional<Namespace>>(var found) -> found.flatMap(this::namespace);
    };
  }

  private Optional<Refusal> namespace(Namespace one) {
    var name = "Namespace/" + one.getMetadata().getName();
    var fate =
        switch (Contents.of(on, one.getMetadata().getName())) {
          case Answer.Done<List<Inhabitant>>(var content) ->
              new LeftNamespace(tree(one), content).under(policy);
          // An aggregated API may be down for good, and no release waits for it.
          case Answer.Failed<List<Inhabitant>>(var trouble) ->
              new Fate.Stays("what it holds cannot be looked at: " + trouble.detail());
        };
    if (fate instanceof Fate.Stays(var why)) {
      stays.add(Fate.told(name, why));
      return Optional.empty();
    }
    var failed = failure("deleting %s on cluster %s".formatted(name, on.name()), remove(one));
    if (failed.isEmpty()) {
      purged.add(name);
    }
    return failed;
  }

  /** What was changed since it was judged stays until it is judged anew. */
  private Answer<Boolean> remove(HasMetadata one) {
    step.accept("deleting %s %s".formatted(one.getKind(), one.getMetadata().getName()));
    return on.call(client -> new Applier(client, Namespaces.MANAGER).remove(one));
  }

  private <T> Answer<T> ask(String verb, ObjectKey key, Function<KubernetesClient, T> question) {
    var attempt = new Attempt(verb, "what is left behind", key);
    return on.call(client -> Asking.ask(attempt, () -> question.apply(client)));
  }

  private static JsonNode tree(HasMetadata object) {
    return Objects.requireNonNull(
        WireFormat.serialization()
            .convertValue(
                WireFormat.serialization().convertValue(object, Map.class), JsonNode.class));
  }

  private static Optional<Refusal> failure(String tried, Answer<?> answer) {
    return answer instanceof Answer.Failed<?>(var trouble)
        ? Optional.of(refusal(tried, trouble))
        : Optional.empty();
  }

  private static Refusal refusal(String tried, Trouble trouble) {
    return Refusal.of(Namespaces.cause(trouble), tried, trouble.detail());
  }
}
