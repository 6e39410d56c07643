package dev.butlerlabs.butler.addons.install.plan;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.addons.catalog.plan.Parameters;
import dev.butlerlabs.butler.api.addons.HealthRule;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** How an addon is by the rules of its definition, beside its workloads. */
public final class HealthRules {

  private HealthRules() {}

  /** What is known of the objects that a rule is about. */
  public sealed interface Found {

    /** There is news when it is known. */
    record Opening() implements Found {}

    /** The cluster has no such kind. */
    record NotServed() implements Found {}

    /** Nobody can say. */
    record Unseen(String sentence) implements Found {}

    /** All of the kind that were looked at. */
    record There(List<GenericKubernetesResource> objects) implements Found {

      public There {
        objects = List.copyOf(objects);
      }
    }
  }

  /**
   * A rule and what is known of its objects.
   *
   * @param wide whether they are of the whole cluster and in no namespace
   */
  public record Sighted(HealthRule rule, Found found, boolean wide) {

    /** Of objects that are in a namespace. */
    public Sighted(HealthRule rule, Found found) {
      this(rule, found, false);
    }
  }

  /** Those that are asked for where an addon has these values. */
  public static List<HealthRule> asked(List<HealthRule> rules, JsonNode values) {
    return rules.stream()
        .filter(
            rule ->
                given(rule.onlyWithValue()).isEmpty()
                    || Parameters.says(values, given(rule.onlyWithValue())))
        .filter(
            rule ->
                given(rule.unlessValue()).isEmpty()
                    || !Parameters.says(values, given(rule.unlessValue())))
        .toList();
  }

  /**
   * How the addon is, all in all.
   *
   * @param workloads how they are
   * @param namespace of the release
   * @param nodes whether the cluster has any
   */
  public static Inside over(
      Inside workloads, List<Sighted> rules, String namespace, boolean nodes) {
    if (!(workloads instanceof Inside.Seen(var troubles, _))) {
      return workloads;
    }
    var asked = rules.stream().filter(one -> nodes || !one.rule().needsNodes()).toList();
    var unmet = new ArrayList<String>();
    for (var one : asked) {
      trouble(one, namespace).ifPresent(unmet::add);
    }
    // What is seen to be wrong is told whatever else is not seen yet.
    if (troubles.isEmpty() && unmet.isEmpty()) {
      if (asked.stream().anyMatch(one -> one.found() instanceof Found.Opening)) {
        return new Inside.Looking();
      }
      var unseen = asked.stream().flatMap(one -> unseen(one, namespace).stream()).findFirst();
      if (unseen.isPresent()) {
        return new Inside.Unseen(unseen.get());
      }
    }
    return new Inside.Seen(troubles, Health.shortened(unmet));
  }

  private static Optional<String> unseen(Sighted one, String namespace) {
    return one.found() instanceof Found.Unseen(var sentence)
        ? Optional.of("%s cannot be looked at: %s".formatted(described(one, namespace), sentence))
        : Optional.empty();
  }

  private static Optional<String> trouble(Sighted one, String namespace) {
    var rule = one.rule();
    return switch (one.found()) {
      case Found.Opening(), Found.Unseen _ -> Optional.empty();
      case Found.NotServed() ->
          Optional.of(
              "the cluster does not know the kind %s of %s yet, which is asked for again"
                  .formatted(rule.kind(), rule.apiVersion()));
      case Found.There(var objects) -> trouble(one, objects, namespace);
    };
  }

  private static Optional<String> trouble(
      Sighted one, List<GenericKubernetesResource> objects, String namespace) {
    var rule = one.rule();
    var troubles = new ArrayList<String>();
    var well = 0;
    for (var object : objects) {
      if (about(rule, object, namespace)) {
        var trouble = trouble(rule, object);
        if (trouble.isPresent()) {
          troubles.add(called(rule, object) + " " + trouble.get());
        } else {
          well++;
        }
      }
    }
    var wanted = rule.atLeast();
    if (wanted != null) {
      var all = troubles.isEmpty() ? "" : ": " + String.join(", ", Health.shortened(troubles));
      return well < wanted
          ? Optional.of(
              "%d of at least %d are as they should be, of %s%s"
                  .formatted(well, wanted, described(one, namespace), all))
          : Optional.empty();
    }
    if (!troubles.isEmpty()) {
      return Optional.of(String.join(", ", Health.shortened(troubles)));
    }
    return well > 0 ? Optional.empty() : Optional.of(described(one, namespace) + " is not there");
  }

  /** Whether the rule means this object. Those of the whole cluster are in no namespace. */
  private static boolean about(
      HealthRule rule, GenericKubernetesResource object, String namespace) {
    var metadata = object.getMetadata();
    var labels = Objects.requireNonNullElse(metadata.getLabels(), Map.<String, String>of());
    var notes = Objects.requireNonNullElse(metadata.getAnnotations(), Map.<String, String>of());
    var there = metadata.getNamespace();
    return (given(rule.name()).isEmpty() || given(rule.name()).equals(metadata.getName()))
        && (there == null || there.isEmpty() || there.equals(in(rule, namespace)))
        && labels.entrySet().containsAll(rule.labels().entrySet())
        && notes.entrySet().containsAll(rule.annotations().entrySet());
  }

  /** The namespace that the rule means. */
  public static String in(HealthRule rule, String release) {
    return given(rule.namespace()).isEmpty() ? release : given(rule.namespace());
  }

  private static Optional<String> trouble(HealthRule rule, GenericKubernetesResource object) {
    if (rule.condition() != null) {
      return condition(rule.condition(), object);
    }
    if (rule.field() != null) {
      return field(rule.field(), object);
    }
    return Health.KINDS.contains(rule.kind())
            && (rule.group().equals("apps") || rule.group().equals("batch"))
        ? Health.trouble(new Health.Workload(rule.kind(), object))
        : Optional.empty();
  }

  private static Optional<String> condition(
      HealthRule.Condition wanted, GenericKubernetesResource object) {
    var status = Objects.requireNonNullElse(wanted.status(), "True");
    var told =
        Health.conditions(object)
            .filter(one -> wanted.type().equals(one.get("type")))
            .findFirst()
            .map(one -> String.valueOf(one.get("status")));
    return told.filter(status::equals).isPresent()
        ? Optional.empty()
        : Optional.of(
            told.map(now -> "has condition %s %s, not %s".formatted(wanted.type(), now, status))
                .orElseGet(() -> "tells no condition " + wanted.type()));
  }

  private static Optional<String> field(HealthRule.Field wanted, GenericKubernetesResource object) {
    Object value = object.getAdditionalProperties();
    for (var key : wanted.path().split("\\.", -1)) {
      value = value instanceof Map<?, ?> map ? map.get(key) : null;
    }
    if (wanted.min() != null) {
      var number = value instanceof Number some ? some.longValue() : 0;
      return number >= wanted.min()
          ? Optional.empty()
          : Optional.of("has %s %d, less than %d".formatted(wanted.path(), number, wanted.min()));
    }
    var text = value == null ? "" : String.valueOf(value);
    // What stands there may be anything, so it is not repeated.
    return text.equals(given(wanted.value()))
        ? Optional.empty()
        : Optional.of("has another %s than %s".formatted(wanted.path(), given(wanted.value())));
  }

  private static String called(HealthRule rule, GenericKubernetesResource object) {
    var metadata = object.getMetadata();
    return named(rule.kind(), given(metadata.getNamespace()), metadata.getName());
  }

  private static String described(Sighted one, String namespace) {
    var rule = one.rule();
    if (!given(rule.name()).isEmpty()) {
      return "%s %s".formatted(rule.kind(), given(rule.name()));
    }
    var where = one.wide() ? "" : " in " + in(rule, namespace);
    return rule.kind()
        + where
        + (rule.labels().isEmpty() ? "" : " with the labels of the rule")
        + noted(rule.annotations());
  }

  private static String noted(Map<String, String> annotations) {
    return annotations.isEmpty()
        ? ""
        : new TreeMap<>(annotations)
            .entrySet().stream()
                .map(note -> "%s: \"%s\"".formatted(note.getKey(), note.getValue()))
                .collect(Collectors.joining(", ", " with the annotation ", ""));
  }

  private static String named(String kind, String namespace, String name) {
    return namespace.isEmpty() ? kind + " " + name : Health.name(kind, namespace, name);
  }

  private static String given(@Nullable String text) {
    return text == null ? "" : text;
  }
}
