package dev.butlerlabs.butler.tenants.cause.plan;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The workers: their image, the sets that order them, each machine, each node. */
final class Workers {

  private static final List<String> PRESSURES =
      List.of("MemoryPressure", "DiskPressure", "PIDPressure", "NetworkUnavailable");

  private Workers() {}

  static Stream<Suspect> suspects(Tree tree) {
    if (!tree.letIn()) {
      return Stream.empty();
    }
    return Stream.of(image(tree), sets(tree), machines(tree), nodes(tree)).flatMap(all -> all);
  }

  /** On the way out only what leaves is looked at. */
  static Stream<Suspect> leaving(Tree tree) {
    return tree.all("Machine").flatMap(machine -> leaving(tree, machine));
  }

  /** An image is needed for new machines only. */
  private static Stream<Suspect> image(Tree tree) {
    return tree.concernsPlatform()
        ? tree.all("ImageSync").flatMap(sync -> Platform.trouble(Layer.IMAGE, sync).stream())
        : Stream.empty();
  }

  private static Stream<Suspect> sets(Tree tree) {
    return tree.all("MachineSet").flatMap(set -> refused(set).or(() -> blocked(set)).stream());
  }

  private static Optional<Suspect> refused(Part set) {
    return set.conditions("/status/deprecated/v1beta1/conditions").stream()
        .filter(said -> said.type().equals("MachinesCreated") && said.complains())
        .findFirst()
        .map(
            said ->
                Suspect.of(
                    Layer.SETS,
                    Weight.of(said),
                    set,
                    said.reason(),
                    Words.quoting(said.message()),
                    said.since()));
  }

  /** It waits for the control plane as a rule; other obstacles stay. */
  private static Optional<Suspect> blocked(Part set) {
    return set.condition("ScalingUp")
        .filter(Said::holds)
        .filter(said -> said.message().contains("blocked because"))
        .map(
            said ->
                Suspect.of(
                    Layer.SETS,
                    said.message().contains("\"ControlPlaneIsStable\"")
                        ? Weight.WAITING
                        : Weight.TROUBLE,
                    set,
                    "ScalingUpBlocked",
                    Words.quoting(said.message()),
                    said.since()));
  }

  private static Stream<Suspect> machines(Tree tree) {
    return tree.all("Machine")
        .flatMap(
            machine ->
                machine.leaving().isPresent()
                    ? leaving(tree, machine)
                    : coming(tree, machine).stream());
  }

  private static Optional<Suspect> coming(Tree tree, Part machine) {
    return bootstrap(tree, machine)
        .or(() -> platform(tree, machine))
        .or(() -> unjoined(tree, machine))
        .or(() -> unseenNode(tree, machine));
  }

  private static Optional<Suspect> bootstrap(Tree tree, Part machine) {
    return tree.named(machine, "/spec/bootstrap/configRef")
        .flatMap(
            config ->
                Platform.worst(config)
                    .map(
                        said ->
                            Suspect.of(
                                Layer.BOOTSTRAP,
                                Weight.of(said),
                                config,
                                said.reason(),
                                Words.quoting(said.type() + ": " + said.message()),
                                said.since())))
        .or(
            () ->
                machine
                    .complaint("BootstrapConfigReady")
                    .map(said -> Suspect.of(Layer.BOOTSTRAP, machine, said)));
  }

  private static Optional<Suspect> platform(Tree tree, Part machine) {
    if (machine.holds("InfrastructureReady")) {
      return Optional.empty();
    }
    return tree.named(machine, "/spec/infrastructureRef")
        .map(object -> Platform.trouble(Layer.MACHINES, object).orElseGet(() -> unmade(object)))
        .or(
            () ->
                machine
                    .complaint("InfrastructureReady")
                    .map(said -> Suspect.of(Layer.MACHINES, machine, said)));
  }

  private static Suspect unmade(Part object) {
    var words = new Words("it is not made yet", "", "");
    return Suspect.of(
        Layer.MACHINES, Weight.WAITING, object, "WaitingForInfrastructure", words, object.born());
  }

  private static Optional<Suspect> unjoined(Tree tree, Part machine) {
    if (!machine.text("/status/nodeRef/name").isEmpty()) {
      return Optional.empty();
    }
    var since = machine.condition("InfrastructureReady").map(Said::since).orElse(machine.born());
    var words = replaced(tree, machine, Words.quoting("it runs, and its node has not joined yet"));
    return Optional.of(
        Suspect.of(Layer.JOINED, Weight.WAITING, machine, "NodeMissing", words, since));
  }

  /** Cluster API replaces none of a pool while too many of it fail at once. */
  private static Words replaced(Tree tree, Part machine, Words words) {
    var pool = machine.text("/metadata/labels/cluster.x-k8s.io~1deployment-name");
    return tree.find("MachineHealthCheck", pool)
        .flatMap(check -> check.complaint("RemediationAllowed"))
        .map(
            _ ->
                new Words(
                    words.what(),
                    "Cluster API replaces no machine of %s while so many of them fail at once"
                        .formatted(pool),
                    "Mend some of them on their platform, or delete their Machines"))
        .orElse(words);
  }

  /** What Cluster API says of a Node that is not looked at itself. */
  private static Optional<Suspect> unseenNode(Tree tree, Part machine) {
    var node = machine.text("/status/nodeRef/name");
    return tree.find("Node", node).isPresent()
        ? Optional.empty()
        : Stream.of("NodeReady", "NodeHealthy")
            .flatMap(type -> machine.complaint(type).stream())
            .findFirst()
            .map(said -> unseen(tree, machine, node, said));
  }

  private static Suspect unseen(Tree tree, Part machine, String node, Said said) {
    var passes = waitsForNetwork(said) || said.reason().equals("ConnectionDown");
    return new Suspect(
        Layer.NODES,
        passes ? Weight.WAITING : Weight.TROUBLE,
        Advice.cause(
            Layer.NODES,
            "Node " + node,
            said.reason(),
            replaced(tree, machine, Words.quoting(said.message()))),
        said.since());
  }

  private static Stream<Suspect> nodes(Tree tree) {
    return tree.all("Node").flatMap(node -> unready(node).or(() -> pressed(node)).stream());
  }

  private static Optional<Suspect> unready(Part node) {
    return node.complaint("Ready")
        .map(
            said ->
                Suspect.of(
                    Layer.NODES,
                    waitsForNetwork(said) ? Weight.WAITING : Weight.TROUBLE,
                    node,
                    said.reason(),
                    Words.quoting(said.message()),
                    said.since()));
  }

  /** The network plugin is an addon: it comes after the node, which is ready only with it. */
  private static boolean waitsForNetwork(Said said) {
    return said.message().contains("NetworkPluginNotReady");
  }

  private static Optional<Suspect> pressed(Part node) {
    return PRESSURES.stream()
        .flatMap(type -> node.condition(type).filter(Said::holds).stream())
        .findFirst()
        .map(said -> Suspect.of(Layer.NODES, Weight.TROUBLE, node, said));
  }

  private static Stream<Suspect> leaving(Tree tree, Part machine) {
    var own =
        machine
            .condition("Deleting")
            .filter(Said::holds)
            .map(
                said ->
                    Suspect.of(
                        Layer.WORKERS_GONE,
                        said.reason().equals("DrainingNode") ? Weight.TROUBLE : Weight.of(said),
                        machine,
                        said.reason(),
                        Words.quoting(said.message()),
                        said.since()));
    var object =
        tree.named(machine, "/spec/infrastructureRef")
            .flatMap(part -> part.leaving().map(since -> removal(part, since)));
    return Stream.concat(own.stream(), object.stream());
  }

  private static Suspect removal(Part object, Instant since) {
    return Platform.trouble(Layer.MACHINES, object)
        .orElseGet(() -> Departure.held(Layer.MACHINES, object, since));
  }
}
