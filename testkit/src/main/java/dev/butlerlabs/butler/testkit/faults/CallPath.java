package dev.butlerlabs.butler.testkit.faults;

import dev.butlerlabs.butler.kernel.ObjectKey;
import io.fabric8.kubernetes.client.http.StandardHttpRequest;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads verb, resource and key out of a request, by the rules of the API server's own paths. */
record CallPath(Verb verb, String resource, ObjectKey key, String subresource) {

  /** What may follow a namespace's name and still be about the namespace. */
  private static final Set<String> OF_THE_NAMESPACE = Set.of("status", "finalize");

  static CallPath of(StandardHttpRequest request) {
    var path = request.uri().getPath();
    var parts = Arrays.stream(path.split("/", -1)).filter(part -> !part.isEmpty()).toList();
    var root = parts.isEmpty() ? "" : parts.getFirst();
    if (root.equals("api") && parts.size() > 2) {
      return resource(request, "", parts.subList(2, parts.size()));
    }
    if (root.equals("apis") && parts.size() > 3) {
      return resource(request, "." + parts.get(1), parts.subList(3, parts.size()));
    }
    return new CallPath(verb(request, true), path, ObjectKey.cluster(""), "");
  }

  Call numbered(int number) {
    return new Call(number, verb, resource, key, subresource);
  }

  private static CallPath resource(StandardHttpRequest request, String group, List<String> parts) {
    var namespaced =
        parts.size() > 2
            && parts.getFirst().equals("namespaces")
            && !OF_THE_NAMESPACE.contains(parts.get(2));
    var namespace = namespaced ? parts.get(1) : "";
    var rest = namespaced ? parts.subList(2, parts.size()) : parts;
    var name = rest.size() > 1 ? rest.get(1) : "";
    var below = rest.size() > 2 ? String.join("/", rest.subList(2, rest.size())) : "";
    return new CallPath(
        verb(request, !name.isEmpty()),
        rest.getFirst() + group,
        new ObjectKey(namespace, name),
        below);
  }

  private static Verb verb(StandardHttpRequest request, boolean named) {
    return switch (request.method()) {
      case "POST" -> Verb.CREATE;
      case "PUT" -> Verb.UPDATE;
      case "PATCH" -> isApply(request.getContentType()) ? Verb.APPLY : Verb.PATCH;
      case "DELETE" -> named ? Verb.DELETE : Verb.DELETE_COLLECTION;
      default -> reading(request, named);
    };
  }

  private static Verb reading(StandardHttpRequest request, boolean named) {
    var query = Objects.requireNonNullElse(request.uri().getQuery(), "");
    if (Arrays.asList(query.split("&", -1)).contains("watch=true")) {
      return Verb.WATCH;
    }
    return named ? Verb.GET : Verb.LIST;
  }

  private static boolean isApply(@Nullable String contentType) {
    return contentType != null && contentType.startsWith("application/apply-patch");
  }
}
