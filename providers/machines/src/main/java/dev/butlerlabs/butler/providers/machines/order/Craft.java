package dev.butlerlabs.butler.providers.machines.order;

import dev.butlerlabs.butler.api.ProviderType;
import dev.butlerlabs.butler.kube.Cache;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.providers.machines.account.Accounts.Standing;
import dev.butlerlabs.butler.providers.machines.order.plan.Obstacle;
import dev.butlerlabs.butler.providers.machines.order.plan.Wish;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * What is particular to one kind of order: how it is carried out, judged and told.
 *
 * @param <T> the order
 * @param <L> what one look at its platform told
 */
public interface Craft<T extends HasMetadata, L> {

  /** What holds an order of that platform; the first is put on, all are taken off. */
  List<String> finalizers(ProviderType type);

  /** What else of the cluster an order rests on, in one word; a change of it is news. */
  default String surroundings(Cache cache) {
    return "";
  }

  /**
   * Looks at the platform, and acts where something is to be done.
   *
   * @param surroundings as they were when it was decided to look
   */
  Finding<T, L> step(T seen, Standing.Open account, String surroundings);

  /** Nothing was asked yet. */
  L waiting();

  /** The platform could not be asked, or refused. */
  L unclear(Obstacle obstacle);

  boolean isUnclear(L look);

  /** Whether its user was told that the order, or its deletion, was heard. */
  boolean acknowledged(T order, Wish wish);

  /** Whether it is as ordered, so far as was told, so that a look is nothing anybody waits for. */
  default boolean settled(T order, Wish wish) {
    return false;
  }

  /** Decides what a look means, and tells it. */
  Told<T> tell(T order, View<L> view);

  /** Only an event: the order may be another process' to write. */
  void note(T order, String text);

  /**
   * Everything a decision may rest on besides the order.
   *
   * @param begun the driver keeps a memo about it, so something of it may exist
   * @param strikes how many looks in a row were unclear before this one
   */
  record View<L>(L look, boolean begun, Wish wish, int strikes, Instant now) {}

  /**
   * What was told.
   *
   * @param finished nothing of it is left, or it was abandoned: the finalizer may go
   * @param next when to look again
   */
  record Told<T>(Answer<T> stored, boolean finished, Duration next) {}
}
