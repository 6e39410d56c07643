package dev.butlerlabs.butler.tenants.life;

import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.Asking;
import dev.butlerlabs.butler.kube.write.Attempt;
import dev.butlerlabs.butler.tenants.cause.Trees;
import dev.butlerlabs.butler.tenants.cause.plan.Part;
import dev.butlerlabs.butler.tenants.cause.plan.Troubled;
import dev.butlerlabs.butler.tenants.objects.plan.ClusterObjects;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinitionVersion;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Asks for objects that are not watched: those of platforms' providers, which are many kinds, and
 * pods.
 *
 * <p>What is watched tells that something is wrong with them, in few words. Only then they are
 * asked for, once for each change of who told it.
 */
final class Inquiry {

  /** More of them would tell the same. */
  private static final int MOST = 3;

  private final KubernetesClient client;
  private final Map<ObjectKey, Map<String, Asked>> known = new ConcurrentHashMap<>();

  /** In which version a kind is served, by kind and group. */
  private final Map<String, String> versions = new ConcurrentHashMap<>();

  private record Asked(String version, List<HasMetadata> answer) {}

  Inquiry(KubernetesClient client) {
    this.client = client;
  }

  void forget(ObjectKey cluster) {
    known.remove(cluster);
  }

  /** A machine is served in the version of the template it is made from. */
  void learn(ClusterObjects plan) {
    plan.objects().stream()
        .filter(one -> one.getApiVersion().startsWith("infrastructure."))
        .forEach(
            one -> {
              var api = one.getApiVersion().split("/", 2);
              versions.put(one.getKind().replaceAll("Template$", "") + "." + api[0], api[1]);
            });
  }

  /**
   * The objects behind what is in trouble.
   *
   * @param parts objects of the cluster that are watched
   */
  Stream<HasMetadata> about(ObjectKey cluster, Collection<? extends HasMetadata> parts) {
    var before = Objects.requireNonNullElse(known.get(cluster), Map.<String, Asked>of());
    var now = new HashMap<String, Asked>();
    for (var one : parts) {
      var part = Trees.part(one);
      if (now.size() < MOST && (Troubled.onItsPlatform(part) || Troubled.inItsPods(part))) {
        var meta = one.getMetadata();
        var asked = before.get(meta.getUid());
        now.put(
            meta.getUid(),
            asked != null && asked.version().equals(meta.getResourceVersion())
                ? asked
                : new Asked(meta.getResourceVersion(), ask(part, one)));
      }
    }
    if (now.isEmpty()) {
      known.remove(cluster);
    } else {
      known.put(cluster, now);
    }
    return now.values().stream().flatMap(asked -> asked.answer().stream());
  }

  private List<HasMetadata> ask(Part part, HasMetadata object) {
    var meta = object.getMetadata();
    return Troubled.inItsPods(part)
        ? pods(meta.getNamespace(), meta.getName())
        : provider(
            meta.getNamespace(),
            part.text("/spec/infrastructureRef/apiGroup"),
            part.text("/spec/infrastructureRef/kind"),
            part.text("/spec/infrastructureRef/name"));
  }

  private List<HasMetadata> pods(String namespace, String plane) {
    return answer(
        new Attempt("list", "Pod", new ObjectKey(namespace, "*")),
        () ->
            client
                .pods()
                .inNamespace(namespace)
                .withLabel("steward.butlerlabs.dev/name", plane)
                .list()
                .getItems());
  }

  private List<HasMetadata> provider(String namespace, String group, String kind, String name) {
    var version = versions.computeIfAbsent(kind + "." + group, _ -> stored(group, kind));
    if (version.isEmpty()) {
      versions.remove(kind + "." + group);
      return List.of();
    }
    var context =
        new ResourceDefinitionContext.Builder()
            .withGroup(group)
            .withVersion(version)
            .withKind(kind)
            .withPlural(plural(kind))
            .withNamespaced(true)
            .build();
    return answer(
        new Attempt("get", kind, new ObjectKey(namespace, name)),
        () ->
            Stream.ofNullable(
                    client
                        .genericKubernetesResources(context)
                        .inNamespace(namespace)
                        .withName(name)
                        .get())
                .toList());
  }

  /**
   * Whoever is looked at for the first time on its way out is not drawn, so nobody told the version
   * by then.
   */
  private String stored(String group, String kind) {
    var name = plural(kind) + "." + group;
    var attempt = new Attempt("get", "CustomResourceDefinition", ObjectKey.cluster(name));
    return answer(
            attempt,
            () ->
                Stream.ofNullable(
                        client
                            .apiextensions()
                            .v1()
                            .customResourceDefinitions()
                            .withName(name)
                            .get())
                    .toList())
        .stream()
        .flatMap(one -> ((CustomResourceDefinition) one).getSpec().getVersions().stream())
        .filter(CustomResourceDefinitionVersion::getStorage)
        .map(CustomResourceDefinitionVersion::getName)
        .findFirst()
        .orElse("");
  }

  private static String plural(String kind) {
    return kind.toLowerCase(Locale.ROOT) + "s";
  }

  /** Without an answer, what others say of it has to do. */
  private static List<HasMetadata> answer(
      Attempt attempt, Supplier<List<? extends HasMetadata>> question) {
    return Asking.ask(attempt, question)
            instanceof Answer.Done<List<? extends HasMetadata>>(var all)
        ? List.copyOf(all)
        : List.of();
  }
}
