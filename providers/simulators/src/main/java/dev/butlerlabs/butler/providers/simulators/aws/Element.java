package dev.butlerlabs.butler.providers.simulators.aws;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** An element of an answer: a text, or other elements. */
record Element(String name, String text, List<Element> children) {

  Element {
    children = List.copyOf(children);
  }

  static Element leaf(String name, Object text) {
    return new Element(name, String.valueOf(text), List.of());
  }

  static Element of(String name, Element... children) {
    return new Element(name, "", List.of(children));
  }

  static Element of(String name, List<Element> children) {
    return new Element(name, "", children);
  }

  /** A list as EC2 writes it. */
  static <T> Element items(String name, Collection<T> values, Function<T, Element> item) {
    return of(name, values.stream().map(item).toList());
  }

  /** A list as the other services write it. */
  static <T> Element members(String name, Collection<T> values, Function<T, List<Element>> member) {
    return of(
        name,
        values.stream().map(value -> new Element("member", "", member.apply(value))).toList());
  }

  Element and(Element more) {
    var all = new ArrayList<>(children);
    all.add(more);
    return new Element(name, text, all);
  }

  /** Paths of all texts in it, each below {@code prefix}. */
  void paths(String prefix, Set<String> into) {
    var path = prefix.isEmpty() ? name : prefix + "/" + name;
    if (!text.isEmpty()) {
      into.add(path);
    }
    children.forEach(child -> child.paths(path, into));
  }

  void write(StringBuilder out) {
    out.append('<').append(name).append('>').append(escape(text));
    children.forEach(child -> child.write(out));
    out.append("</").append(name).append('>');
  }

  static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
