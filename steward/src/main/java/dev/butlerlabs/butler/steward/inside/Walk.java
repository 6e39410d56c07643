package dev.butlerlabs.butler.steward.inside;

import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.Asking;
import dev.butlerlabs.butler.kube.write.Attempt;
import dev.butlerlabs.butler.kube.write.Trouble;
import io.fabric8.kubernetes.api.model.APIResourceList;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceList;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One walk through all objects of some resources of a tenant, page by page. Each gets an empty
 * patch: an API server stores an object anew for it when it was stored in another way than it
 * writes now, and only then.
 */
final class Walk {

  private static final long PAGE = 50;

  private final String purpose;
  private final Deque<String> left;
  private @Nullable String next;

  Walk(String purpose, Collection<String> resources) {
    this.purpose = purpose;
    this.left = new ArrayDeque<>(resources);
  }

  boolean serves(String otherPurpose) {
    return purpose.equals(otherPurpose);
  }

  /** One page; true when it was the last of all. */
  Answer<Boolean> page(KubernetesClient client) {
    var resource = left.peek();
    if (resource == null) {
      return Answer.done(true);
    }
    return find(client, resource)
        .then(
            kind ->
                kind.isPresent() ? page(client, resource, kind.get()) : Answer.done(turn(null)));
  }

  private boolean turn(@Nullable String following) {
    next = following == null || following.isEmpty() ? null : following;
    if (next == null) {
      left.poll();
    }
    return left.isEmpty();
  }

  private Answer<Boolean> page(
      KubernetesClient client, String resource, ResourceDefinitionContext kind) {
    var attempt = new Attempt("list", resource, ObjectKey.cluster(""));
    var options = new ListOptionsBuilder().withLimit(PAGE).withContinue(next).build();
    var listed =
        Asking.ask(
            attempt, () -> client.genericKubernetesResources(kind).inAnyNamespace().list(options));
    return switch (listed) {
      case Answer.Failed<GenericKubernetesResourceList>(Trouble.Conflict _) -> {
        // Lists cannot be continued for ever; those who were written are passed over quickly.
        next = null;
        yield Answer.done(false);
      }
      case Answer.Failed<GenericKubernetesResourceList>(var why) -> Answer.failed(why);
      case Answer.Done<GenericKubernetesResourceList>(var page) ->
          write(client, kind, page).map(_ -> turn(page.getMetadata().getContinue()));
    };
  }

  private static Answer<Boolean> write(
      KubernetesClient client, ResourceDefinitionContext kind, GenericKubernetesResourceList page) {
    for (var object : page.getItems()) {
      if (write(client, kind, object) instanceof Answer.Failed<Boolean>(var why)
          && !(why instanceof Trouble.NotFound || why instanceof Trouble.Conflict)) {
        return Answer.failed(why);
      }
    }
    return Answer.done(true);
  }

  /** One that is gone, or was written by somebody else meanwhile, is as it should be. */
  private static Answer<Boolean> write(
      KubernetesClient client, ResourceDefinitionContext kind, GenericKubernetesResource object) {
    var metadata = object.getMetadata();
    var namespace = Objects.requireNonNullElse(metadata.getNamespace(), "");
    var all = client.genericKubernetesResources(kind);
    var one = (namespace.isEmpty() ? all : all.inNamespace(namespace)).withName(metadata.getName());
    return Asking.ask(
        new Attempt("store anew", kind.getKind(), new ObjectKey(namespace, metadata.getName())),
        () -> one.patch(PatchContext.of(PatchType.JSON_MERGE), "{}") != null);
  }

  /** What the tenant serves under that name; nothing when it serves none. */
  private static Answer<Optional<ResourceDefinitionContext>> find(
      KubernetesClient client, String resource) {
    var dot = resource.indexOf('.');
    var plural = dot < 0 ? resource : resource.substring(0, dot);
    var group = dot < 0 ? "" : resource.substring(dot + 1);
    var attempt = new Attempt("look for", resource, ObjectKey.cluster(""));
    return Asking.ask(attempt, () -> version(client, group))
        .then(
            version ->
                version.isEmpty()
                    ? Answer.done(Optional.empty())
                    : Asking.ask(
                        attempt, () -> kind(client, group, version.orElseThrow(), plural)));
  }

  private static Optional<String> version(KubernetesClient client, String group) {
    return group.isEmpty()
        ? Optional.of("v1")
        : Optional.ofNullable(client.getApiGroup(group))
            .map(found -> found.getPreferredVersion().getVersion());
  }

  private static Optional<ResourceDefinitionContext> kind(
      KubernetesClient client, String group, String version, String plural) {
    var served = client.getApiResources(group.isEmpty() ? version : group + "/" + version);
    return Optional.ofNullable(served).map(APIResourceList::getResources).stream()
        .flatMap(Collection::stream)
        .filter(one -> one.getName().equals(plural))
        .findFirst()
        .map(
            one ->
                new ResourceDefinitionContext.Builder()
                    .withGroup(group)
                    .withVersion(version)
                    .withKind(one.getKind())
                    .withPlural(plural)
                    .withNamespaced(Boolean.TRUE.equals(one.getNamespaced()))
                    .build());
  }
}
