package dev.butlerlabs.butler.tenants.cause.plan;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What a cluster needs before anything of it is made: leave, an account, addresses, a place. */
final class Ground {

  private static final List<String> PERMISSIONS =
      List.of("PolicyCompliant", "QuotaSatisfied", "ProviderAccessGranted");

  private Ground() {}

  static Stream<Suspect> suspects(Tree tree) {
    return Stream.of(order(tree), provider(tree), addresses(tree), place(tree)).flatMap(all -> all);
  }

  /** A cluster that was let in stays so; what is said later concerns what it wants to become. */
  private static Stream<Suspect> order(Tree tree) {
    var against =
        PERMISSIONS.stream().flatMap(type -> tree.cluster().complaint(type).stream()).toList();
    if (tree.letIn()) {
      return against.stream().map(said -> Suspect.own(Layer.GROWTH, Weight.WAITING, said));
    }
    return against.isEmpty()
        ? Stream.of(unseen(tree))
        : against.stream().map(said -> Suspect.own(Layer.ORDER, Weight.FINAL, said));
  }

  private static Suspect unseen(Tree tree) {
    var words = new Words("nobody has looked at the order yet", "it is looked at next", "");
    return new Suspect(
        Layer.ORDER,
        Weight.WAITING,
        Advice.cause(Layer.ORDER, "", "Pending", words),
        tree.cluster().born());
  }

  static Stream<Suspect> provider(Tree tree) {
    if (!tree.letIn() || !tree.concernsPlatform()) {
      return Stream.empty();
    }
    var name = tree.cluster().text("/status/effective/providerConfigRef/name");
    var found = tree.find("ProviderConfig", name);
    if (found.isEmpty()) {
      return name.isEmpty() ? Stream.empty() : Stream.of(missing(tree, name));
    }
    return found.flatMap(config -> config.complaint("Ready")).stream()
        .map(said -> Suspect.of(Layer.PROVIDER, found.get(), said));
  }

  private static Suspect missing(Tree tree, String name) {
    var namespace = tree.cluster().text("/status/effective/providerConfigRef/namespace");
    var what = "ProviderConfig %s/%s is not there".formatted(namespace, name);
    return new Suspect(
        Layer.PROVIDER,
        Weight.FINAL,
        Advice.cause(Layer.PROVIDER, "", "ProviderConfigMissing", new Words(what, "", "")),
        tree.cluster().born());
  }

  /** A claim knows better than the cluster what stands against it. */
  private static Stream<Suspect> addresses(Tree tree) {
    var told = tree.cluster().complaint("NetworkReady");
    if (told.isEmpty() || !tree.letIn()) {
      return Stream.empty();
    }
    var claims =
        tree.all("IPAllocation")
            .flatMap(
                claim ->
                    claim.complaint("Ready").stream()
                        .map(said -> Suspect.of(Layer.ADDRESSES, claim, said)))
            .toList();
    return claims.isEmpty() ? told.map(Ground::unaddressed).stream() : claims.stream();
  }

  /** Here the words behind the semicolon are for people. */
  private static Suspect unaddressed(Said said) {
    var at = said.message().lastIndexOf("; ");
    var words =
        at < 0
            ? Words.quoting(said.message())
            : new Words(
                Quote.of(said.message().substring(0, at)),
                "",
                Words.capital(Quote.of(said.message().substring(at + 2))));
    return new Suspect(
        Layer.ADDRESSES,
        Weight.of(said),
        Advice.cause(Layer.ADDRESSES, "", said.reason(), words),
        said.since());
  }

  static Stream<Suspect> place(Tree tree) {
    var ending =
        tree.leaving()
            ? Optional.<Suspect>empty()
            : tree.first("Namespace").flatMap(Ground::ending);
    var paused =
        tree.first("Cluster")
            .filter(cluster -> cluster.json().at("/spec/paused").asBoolean(false))
            .map(Ground::paused);
    var refused = tree.refused().stream().map(Ground::refused);
    return Stream.concat(Stream.concat(ending.stream(), paused.stream()), refused);
  }

  private static Optional<Suspect> ending(Part namespace) {
    var held =
        namespace
            .condition("NamespaceFinalizersRemaining")
            .filter(Said::holds)
            .map(said -> ": " + said.message())
            .orElse("");
    return namespace
        .leaving()
        .map(
            since ->
                Suspect.of(
                    Layer.PLACE,
                    Weight.FINAL,
                    namespace,
                    "NamespaceTerminating",
                    Words.quoting("it is being deleted although the cluster is not" + held),
                    since));
  }

  private static Suspect paused(Part cluster) {
    var since = cluster.condition("Paused").map(Said::since).orElse(cluster.born());
    var words = new Words("somebody paused it", "", "");
    return Suspect.of(Layer.PLACE, Weight.FINAL, cluster, "Paused", words, since);
  }

  private static Suspect refused(Refused write) {
    return new Suspect(
        Layer.PLACE,
        Weight.of("", write.reason(), ""),
        Advice.cause(
            Layer.PLACE,
            "",
            write.reason(),
            new Words(
                Quote.of("could not write " + write.object() + ": " + write.message()),
                "Butler tries again",
                remedy(write))),
        write.since());
  }

  private static String remedy(Refused write) {
    return switch (write.reason()) {
      case "Forbidden" -> "Grant the manager the missing right";
      case "NotServed" -> "Install the program that serves this kind";
      case "Invalid" -> "Correct the order";
      case "Unreachable" ->
          write.message().contains("webhook")
              ? "Check that the program behind the webhook runs"
              : "Check that the API server answers";
      default -> "";
    };
  }
}
