package dev.butlerlabs.butler.addons.install;

import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.Asking;
import dev.butlerlabs.butler.kube.write.Attempt;
import dev.butlerlabs.butler.kube.write.Trouble;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceList;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinitionVersion;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientTimeoutException;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.util.Comparator;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** The objects of a kind that a cluster has stored, by the kind's definition. */
record StoredObjects(Destination on, CustomResourceDefinition definition) {

  private static final long SOME = 100;
  private static final int TOLD = 3;

  /** Objects that nobody holds are gone by then. */
  private static final int MOMENT = 10;

  private String name() {
    return definition.getMetadata().getName();
  }

  private Optional<ResourceDefinitionContext> context() {
    var spec = definition.getSpec();
    return spec.getVersions().stream()
        .filter(one -> Boolean.TRUE.equals(one.getServed()))
        // What is stored in it needs nobody who converts.
        .max(Comparator.comparing(one -> Boolean.TRUE.equals(one.getStorage())))
        .map(CustomResourceDefinitionVersion::getName)
        .map(
            version ->
                new ResourceDefinitionContext.Builder()
                    .withGroup(spec.getGroup())
                    .withVersion(version)
                    .withKind(spec.getNames().getKind())
                    .withPlural(spec.getNames().getPlural())
                    .withNamespaced("Namespaced".equals(spec.getScope()))
                    .build());
  }

  /** How many there are; nothing when the kind is not served, so that nobody can look. */
  Answer<Optional<Long>> count() {
    var counted = listed().map(list -> list.map(StoredObjects::count));
    return counted instanceof Answer.Failed<Optional<Long>>(Trouble.NotServed _)
        ? Answer.done(Optional.empty())
        : counted;
  }

  private static long count(GenericKubernetesResourceList list) {
    var more = list.getMetadata() == null ? null : list.getMetadata().getRemainingItemCount();
    return list.getItems().size() + Objects.requireNonNullElse(more, 0L);
  }

  private Answer<Optional<GenericKubernetesResourceList>> listed() {
    var attempt = new Attempt("list", name(), ObjectKey.cluster("*"));
    return on.call(
        client -> Asking.ask(attempt, () -> context().map(context -> list(client, context))));
  }

  private static GenericKubernetesResourceList list(
      KubernetesClient client, ResourceDefinitionContext context) {
    var all = client.genericKubernetesResources(context);
    var some = new ListOptionsBuilder().withLimit(SOME).build();
    return context.isNamespaceScoped() ? all.inAnyNamespace().list(some) : all.list(some);
  }

  /** Waits a moment until definition and objects are gone; tells what holds them otherwise. */
  Answer<Optional<String>> awaitGone() {
    return switch (on.call(this::gone)) {
      case Answer.Failed<Boolean>(var trouble) -> Answer.failed(trouble);
      case Answer.Done<Boolean>(var gone) when gone -> Answer.done(Optional.empty());
      case Answer.Done<Boolean> _ ->
          Answer.done(
              Optional.of(
                  listed() instanceof Answer.Done<Optional<GenericKubernetesResourceList>>(var left)
                      ? left.map(StoredObjects::held).orElse("objects of it are there")
                      : "objects of it are there"));
    };
  }

  private Answer<Boolean> gone(KubernetesClient client) {
    return Asking.ask(
        new Attempt("wait for the end of", "CustomResourceDefinition", ObjectKey.cluster(name())),
        () -> {
          try {
            client
                .apiextensions()
                .v1()
                .customResourceDefinitions()
                .withName(name())
                .waitUntilCondition(Objects::isNull, MOMENT, TimeUnit.SECONDS);
            return true;
          } catch (KubernetesClientTimeoutException late) {
            return false;
          }
        });
  }

  private static String held(GenericKubernetesResourceList left) {
    var some =
        left.getItems().stream()
            .limit(TOLD)
            .map(StoredObjects::held)
            .collect(Collectors.joining(", "));
    return "objects of it are there until their finalizers are taken out: %s%s"
        .formatted(some, count(left) > TOLD ? " and %d more".formatted(count(left) - TOLD) : "");
  }

  private static String held(GenericKubernetesResource one) {
    var meta = one.getMetadata();
    var where = meta.getNamespace() == null ? "" : meta.getNamespace() + "/";
    return "%s%s (%s)".formatted(where, meta.getName(), String.join(", ", meta.getFinalizers()));
  }
}
