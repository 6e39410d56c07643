package dev.butlerlabs.butler.addons.platform.plan;

import dev.butlerlabs.butler.addons.helm.plan.Values;
import dev.butlerlabs.butler.api.addons.AddonDefinitionSpec;
import dev.butlerlabs.butler.api.addons.AddonDefinitionSpec.Category;
import dev.butlerlabs.butler.kernel.Problem;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Decides which addons come with a cluster, in which version, and in which order. */
public final class Choosing {

  private final Question asked;
  private final Map<String, Wish> wanted = new LinkedHashMap<>();
  private final List<Problem> lacking = new ArrayList<>();
  private final List<Problem> refused = new ArrayList<>();

  private Choosing(Question asked) {
    this.asked = asked;
  }

  public static Choice of(Question asked) {
    return new Choosing(asked).choice();
  }

  private Choice choice() {
    var menu = new Menu(asked);
    menu.wishes().forEach(this::take);
    refused.addAll(menu.refused());
    var gifts = Gifts.of(asked, wanted.keySet());
    refused.addAll(gifts.refused());
    return new Choice(ordered(), lacking, refused, gifts.definitions());
  }

  /** With all that it needs. */
  private void take(Wish wish) {
    var definition = asked.catalog().get(wish.definition());
    if (definition == null) {
      (wish.vital() ? lacking : refused)
          .add(
              new Problem(
                  wish.field(),
                  "there is no AddonDefinition " + wish.definition(),
                  "create it with platform: true, or write what does not need it"));
      return;
    }
    if (wanted.putIfAbsent(wish.definition(), wish) == null) {
      definition.dependsOn().stream()
          .filter(name -> !wanted.containsKey(name))
          .map(name -> needed(name, wish.definition()))
          .forEach(this::take);
    }
  }

  private Wish needed(String name, String by) {
    var definition = asked.catalog().get(name);
    var vital = definition != null && definition.category() == Category.CNI;
    return new Wish(name, "AddonDefinition " + by, null, null, null, vital);
  }

  /** Whoever is needed comes first; else as they were asked for, those that nodes need before. */
  private List<Entry> ordered() {
    var left = new ArrayList<>(wanted.values());
    left.sort((one, other) -> Boolean.compare(other.vital(), one.vital()));
    var entries = new ArrayList<Entry>();
    Set<String> placed = new LinkedHashSet<>();
    while (!left.isEmpty()) {
      var next =
          left.stream()
              .filter(wish -> placed.containsAll(needs(wish)))
              .findFirst()
              // A circle is told by the addons themselves.
              .orElse(left.getFirst());
      left.remove(next);
      placed.add(next.definition());
      entries.add(entry(next));
    }
    return entries;
  }

  /**
   * All but the vital ones wait for those. Among the vital ones nobody waits for health: pods of
   * the network's own tools start only after the cloud controller has been there.
   */
  private Set<String> needs(Wish wish) {
    var needs = new LinkedHashSet<String>();
    if (!wish.vital()) {
      wanted.values().stream().filter(Wish::vital).map(Wish::definition).forEach(needs::add);
    }
    var definition = definition(wish);
    definition.dependsOn().stream().filter(wanted::containsKey).forEach(needs::add);
    if (definition.category() == Category.INGRESS) {
      wanted.keySet().stream()
          .filter(name -> category(name) == Category.LOAD_BALANCER)
          .forEach(needs::add);
    }
    needs.remove(wish.definition());
    return needs;
  }

  private @Nullable Category category(String name) {
    var definition = asked.catalog().get(name);
    return definition == null ? null : definition.category();
  }

  private AddonDefinitionSpec definition(Wish wish) {
    var definition = asked.catalog().get(wish.definition());
    if (definition == null) {
      throw new IllegalStateException(wish.definition() + " was taken without a definition");
    }
    return definition;
  }

  private Entry entry(Wish wish) {
    var offered = definition(wish).chart().defaultVersion();
    var pinned = asked.pinned().getOrDefault(wish.definition(), "");
    var said = given(wish.version()).isEmpty() ? given(wish.usual()) : given(wish.version());
    var kept = pinned.isEmpty() ? offered : pinned;
    var values = Values.over(null, wish.values());
    return new Entry(
        wish.definition(),
        wish.field(),
        said.isEmpty() ? kept : said,
        values.isEmpty() ? null : values,
        List.copyOf(needs(wish)),
        wish.vital(),
        said.isEmpty() && !kept.equals(offered) ? offered : "");
  }

  private static String given(@Nullable String text) {
    return text == null ? "" : text;
  }
}
