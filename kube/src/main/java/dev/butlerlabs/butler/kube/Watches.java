package dev.butlerlabs.butler.kube;

import dev.butlerlabs.butler.kernel.ObjectKey;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/**
 * What a controller looks at: its own kind, and other kinds whose changes concern its objects.
 *
 * <p>A value: each method answers a new one.
 */
public record Watches<T extends HasMetadata>(
    Kind<T> primary,
    List<Secondary<?>> secondaries,
    List<Followed<T, ?>> followed,
    List<Index<?>> indexes,
    List<Trigger> triggers) {

  /**
   * A kind that is watched whole, and whom its objects concern.
   *
   * @param news which changes of them
   */
  public record Secondary<S extends HasMetadata>(Kind<S> kind, Mapping<S> concerns, News news) {}

  /** Which changes of an object are worth a look at whom it concerns. */
  public enum News {
    ALL,

    /** What is wanted of it, not what its controller reports. */
    WISHES
  }

  /** A kind that is watched only where the primaries say, for as long as one says so. */
  public record Followed<T extends HasMetadata, S extends HasMetadata>(
      Function<T, Collection<Kind<S>>> where, Mapping<S> concerns) {}

  /** From an object that changed to the keys of the primaries it concerns. Pure and quick. */
  @FunctionalInterface
  public interface Mapping<S extends HasMetadata> {
    Collection<ObjectKey> primaries(S changed, Cache cache);
  }

  public Watches {
    secondaries = List.copyOf(secondaries);
    followed = List.copyOf(followed);
    indexes = List.copyOf(indexes);
    triggers = List.copyOf(triggers);
  }

  public static <T extends HasMetadata> Watches<T> on(Kind<T> primary) {
    return new Watches<>(primary, List.of(), List.of(), List.of(), List.of());
  }

  public static <T extends HasMetadata> Watches<T> on(Class<T> primary) {
    return on(Kind.of(primary));
  }

  /**
   * A change concerns the primary that owns the object, in the same namespace or of the cluster.
   */
  public <S extends HasMetadata> Watches<T> owned(Kind<S> kind) {
    return mapped(kind, this::owners);
  }

  /** The same, for objects whose status says nothing that matters here. */
  public <S extends HasMetadata> Watches<T> ownedWishes(Kind<S> kind) {
    return with(new Secondary<>(kind, this::owners, News.WISHES));
  }

  private <S extends HasMetadata> List<ObjectKey> owners(S changed, Cache cache) {
    var owner = primary.coordinates();
    return changed.getMetadata().getOwnerReferences().stream()
        .filter(ref -> owner.kind().equals(ref.getKind()))
        .filter(ref -> owner.group().equals(group(ref.getApiVersion())))
        .map(ref -> new ObjectKey(namespaceOf(changed), ref.getName()))
        .toList();
  }

  /** A change concerns the primary that two labels of the object name. */
  public <S extends HasMetadata> Watches<T> labelled(
      Kind<S> kind, String namespaceLabel, String nameLabel) {
    return mapped(
        kind,
        (changed, _) -> {
          var labels =
              Objects.requireNonNullElse(
                  changed.getMetadata().getLabels(), Map.<String, String>of());
          var namespace = labels.get(namespaceLabel);
          var name = labels.get(nameLabel);
          return namespace == null || name == null
              ? List.of()
              : List.of(new ObjectKey(namespace, name));
        });
  }

  /** A change concerns whom the function says. */
  public <S extends HasMetadata> Watches<T> mapped(Kind<S> kind, Mapping<S> concerns) {
    return with(new Secondary<>(kind, concerns, News.ALL));
  }

  /** The same, for objects whose status says nothing that matters here. */
  public <S extends HasMetadata> Watches<T> mappedWishes(Kind<S> kind, Mapping<S> concerns) {
    return with(new Secondary<>(kind, concerns, News.WISHES));
  }

  private Watches<T> with(Secondary<?> secondary) {
    return new Watches<>(primary, with(secondaries, secondary), followed, indexes, triggers);
  }

  /** The kind is read from the cache, and its changes concern nobody. */
  public <S extends HasMetadata> Watches<T> reading(Kind<S> kind) {
    return mapped(kind, (_, _) -> List.of());
  }

  /**
   * Watches that come and go with the primaries, such as the Secrets of each tenant's namespace. An
   * object is reconciled only when all that it wants followed has been listed once.
   */
  public <S extends HasMetadata> Watches<T> following(
      Function<T, Collection<Kind<S>>> where, Mapping<S> concerns) {
    return new Watches<>(
        primary, secondaries, with(followed, new Followed<>(where, concerns)), indexes, triggers);
  }

  /** Keeps an index that {@link Cache#list(Index, String)} can be asked by. */
  public Watches<T> indexed(Index<?> index) {
    return new Watches<>(primary, secondaries, followed, with(indexes, index), triggers);
  }

  /** News that no watch of this cluster can bring, such as from inside a tenant. */
  public Watches<T> triggeredBy(Trigger trigger) {
    return new Watches<>(primary, secondaries, followed, indexes, with(triggers, trigger));
  }

  private String namespaceOf(HasMetadata changed) {
    if (!primary.coordinates().namespaced()) {
      return "";
    }
    return Objects.requireNonNullElse(changed.getMetadata().getNamespace(), "");
  }

  private static String group(String apiVersion) {
    var slash = apiVersion.indexOf('/');
    return slash < 0 ? "" : apiVersion.substring(0, slash);
  }

  private static <E> List<E> with(List<E> all, E one) {
    var more = new ArrayList<>(all);
    more.add(one);
    return more;
  }
}
