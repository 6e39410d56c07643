package dev.butlerlabs.butler.providers.harvester.machines;

import dev.butlerlabs.butler.providers.spi.infrastructure.Fields;
import java.util.List;
import java.util.TreeSet;

/** What the account must be allowed to do, and whether it is. */
final class Permissions {

  private static final String REVIEW = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews";

  /** One verb on one kind. */
  record Permission(Kind kind, String verb) {
    @Override
    public String toString() {
      return verb + " " + kind.plural();
    }
  }

  static final List<Permission> NEEDED =
      List.of(
          new Permission(Kind.MACHINE, "get"),
          new Permission(Kind.MACHINE, "create"),
          new Permission(Kind.MACHINE, "patch"),
          new Permission(Kind.MACHINE, "delete"),
          new Permission(Kind.INSTANCE, "get"),
          new Permission(Kind.CLAIM, "get"),
          new Permission(Kind.CLAIM, "list"),
          new Permission(Kind.CLAIM, "create"),
          new Permission(Kind.CLAIM, "delete"),
          new Permission(Kind.SECRET, "get"),
          new Permission(Kind.SECRET, "create"),
          new Permission(Kind.SECRET, "delete"),
          new Permission(Kind.QUOTA, "list"),
          new Permission(Kind.STORAGE_CLASS, "get"));

  /** In the namespaces of the image and the network, which may be others. */
  static final List<Permission> LOOKED_UP =
      List.of(new Permission(Kind.IMAGE, "get"), new Permission(Kind.NETWORK, "get"));

  /** For load balancers. */
  static final List<Permission> BALANCERS =
      List.of(
          new Permission(Kind.BALANCER, "get"),
          new Permission(Kind.BALANCER, "create"),
          new Permission(Kind.BALANCER, "patch"),
          new Permission(Kind.BALANCER, "delete"));

  /** For images, beside those for machines. */
  static final List<Permission> IMAGES =
      List.of(new Permission(Kind.IMAGE, "create"), new Permission(Kind.IMAGE, "delete"));

  /** To tell what the hosts have left; the driver does without. */
  static final List<Permission> CAPACITY =
      List.of(new Permission(Kind.NODE, "list"), new Permission(Kind.POD, "list"));

  private Permissions() {}

  /** In words, each that is missing. */
  static List<String> missing(KubeApi api, String namespace) throws Trouble {
    var missing = new TreeSet<String>();
    for (var permission : NEEDED) {
      var kind = permission.kind();
      var attributes =
          Fields.of("resource", kind.plural())
              .with("verb", permission.verb())
              .withIf("group", kind.group())
              .withIf("namespace", kind.everywhere() ? "" : namespace);
      var question =
          Fields.of("apiVersion", "authorization.k8s.io/v1")
              .with("kind", "SelfSubjectAccessReview")
              .with("spec", Fields.of("resourceAttributes", attributes));
      var answer = api.ask("ask for the permission to " + permission, REVIEW, question);
      if (!answer.at("/status/allowed").asBoolean()) {
        missing.add(permission.toString());
      }
    }
    return List.copyOf(missing);
  }
}
