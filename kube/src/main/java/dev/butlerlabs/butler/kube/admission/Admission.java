package dev.butlerlabs.butler.kube.admission;

import dev.butlerlabs.butler.kube.Kind;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A feature's wish to be asked: about which objects, when, and what it says.
 *
 * @param name dashed words, unlike that of any other admission; users see it in refusals
 * @param heeded metadata that counts like the spec
 */
public record Admission<T extends HasMetadata>(
    String name, Kind<T> kind, Set<Operation> operations, Rule<T> rule, Set<Heeded> heeded) {

  private static final Pattern NAME = Pattern.compile("[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?");

  /** What the webhooks' names end in. */
  static final String DOMAIN = ".admission.butler.butlerlabs.dev";

  public Admission {
    operations = Set.copyOf(operations);
    heeded = Set.copyOf(heeded);
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "an admission is named by dashed lower-case words, not '" + name + "'");
    }
    if (operations.isEmpty()) {
      throw new IllegalArgumentException("admission " + name + " is asked about no operation");
    }
    if (!kind.namespace().isEmpty() || !kind.selector().isEmpty()) {
      throw new IllegalArgumentException(
          "admission " + name + " must be asked about all " + kind.coordinates().plural());
    }
  }

  /** Asked when an object is created or its spec is changed. */
  public static <T extends HasMetadata> Admission<T> onWrite(
      String name, Class<T> type, Rule<T> rule) {
    var writes = EnumSet.of(Operation.CREATE, Operation.UPDATE);
    return new Admission<>(name, Kind.of(type), writes, rule, Set.of());
  }

  /** Asked when somebody wants to delete an object. */
  public static <T extends HasMetadata> Admission<T> onDelete(
      String name, Class<T> type, Rule<T> rule) {
    return new Admission<>(name, Kind.of(type), EnumSet.of(Operation.DELETE), rule, Set.of());
  }

  /** Also asked when a label changes and nothing else does. */
  public Admission<T> heeding(String label) {
    return with(Heeded.label(label));
  }

  /** Also asked when an annotation changes and nothing else does. */
  public Admission<T> heedingAnnotation(String annotation) {
    return with(Heeded.annotation(annotation));
  }

  private Admission<T> with(Heeded more) {
    var all = new HashSet<>(heeded);
    all.add(more);
    return new Admission<>(name, kind, operations, rule, all);
  }

  String webhook() {
    return name + DOMAIN;
  }

  String path() {
    return "/admit/" + name;
  }
}
