package dev.butlerlabs.butler.tenants.cause.plan;

import dev.butlerlabs.butler.kernel.Cause;
import java.util.Map;

/** What is done and what can be done where the message itself does not say. */
final class Advice {

  private record Hint(String does, String youCan) {}

  private static final Hint NONE = new Hint("", "");

  private static final Map<String, Hint> BY_REASON =
      Map.ofEntries(
          hint(
              "ProviderConfigMissing",
              "Butler makes and removes no machines without it",
              "Create it again with the same name and credentials"),
          hint(
              "NamespaceTerminating",
              "Butler makes the namespace anew when it has gone",
              "See what holds it, and let that go"),
          hint(
              "PoolExhausted",
              "it is served as soon as addresses come back",
              "Enlarge the pool, or add one to the ProviderConfig"),
          hint("NoContiguousBlock", "", "Enlarge the pool, or add one to the ProviderConfig"),
          hint("PoolNotFound", "", "Create the pool, or name another one in the ProviderConfig"),
          hint(
              "ImagePullBackOff",
              "the kubelet tries again",
              "Check that the registry has the image and can be reached, and its pull secret"),
          hint(
              "ErrImagePull",
              "the kubelet tries again",
              "Check that the registry has the image and can be reached, and its pull secret"),
          hint("CrashLoopBackOff", "it is started again", "Read its log with kubectl logs"),
          hint("OOMKilled", "it is started again", "Give it more memory"),
          hint(
              "Unschedulable",
              "the scheduler tries again",
              "Add room to the management cluster, or ask for less"),
          hint("CreateContainerConfigError", "the kubelet tries again", "Bring it back"),
          hint("Paused", "nothing is done while it is paused", "Set spec.paused to false"),
          hint(
              "NodeMissing",
              "Cluster API waits for it, and replaces the machine when it takes too long",
              "Look at the machine's console, and whether it reaches the API server"),
          hint(
              "KubeletHasDiskPressure",
              "the kubelet evicts pods to make room",
              "Free space on the machine, or give the pool larger disks"),
          hint(
              "KubeletHasInsufficientMemory",
              "the kubelet evicts pods to make room",
              "Give the pool more memory, or its pods less"),
          hint(
              "NodeStatusUnknown",
              "Cluster API replaces the machine when it stays silent",
              "Look at the machine on its platform"),
          hint(
              "DrainingNode",
              "Cluster API tries to evict the pods again",
              "Let the pods go: loosen their disruption budget or remove them"),
          hint("WaitingForVolumeDetach", "Cluster API waits for it", "Detach the volume"),
          hint(
              "WaitingForFinalizers",
              "Butler waits until the program that set them has taken them off",
              "Check that this program runs"),
          hint("ProbeFailed", "Cluster API tries again", "Check the way to the API server"));

  private static final Map<Layer, Hint> BY_LAYER =
      Map.ofEntries(
          Map.entry(Layer.ORDER, new Hint("the order waits", "")),
          Map.entry(Layer.PROVIDER, new Hint("Butler asks the platform again", "")),
          Map.entry(Layer.ADDRESSES, new Hint("Butler goes on as soon as it has addresses", "")),
          Map.entry(Layer.PLACE, new Hint("Butler tries again", "")),
          Map.entry(Layer.STORE, new Hint("Steward asks the store again", "")),
          Map.entry(Layer.PLANE, new Hint("Steward goes on as soon as it can", "")),
          Map.entry(Layer.NETWORK, new Hint("it is tried again", "Correct it on the platform")),
          Map.entry(Layer.IMAGE, new Hint("machines wait for it", "")),
          Map.entry(Layer.SETS, new Hint("Cluster API tries again", "")),
          Map.entry(Layer.BOOTSTRAP, new Hint("Cluster API tries again", "")),
          Map.entry(Layer.MACHINES, new Hint("it is tried again", "See what the platform says")),
          Map.entry(
              Layer.NODES,
              new Hint(
                  "Cluster API replaces the machine when it stays so",
                  "Look at the node's kubelet")),
          Map.entry(Layer.ADDONS, new Hint("it is tried again", "")),
          Map.entry(Layer.WORKERS_GONE, new Hint("Butler waits until it is gone", "")),
          Map.entry(Layer.PLANE_GONE, new Hint("Butler waits until it is gone", "")),
          Map.entry(Layer.NETWORK_GONE, new Hint("Butler waits until it is gone", "")),
          Map.entry(Layer.PLACE_GONE, new Hint("Butler waits until it is gone", "")),
          Map.entry(
              Layer.ADDRESSES_GONE, new Hint("Butler keeps the addresses until they are free", "")),
          Map.entry(Layer.GROWTH, new Hint("the cluster stays as it is until then", "")));

  private Advice() {}

  static Cause cause(Layer layer, String subject, String reason, Words words) {
    var byReason = BY_REASON.getOrDefault(reason, NONE);
    var byLayer = BY_LAYER.getOrDefault(layer, NONE);
    return new Cause(
        reason.isEmpty() ? "NotReady" : reason,
        sentence(subject, words.what(), reason),
        first(words.does(), byReason.does(), byLayer.does()),
        first(words.youCan(), byReason.youCan(), byLayer.youCan()));
  }

  private static String sentence(String subject, String what, String reason) {
    if (subject.isEmpty() || what.startsWith(subject)) {
      return what;
    }
    if (what.isEmpty()) {
      return subject + " is not ready" + (reason.isEmpty() ? "" : " (" + reason + ")");
    }
    return subject + ": " + what;
  }

  private static String first(String... texts) {
    for (var text : texts) {
      if (!text.isEmpty()) {
        return text;
      }
    }
    return "";
  }

  private static Map.Entry<String, Hint> hint(String reason, String does, String youCan) {
    return Map.entry(reason, new Hint(does, youCan));
  }
}
