package dev.butlerlabs.butler.testkit;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The objects of a namespace as text that is the same for two runs that did the same: without what
 * the server makes up anew each time (identities, versions, times, the namespace's name).
 */
public final class EndState {

  private static final Set<String> MADE_UP =
      Set.of("uid", "resourceVersion", "creationTimestamp", "generation", "managedFields");

  private static final Set<String> NOT_OURS = Set.of("kube-root-ca.crt", "default");

  private EndState() {}

  /** Objects of these kinds, each given as {@code apiVersion/Kind}: {@code apps/v1/Deployment}. */
  public static String of(KubernetesClient client, String namespace, String... kinds) {
    var text = new StringBuilder();
    for (var kind : kinds) {
      for (var object : list(client, namespace, kind)) {
        text.append(client.getKubernetesSerialization().asYaml(clean(object)));
      }
    }
    return text.toString().replace(namespace, "{namespace}");
  }

  private static List<GenericKubernetesResource> list(
      KubernetesClient client, String namespace, String kind) {
    var split = kind.lastIndexOf('/');
    if (split < 0) {
      throw new IllegalArgumentException(
          "a kind is written apiVersion/Kind, such as v1/ConfigMap, not " + kind);
    }
    return client
        .genericKubernetesResources(kind.substring(0, split), kind.substring(split + 1))
        .inNamespace(namespace)
        .list()
        .getItems()
        .stream()
        .filter(object -> !NOT_OURS.contains(object.getMetadata().getName()))
        .sorted(Comparator.comparing(EndState::name))
        .toList();
  }

  /** A name the server completed stands with what was asked for. */
  private static String name(HasMetadata object) {
    var asked = object.getMetadata().getGenerateName();
    return asked == null || asked.isEmpty() ? object.getMetadata().getName() : asked + "?";
  }

  private static Object clean(GenericKubernetesResource object) {
    var whole = new TreeMap<String, Object>(object.getAdditionalProperties());
    whole.put("kind", object.getKind());
    whole.put("name", name(object));
    var meta = object.getMetadata();
    putUnlessEmpty(whole, "labels", meta.getLabels());
    putUnlessEmpty(whole, "annotations", meta.getAnnotations());
    if (meta.getFinalizers() != null && !meta.getFinalizers().isEmpty()) {
      whole.put("finalizers", meta.getFinalizers());
    }
    if (meta.getDeletionTimestamp() != null) {
      whole.put("deleted", true);
    }
    if (meta.getOwnerReferences() != null && !meta.getOwnerReferences().isEmpty()) {
      whole.put(
          "owners",
          meta.getOwnerReferences().stream().map(o -> o.getKind() + " " + o.getName()).toList());
    }
    return settled("", whole);
  }

  private static void putUnlessEmpty(
      Map<String, Object> whole, String key, Map<String, String> values) {
    if (values != null && !values.isEmpty()) {
      whole.put(key, values);
    }
  }

  private static Object settled(String key, Object value) {
    return switch (value) {
      case Map<?, ?> map -> {
        var kept = new TreeMap<String, Object>();
        map.forEach(
            (name, inner) -> {
              var text = String.valueOf(name);
              if (inner != null && !MADE_UP.contains(text)) {
                kept.put(text, settled(text, inner));
              }
            });
        yield kept;
      }
      case List<?> list -> {
        var kept = new ArrayList<>();
        list.forEach(inner -> kept.add(inner == null ? "null" : settled(key, inner)));
        yield kept;
      }
      default -> key.endsWith("Time") || key.endsWith("Timestamp") ? "{time}" : value;
    };
  }
}
