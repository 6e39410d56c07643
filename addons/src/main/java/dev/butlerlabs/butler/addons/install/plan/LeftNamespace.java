package dev.butlerlabs.butler.addons.install.plan;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.api.Labels;
import dev.butlerlabs.butler.api.addons.LeftoverPolicy;
import java.util.List;
import java.util.Set;
import java.util.stream.StreamSupport;

/**
 * A namespace that was made for addons, without any release in it.
 *
 * @param live as it is stored, with its {@code managedFields}
 * @param content what is in it
 */
public record LeftNamespace(JsonNode live, List<Inhabitant> content) {

  private static final String MAKER = "butler-addons";
  private static final Set<String> NEVER = Set.of("default", "butler-system");
  private static final int TOLD = 3;

  public LeftNamespace {
    content = List.copyOf(content);
  }

  /**
   * One object.
   *
   * @param follows it belongs to another object of the namespace, and goes with that
   * @param going it is being deleted
   */
  public record Inhabitant(String group, String kind, String name, boolean follows, boolean going) {

    private static final Set<String> EVERYWHERE =
        Set.of("/ConfigMap kube-root-ca.crt", "/ServiceAccount default");

    /** What comes with a namespace, or is nothing without what else is there. */
    private static final Set<String> FLEETING =
        Set.of(
            "/Event",
            "events.k8s.io/Event",
            "coordination.k8s.io/Lease",
            "/Endpoints",
            "discovery.k8s.io/EndpointSlice");

    boolean counts() {
      return kind.equals("PersistentVolumeClaim")
          || (!follows
              && !going
              && !FLEETING.contains(group + "/" + kind)
              && !EVERYWHERE.contains("%s/%s %s".formatted(group, kind, name)));
    }

    @Override
    public String toString() {
      return kind + " " + name;
    }
  }

  /** Whether it may go. */
  public Fate under(LeftoverPolicy policy) {
    var name = live.at("/metadata/name").asText();
    if (policy == LeftoverPolicy.KEEP) {
      return new Fate.Stays("");
    }
    if (NEVER.contains(name) || name.startsWith("kube-")) {
      return new Fate.Stays("it is never purged");
    }
    if (!ours() || !live.at("/metadata/ownerReferences").isEmpty()) {
      return new Fate.Stays("who made it is not certain");
    }
    var platform = content.stream().filter(one -> one.group().endsWith("butlerlabs.dev")).toList();
    if (!platform.isEmpty()) {
      return new Fate.Stays("holds objects of the platform: " + told(platform));
    }
    var worth = content.stream().filter(Inhabitant::counts).toList();
    return policy == LeftoverPolicy.EMPTY && !worth.isEmpty()
        ? new Fate.Stays("holds " + told(worth))
        : new Fate.Goes();
  }

  private static String told(List<Inhabitant> some) {
    var names = some.stream().limit(TOLD).map(Inhabitant::toString).toList();
    return String.join(", ", names)
        + (some.size() > TOLD ? " and %d more".formatted(some.size() - TOLD) : "");
  }

  /** The label alone anybody can write. */
  private boolean ours() {
    return live.at("/metadata/labels").path(Labels.MANAGED_BY).asText().equals("butler")
        && StreamSupport.stream(live.at("/metadata/managedFields").spliterator(), false)
            .filter(entry -> entry.path("manager").asText().equals(MAKER))
            .anyMatch(
                entry ->
                    entry
                        .path("fieldsV1")
                        .path("f:metadata")
                        .path("f:labels")
                        .has("f:" + Labels.MANAGED_BY));
  }
}
