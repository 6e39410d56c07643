package dev.butlerlabs.butler.steward.inside;

import dev.butlerlabs.butler.kube.Kind;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.Applier;
import dev.butlerlabs.butler.kube.write.FieldManager;
import dev.butlerlabs.butler.kube.write.Owner;
import dev.butlerlabs.butler.steward.inside.plan.AddOns;
import dev.butlerlabs.butler.steward.inside.plan.ProxySlices;
import dev.butlerlabs.butler.steward.plane.Covers;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSlice;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The objects of one tenant's add-ons, and their way into it.
 *
 * @param uid of the control plane; all objects carry it, so that those nobody wants are found
 * @param proxied whether there are or were objects of a proxy
 */
record AddOnObjects(String uid, List<HasMetadata> wanted, boolean proxied) {

  private static final FieldManager MANAGER = FieldManager.of("steward-add-ons");
  private static final String HOME = "kube-system";

  AddOnObjects {
    wanted = List.copyOf(wanted);
  }

  boolean none() {
    return wanted.isEmpty();
  }

  /** All that is watched, each kind narrowed to what concerns us; always in the same order. */
  List<Kind<?>> kinds() {
    var selector =
        "%s=%s,%s=%s".formatted(Owner.UID_LABEL, uid, Owner.MANAGER_LABEL, MANAGER.name());
    var kinds = new ArrayList<Kind<?>>();
    ours().forEach(kind -> kinds.add(kind.labelled(selector)));
    if (proxied) {
      kinds.add(Kind.of(EndpointSlice.class).in(HOME).labelled(ProxySlices.SELECTOR));
    }
    return kinds;
  }

  /** All kinds there can be of our objects, and where. */
  private List<Kind<?>> ours() {
    var kinds = new ArrayList<Kind<?>>();
    AddOns.kinds().stream()
        .sorted(Comparator.comparing(Class::getName))
        .forEach(type -> kinds.add(kind(type)));
    if (proxied) {
      kinds.add(kind(Secret.class));
      kinds.add(kind(PodDisruptionBudget.class));
      kinds.add(Kind.of(EndpointSlice.class).in(ProxySlices.HOME));
    }
    return kinds;
  }

  private static Kind<?> kind(Class<? extends HasMetadata> type) {
    var kind = Kind.of(type);
    return kind.coordinates().namespaced() ? kind.in(HOME) : kind;
  }

  /** Whether just those stand in the tenant that are wanted, and say all they shall say. */
  boolean standAs(List<? extends HasMetadata> found) {
    Map<String, HasMetadata> byName = new LinkedHashMap<>();
    found.stream()
        .filter(object -> !ProxySlices.ofTheProxies(object))
        .forEach(object -> byName.put(nameOf(object), object));
    return byName.size() == wanted.size()
        && wanted.stream().allMatch(object -> Covers.covers(byName.get(nameOf(object)), object));
  }

  private static String nameOf(HasMetadata object) {
    return object.getKind() + "/" + object.getMetadata().getName();
  }

  /** Makes it so: what is wanted is applied, what is wanted no more goes. */
  Answer<Boolean> write(KubernetesClient client) {
    var applier = new Applier(client, MANAGER);
    return new Announced(client, applier, uid)
        .makeWay(wanted)
        .then(
            _ ->
                applier
                    .applyAll(new Owner(uid), wanted, Set.copyOf(ours()))
                    .firstTrouble()
                    .map(Answer::<Boolean>failed)
                    .orElseGet(() -> Answer.done(true)));
  }
}
