package dev.butlerlabs.butler.api.compat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.butler.api.compat.Facts.Field;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/** Every way in which our CRD differs from the released one. */
final class Comparison {

  /** One difference: where, in which respect, and the two sides for the reader. */
  record Difference(String plural, String path, String aspect, String detail) {}

  private static final ObjectMapper JSON = new ObjectMapper();

  private final String plural;
  private final List<Difference> found = new ArrayList<>();

  private Comparison(String plural) {
    this.plural = plural;
  }

  static List<Difference> of(Facts released, Facts ours) {
    var comparison = new Comparison(released.header().plural());
    comparison.headers(released, ours);
    comparison.fields(released, ours);
    return comparison.found;
  }

  private void headers(Facts released, Facts ours) {
    var theirs = released.header();
    var own = ours.header();
    compare("", "groupVersion", theirs.groupVersion(), own.groupVersion());
    compare("", "kind", theirs.kind(), own.kind());
    compare("", "scope", theirs.scope(), own.scope());
    compare("", "shortNames", theirs.shortNames(), own.shortNames());
    compare("", "subresources", theirs.subresources(), own.subresources());
    compare("", "columns", theirs.columns(), own.columns());
    // The tables say nothing about rules of the whole object, so each is listed as ours.
    own.rules().forEach(rule -> add("", "rule added", rule));
  }

  private void fields(Facts released, Facts ours) {
    var paths = new TreeSet<>(released.fields().keySet());
    paths.addAll(ours.fields().keySet());
    for (var path : paths) {
      var theirs = released.fields().get(path);
      var own = ours.fields().get(path);
      if (own == null) {
        add(path, "missing", "the released CRD has it, ours has not");
      } else if (theirs == null) {
        add(path, "added", "ours has it, the released CRD has not");
      } else {
        field(path, theirs, own);
      }
    }
  }

  private void field(String path, Field theirs, Field own) {
    compare(path, "type", theirs.type(), own.type());
    compare(path, "required", theirs.required(), own.required());
    compare(path, "default", theirs.fallback(), own.fallback());
    compare(path, "enum", new HashSet<>(theirs.values()), new HashSet<>(own.values()));
    var names = new TreeSet<>(theirs.limits().keySet());
    names.addAll(own.limits().keySet());
    for (var name : names) {
      var their = theirs.limits().getOrDefault(name, "");
      var our = own.limits().getOrDefault(name, "");
      if (name.equals("rules")) {
        rules(path, their, our);
      } else {
        compare(path, name, their, our);
      }
    }
  }

  /** A released rule may not be lost; rules of our own are tightenings and listed one by one. */
  private void rules(String path, String theirs, String own) {
    var lost = list(theirs);
    lost.removeAll(list(own));
    lost.forEach(rule -> add(path, "rule lost", rule));
    var added = list(own);
    added.removeAll(list(theirs));
    added.forEach(rule -> add(path, "rule added", rule));
  }

  private static Set<String> list(String json) {
    var set = new TreeSet<String>();
    if (!json.isEmpty()) {
      try {
        JSON.readTree(json).forEach(item -> set.add(item.asText()));
      } catch (JsonProcessingException wrong) {
        throw new IllegalStateException("rules are not a JSON list: " + json, wrong);
      }
    }
    return set;
  }

  private void compare(String path, String aspect, Object theirs, Object own) {
    if (!Objects.equals(theirs, own)) {
      add(path, aspect, "released: " + theirs + ", ours: " + own);
    }
  }

  private void add(String path, String aspect, String detail) {
    found.add(new Difference(plural, path, aspect, detail));
  }
}
