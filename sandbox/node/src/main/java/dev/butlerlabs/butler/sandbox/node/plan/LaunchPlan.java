package dev.butlerlabs.butler.sandbox.node.plan;

import dev.butlerlabs.butler.sandbox.node.pod.ContainerOrder;
import dev.butlerlabs.butler.sandbox.node.pod.EnvEntry;
import dev.butlerlabs.butler.sandbox.node.pod.ObjectRef;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How a container is to be started, or why it cannot be. */
public sealed interface LaunchPlan {

  /**
   * A command line inside the container.
   *
   * @param changes what was adapted in it, one sentence each
   */
  record Start(
      Image image, List<String> command, Map<String, String> environment, List<String> changes)
      implements LaunchPlan {

    public Start {
      command = List.copyOf(command);
      environment = Map.copyOf(environment);
      changes = List.copyOf(changes);
    }

    /** Variables may hold secrets. */
    @Override
    public String toString() {
      return "Start" + command + environment.keySet();
    }
  }

  /** It cannot be started as things stand. */
  record NotNow(Missing missing) implements LaunchPlan {}

  static LaunchPlan of(ContainerOrder order, Images images, PodFacts facts, Lookup lookup) {
    var image = images.find(order.image());
    if (image.isEmpty()) {
      return new NotNow(
          new Missing(
              Missing.IMAGE,
              "the process node runs programs of this machine and knows none for the image "
                  + order.image()
                  + "; it fetches no images, so use one it knows"));
    }
    var environment = new LinkedHashMap<String, String>();
    environment.put("PATH", "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin");
    environment.put("HOSTNAME", facts.order().pod().name());
    for (var entry : order.environment()) {
      var missing = put(environment, entry, facts, lookup);
      if (missing.isPresent()) {
        return new NotNow(missing.get());
      }
    }
    return start(order, image.get(), facts, environment);
  }

  private static Start start(
      ContainerOrder order, Image image, PodFacts facts, Map<String, String> environment) {
    var command =
        order.command().isEmpty() ? image.entrypoint() : expanded(order.command(), environment);
    var arguments = new ArrayList<>(command.subList(1, command.size()));
    arguments.addAll(expanded(order.arguments(), environment));
    var adapted = Adaptation.adapt(arguments, image.adaptations(), facts.podIp());
    var whole = new ArrayList<String>();
    whole.add(command.getFirst());
    whole.addAll(adapted.arguments());
    return new Start(image, whole, environment, adapted.changes());
  }

  private static List<String> expanded(List<String> texts, Map<String, String> environment) {
    return texts.stream().map(text -> Expansion.expand(text, environment)).toList();
  }

  private static Optional<Missing> put(
      Map<String, String> environment, EnvEntry entry, PodFacts facts, Lookup lookup) {
    var namespace = facts.order().pod().namespace();
    return switch (entry) {
      case EnvEntry.Literal(var name, var value) -> {
        environment.put(name, Expansion.expand(value, environment));
        yield Optional.empty();
      }
      case EnvEntry.Field(var name, var path) -> {
        var value = facts.value(path);
        value.ifPresent(found -> environment.put(name, found));
        yield value.isPresent()
            ? Optional.empty()
            : Optional.of(
                Missing.config("the variable " + name + " asks for " + path + ", unknown here"));
      }
      case EnvEntry.Key key -> key(environment, key, namespace, lookup);
      case EnvEntry.AllKeys all -> allKeys(environment, all, namespace, lookup);
    };
  }

  private static Optional<Missing> key(
      Map<String, String> environment, EnvEntry.Key key, String namespace, Lookup lookup) {
    var reference = new ObjectRef(key.kind(), namespace, key.object());
    var value =
        lookup.find(reference).flatMap(found -> found).flatMap(found -> found.text(key.key()));
    value.ifPresent(text -> environment.put(key.name(), text));
    if (value.isPresent() || (key.optional() && lookup.find(reference).isPresent())) {
      return Optional.empty();
    }
    return Optional.of(
        Missing.config(
            "the variable %s needs the key %s of %s, which is not there"
                .formatted(key.name(), key.key(), reference)));
  }

  private static Optional<Missing> allKeys(
      Map<String, String> environment, EnvEntry.AllKeys all, String namespace, Lookup lookup) {
    var reference = new ObjectRef(all.kind(), namespace, all.object());
    var known = lookup.find(reference);
    var contents = known.flatMap(found -> found);
    contents.ifPresent(
        found ->
            found
                .entries()
                .keySet()
                .forEach(
                    key -> {
                      var name = all.prefix() + key;
                      if (!name.startsWith("LD_")) {
                        environment.put(name, found.text(key).orElse(""));
                      }
                    }));
    return contents.isPresent() || (all.optional() && known.isPresent())
        ? Optional.empty()
        : Optional.of(
            Missing.config("the environment needs " + reference + ", which is not there"));
  }
}
