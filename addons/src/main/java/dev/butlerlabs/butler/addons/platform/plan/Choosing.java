package dev.butlerlabs.butler.addons.platform.plan;

import dev.butlerlabs.butler.addons.catalog.plan.Upgrades;
import dev.butlerlabs.butler.addons.catalog.plan.Versions;
import dev.butlerlabs.butler.addons.helm.plan.Values;
import dev.butlerlabs.butler.api.addons.AddonDefinitionSpec;
import dev.butlerlabs.butler.api.addons.AddonDefinitionSpec.Category;
import dev.butlerlabs.butler.api.addons.UpgradePolicy;
import dev.butlerlabs.butler.api.addons.UpgradePolicy.Mode;
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
    var care =
        sound("spec.addons", Care.of(asked.addons()))
            .orElse(sound("ButlerConfig spec.addons", asked.care()));
    var entries = ordered(care);
    return new Choice(entries, lacking, refused, gifts.definitions(), care);
  }

  /** A policy that means nothing is told, and takes nothing meanwhile. */
  private Care sound(String field, Care said) {
    var problems = Upgrades.check(field + ".upgradePolicy", said.upgrades());
    refused.addAll(problems);
    return problems.isEmpty() ? said : new Care(said.drift(), new UpgradePolicy(Mode.MANUAL, null));
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
    return new Wish(name, "AddonDefinition " + by, null, null, null, vital, Care.unsaid());
  }

  /** Whoever is needed comes first; else as they were asked for, those that nodes need before. */
  private List<Entry> ordered(Care usual) {
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
      entries.add(entry(next, usual));
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

  private Entry entry(Wish wish, Care usual) {
    var offered = definition(wish).chart().defaultVersion();
    var pinned = asked.pinned().getOrDefault(wish.definition(), "");
    var said = said(wish, pinned);
    var kept = pinned.isEmpty() ? offered : pinned;
    var values = Values.over(null, wish.values());
    var care = sound(wish.field(), wish.care()).orElse(usual);
    var told = said.isEmpty() && !Upgrades.follows(care.upgrades(), kept, offered);
    return new Entry(
        wish.definition(),
        wish.field(),
        said.isEmpty() ? kept : said,
        values.isEmpty() ? null : values,
        List.copyOf(needs(wish)),
        wish.vital(),
        told && !kept.equals(offered) ? offered : "",
        !said.isEmpty(),
        care);
  }

  /** The version that somebody asks for; what is not offered leaves it as it is. */
  private String said(Wish wish, String pinned) {
    var own = given(wish.version());
    if (!own.isEmpty()) {
      return offered(wish, wish.field() + ".version", own, pinned) ? own : pinned;
    }
    var usual = given(wish.usual());
    return usual.isEmpty() || offered(wish, "ButlerConfig spec.defaultAddonVersions", usual, pinned)
        ? usual
        : pinned;
  }

  private boolean offered(Wish wish, String field, String version, String pinned) {
    var problem =
        Versions.check(field, wish.definition(), definition(wish).chart(), version, pinned);
    problem.ifPresent(refused::add);
    return problem.isEmpty();
  }

  private static String given(@Nullable String text) {
    return text == null ? "" : text;
  }
}
