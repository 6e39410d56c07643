package dev.butlerlabs.butler.addons.install.plan;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Who wrote a field, by what the API server notes, and whose business that is. */
public final class Writers {

  /** Under this name Helm writes, and whatever is repaired in its place. */
  public static final String HELM = "helm";

  /** Kubernetes' own: what they write into an object is how Kubernetes works, not drift. */
  private static final Set<String> KUBERNETES =
      Set.of(
          "kube-controller-manager",
          "cloud-controller-manager",
          "kube-scheduler",
          "kube-apiserver",
          "kubelet");

  /** Certificates are put there by whoever makes them; charts leave it to them. */
  private static final String INJECTED = "caBundle";

  /** Istio's own server has its webhook count once it serves; its chart leaves that to it. */
  private static final String ARMED = "failurePolicy";

  private static final String ISTIO = "pilot-discovery";

  private Writers() {}

  /**
   * Everybody but Helm who has written the field, or one that lies in it.
   *
   * @param live the object with its {@code managedFields}
   */
  static List<String> of(JsonNode live, FieldPath path) {
    var found = new TreeSet<String>();
    for (var entry : live.path("metadata").path("managedFields")) {
      var name = entry.path("manager").asText();
      if (!name.equals(HELM) && owns(entry.path("fieldsV1"), path)) {
        found.add(name);
      }
    }
    return List.copyOf(found);
  }

  /** Items of lists are noted by their keys, not by their places: there any will do. */
  private static boolean owns(JsonNode fields, FieldPath path) {
    var at = fields;
    var top = true;
    for (var step : path.steps()) {
      // A list or a map that is one field as a whole has nothing noted inside.
      if (!(step instanceof String name) || (!top && at.isEmpty())) {
        return true;
      }
      top = false;
      at = at.path("f:" + name);
      if (at.isMissingNode()) {
        return false;
      }
    }
    return true;
  }

  /** Whether the field is left to those who wrote it. */
  static boolean byDesign(FieldPath path, List<String> writers) {
    return path.endsWith(INJECTED)
        || (path.endsWith(ARMED) && writers.contains(ISTIO))
        || writers.stream().anyMatch(KUBERNETES::contains);
  }

  /**
   * Whether it may be overwritten, since its writer minds it and puts it back at once. An
   * autoscaler does not: until it looks again, there are as many pods as the chart says.
   *
   * @param field as API servers write it, such as {@code .webhooks[name="a"].failurePolicy}
   */
  static boolean writtenAgain(String field, String writer) {
    return field.endsWith("." + INJECTED) || (field.endsWith("." + ARMED) && writer.equals(ISTIO));
  }
}
