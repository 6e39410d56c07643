package dev.butlerlabs.butler.addons.install;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.butler.addons.helm.plan.ManifestYaml;
import dev.butlerlabs.butler.addons.helm.plan.Refusal;
import dev.butlerlabs.butler.addons.helm.plan.Refusal.Cause;
import dev.butlerlabs.butler.addons.install.plan.KindChange;
import dev.butlerlabs.butler.addons.install.plan.Writers;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Kind.Coordinates;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.Asking;
import dev.butlerlabs.butler.kube.write.Attempt;
import dev.butlerlabs.butler.kube.write.FieldManager;
import dev.butlerlabs.butler.kube.write.Reapplier;
import dev.butlerlabs.butler.kube.write.Trouble;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.error.YAMLException;

/**
 * Brings definitions of kinds to what a chart has in its folder {@code crds}. It may be cut off
 * anywhere and done anew; nothing is ever taken away.
 */
final class ChartKinds {

  private static final FieldManager HELM = new FieldManager(Writers.HELM);
  private static final String KIND = "CustomResourceDefinition";
  private static final Coordinates DEFINITIONS =
      new Coordinates("apiextensions.k8s.io", "v1", KIND, "customresourcedefinitions", false);

  /** Until a new kind is served; what comes after tells if it is not. */
  private static final int MOMENT = 10;

  private final Destination to;
  private final Consumer<String> step;

  ChartKinds(Destination to, Consumer<String> step) {
    this.to = to;
    this.step = step;
  }

  /** What the chart wants and what there is. */
  private record Pair(ObjectNode wanted, Optional<JsonNode> live) {

    private String name() {
      return wanted.at("/metadata/name").asText();
    }

    private String group() {
      return wanted.at("/spec/group").asText();
    }

    private KindChange change() {
      return KindChange.of(wanted, live);
    }
  }

  /**
   * Puts them right; nothing is written unless all can be.
   *
   * @param text the definitions of the chart
   * @param installed whether there is a release: before, Helm makes those that are not there
   * @return why it cannot be done
   */
  Optional<Refusal> renew(String text, boolean installed) {
    var pairs = new ArrayList<Pair>();
    for (var wanted : definitions(text)) {
      var key = ObjectKey.cluster(wanted.at("/metadata/name").asText());
      switch (to.call(client -> new Reapplier(client, HELM).read(DEFINITIONS, key))) {
        case Answer.Done<JsonNode>(var live) -> pairs.add(new Pair(wanted, Optional.of(live)));
        case Answer.Failed<JsonNode>(Trouble.NotFound _) ->
            pairs.add(new Pair(wanted, Optional.empty()));
        case Answer.Failed<JsonNode>(var trouble) -> {
          return Optional.of(refusal(trouble));
        }
      }
    }
    var refused =
        pairs.stream()
            .flatMap(one -> one.change() instanceof KindChange.Refuse(var why) ? of(why) : of())
            .toList();
    return refused.isEmpty()
        ? write(pairs, installed)
        : Optional.of(Refusal.of(Cause.KIND_WOULD_GO, tried(), String.join("; ", refused)));
  }

  private static Stream<String> of(String... texts) {
    return Stream.of(texts);
  }

  private Optional<Refusal> write(List<Pair> pairs, boolean installed) {
    var groups = new HashSet<String>();
    pairs.stream().filter(one -> one.live().isPresent()).map(Pair::group).forEach(groups::add);
    for (var pair : pairs) {
      Answer<Boolean> answer =
          switch (pair.change()) {
            case KindChange.Renew _ -> to.call(client -> renew(client, pair));
            // A group of which nothing is there may be switched off in the values.
            case KindChange.Make _ when installed && groups.contains(pair.group()) ->
                to.call(client -> make(client, pair));
            case KindChange.Make _, KindChange.Leave _, KindChange.Refuse _ -> Answer.done(false);
          };
      if (answer instanceof Answer.Failed<Boolean>(var trouble)) {
        return Optional.of(refusal(trouble));
      }
    }
    return Optional.empty();
  }

  /** A dry run tells whether it is another one: the server adds what the chart leaves out. */
  private Answer<Boolean> renew(KubernetesClient client, Pair pair) {
    var apply = new Reapplier(client, HELM);
    var key = ObjectKey.cluster(pair.name());
    return switch (apply.wouldBe(DEFINITIONS, key, pair.wanted())) {
      case Answer.Failed<JsonNode>(var trouble) -> Answer.failed(trouble);
      case Answer.Done<JsonNode>(var wouldBe)
          when Optional.of(wouldBe.path("spec")).equals(pair.live().map(one -> one.path("spec"))) ->
          Answer.done(false);
      case Answer.Done<JsonNode> _ -> {
        step.accept("upgrading CustomResourceDefinition " + pair.name());
        yield apply.apply(DEFINITIONS, key, pair.wanted()).map(_ -> true);
      }
    };
  }

  private Answer<Boolean> make(KubernetesClient client, Pair pair) {
    var key = ObjectKey.cluster(pair.name());
    step.accept("making CustomResourceDefinition " + pair.name());
    return switch (new Reapplier(client, HELM).apply(DEFINITIONS, key, pair.wanted())) {
      case Answer.Failed<JsonNode>(var trouble) -> Answer.failed(trouble);
      case Answer.Done<JsonNode> _ ->
          Asking.ask(
              new Attempt("wait for", KIND, key),
              () ->
                  client
                          .apiextensions()
                          .v1()
                          .customResourceDefinitions()
                          .withName(pair.name())
                          .waitUntilCondition(ChartKinds::served, MOMENT, TimeUnit.SECONDS)
                      != null);
    };
  }

  /** One just stored has a status without conditions. */
  private static boolean served(@Nullable CustomResourceDefinition one) {
    return one != null
        && one.getStatus() != null
        && one.getStatus().getConditions() != null
        && one.getStatus().getConditions().stream()
            .anyMatch(
                told -> told.getType().equals("Established") && told.getStatus().equals("True"));
  }

  private static List<ObjectNode> definitions(String text) {
    try {
      return ManifestYaml.objects(text).stream()
          .filter(one -> KIND.equals(one.path("kind").asText()))
          .filter(one -> one.path("apiVersion").asText().equals("apiextensions.k8s.io/v1"))
          .map(ChartKinds::written)
          .toList();
    } catch (YAMLException unreadable) {
      // Helm says so, with the file.
      return List.of();
    }
  }

  private static ObjectNode written(ObjectNode definition) {
    definition.remove("status");
    return definition;
  }

  private String tried() {
    return "upgrading definitions of kinds on cluster " + to.name();
  }

  private Refusal refusal(Trouble trouble) {
    return Refusal.of(Namespaces.cause(trouble), tried(), trouble.detail());
  }
}
