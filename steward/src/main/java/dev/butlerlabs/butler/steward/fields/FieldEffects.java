package dev.butlerlabs.butler.steward.fields;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.butlerlabs.butler.api.steward.TenantControlPlaneSpec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/** The table that says of each field of a TenantControlPlane whether it has an effect. */
public record FieldEffects(List<Field> all) {

  /** What becomes of a field that is used. */
  public enum Effect {
    /** What is made for the tenant depends on it. */
    WORKS,
    /** It is read elsewhere than in the plan; the note says where. */
    ELSEWHERE,
    /** It has no effect yet; the note says why, and users are told. */
    LATER,
    /** Ignoring it would do harm: the spec is not carried out; the note says why. */
    REFUSED
  }

  /**
   * One field, or a group of fields with one fate.
   *
   * @param path below {@code spec}, with {@code []} behind a list
   */
  public record Field(String path, Effect effect, String note) {

    /** As users are told. */
    public String sentence() {
      return path + " (" + note + ")";
    }
  }

  public FieldEffects {
    all = List.copyOf(all);
  }

  /** The table that comes with this version of Butler. */
  public static FieldEffects bundled() {
    try (var stream = FieldEffects.class.getResourceAsStream("fields.tsv")) {
      return read(new String(Objects.requireNonNull(stream, "fields.tsv").readAllBytes(), UTF_8));
    } catch (IOException broken) {
      throw new UncheckedIOException("fields.tsv cannot be read from the class path", broken);
    }
  }

  static FieldEffects read(String text) {
    return new FieldEffects(
        text.lines()
            .filter(line -> !line.isBlank() && !line.startsWith("#"))
            .map(FieldEffects::field)
            .toList());
  }

  private static Field field(String line) {
    var cells = List.of(line.split("\t", -1));
    var effect = cells.size() < 2 ? null : Effect.valueOf(cells.get(1).toUpperCase(Locale.ROOT));
    var noted = effect != null && effect != Effect.WORKS;
    if (effect == null || cells.size() != (noted ? 3 : 2)) {
      throw new IllegalArgumentException(
          "'%s' is no path, effect and (unless it works) note, parted by tabs".formatted(line));
    }
    return new Field(cells.get(0), effect, noted ? cells.get(2) : "");
  }

  /** Those with this effect that the spec uses. */
  public List<Field> used(TenantControlPlaneSpec spec, Effect effect) {
    return all.stream()
        .filter(field -> field.effect() == effect)
        .filter(field -> used(spec, field.path()))
        .toList();
  }

  private static boolean used(TenantControlPlaneSpec spec, String path) {
    List<Object> values = List.of(spec);
    for (var step : path.split("\\.", -1)) {
      var name = step.replace("[]", "");
      var next = new ArrayList<Object>();
      for (var value : values) {
        switch (Components.value(value, name)) {
          case null -> {}
          case List<?> list when step.endsWith("[]") -> next.addAll(list);
          case Object found -> next.add(found);
        }
      }
      values = next;
    }
    return values.stream().anyMatch(FieldEffects::says);
  }

  /** An empty object says something: parts that are given are on. */
  private static boolean says(Object value) {
    return switch (value) {
      case List<?> list -> list.stream().anyMatch(one -> one != null && says(one));
      case Boolean on -> on;
      default -> true;
    };
  }
}
