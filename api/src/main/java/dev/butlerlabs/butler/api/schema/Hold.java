package dev.butlerlabs.butler.api.schema;

import java.util.Optional;

/**
 * What keeps a field from being edited, as a rule that the API server holds over the whole object.
 */
public sealed interface Hold {

  /** Nothing here: it may change, or admission and the list it is the key of hold it. */
  record Elsewhere() implements Hold {}

  /** It can be set later, then neither change nor go. */
  record OnceSet() implements Hold {}

  /** It can be set and go; what it names cannot be another. */
  record WhileNamed() implements Hold {}

  /**
   * Left out is a value like any other, be it one nobody can write, and fixed from the beginning.
   */
  record LeftOutMeans(String value) implements Hold {}

  /** A reference that can be set later; without a namespace it means this one. */
  record Reference(String namespace) implements Hold {}

  /** Free until the cluster has an endpoint. */
  record OnceServed() implements Hold {}

  /** As it stands in the table. */
  static Hold of(String text) {
    var words = text.split(" ", 2);
    return switch (words[0]) {
      case "", "admission", "key" -> new Elsewhere();
      case "once-set" -> new OnceSet();
      case "while-named" -> new WhileNamed();
      case "as-created" -> new LeftOutMeans("");
      case "left-out" -> new LeftOutMeans(words[1]);
      case "reference" -> new Reference(words[1]);
      case "once-served" -> new OnceServed();
      default -> throw new IllegalArgumentException("nothing holds a field as '" + text + "'");
    };
  }

  /** The rule for a field below {@code spec}, if the API server is the one to hold it. */
  default Optional<String> cel(String field) {
    var old = new Place("oldSelf", field);
    var now = new Place("self", field);
    return Optional.ofNullable(
        switch (this) {
          case Elsewhere() -> null;
          case OnceSet() ->
              "!(%s) || (%s && %s == %s)".formatted(old.there(), now.there(), now, old);
          case WhileNamed() ->
              "!(%s) || !(%s) || %s == %s".formatted(old.there(), now.there(), now, old);
          case LeftOutMeans(var value) -> now.or(value) + " == " + old.or(value);
          case Reference(var namespace) ->
              "!(%s) || (%s && %s.name == %s.name && %s == %s)"
                  .formatted(
                      old.there(),
                      now.there(),
                      now,
                      old,
                      now.namespace(namespace),
                      old.namespace(namespace));
          case OnceServed() ->
              "!has(oldSelf.status) || !has(oldSelf.status.controlPlaneEndpoint) || %s == %s"
                  .formatted(now.or(""), old.or(""));
        });
  }

  /** A field of the object as it is or was. */
  record Place(String root, String field) {

    /** Every part on the way is there. */
    String there() {
      var path = new StringBuilder(root + ".spec");
      var all = new StringBuilder("has(" + path + ")");
      for (var part : field.split("\\.", -1)) {
        path.append('.').append(part);
        all.append(" && has(").append(path).append(')');
      }
      return all.toString();
    }

    String or(String value) {
      return "(%s ? %s : '%s')".formatted(there(), this, value);
    }

    String namespace(String value) {
      var path = this + ".__namespace__";
      return "(has(%s) && %s != '' ? %s : '%s')".formatted(path, path, path, value);
    }

    @Override
    public String toString() {
      return root + ".spec." + field;
    }
  }
}
