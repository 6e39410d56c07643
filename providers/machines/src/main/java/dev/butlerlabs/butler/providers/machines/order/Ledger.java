package dev.butlerlabs.butler.providers.machines.order;

import dev.butlerlabs.butler.api.Annotations;
import dev.butlerlabs.butler.kube.write.Annotator;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.Asking;
import dev.butlerlabs.butler.kube.write.Attempt;
import dev.butlerlabs.butler.kube.write.Trouble;
import dev.butlerlabs.butler.providers.machines.account.Accounts.Standing;
import dev.butlerlabs.butler.providers.spi.identity.Memo;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Map;
import java.util.function.Function;

/**
 * Orders as they are stored, and what is noted with them.
 *
 * <p>A cache may be old: it may show an order whose thing and finalizer are gone already, or lack
 * the driver's last memo. So whatever changes a platform starts from the order as it is stored at
 * that moment, and the memo of an answer is stored before the next step, checked by
 * resourceVersion.
 */
public final class Ledger<T extends HasMetadata> {

  private final KubernetesClient client;
  private final Annotator annotator;

  public Ledger(KubernetesClient client) {
    this.client = client;
    this.annotator = new Annotator(client);
  }

  /** Goes on with the order as it is stored now. */
  public <L> Finding<T, L> current(T seen, Function<T, Finding<T, L>> next) {
    var read = Asking.ask(Attempt.to("read", seen), () -> client.resource(seen).require());
    return switch (read) {
      case Answer.Failed<T>(Trouble.NotFound _) -> new Finding.Gone<>();
      case Answer.Failed<T>(var trouble) -> new Finding.Hindered<>(trouble);
      case Answer.Done<T>(var live) when !Marks.uid(live).equals(Marks.uid(seen)) ->
          new Finding.Gone<>();
      case Answer.Done<T>(var live) -> next.apply(live);
    };
  }

  /** Stores what must be found again, then says what was seen. */
  public <L> Finding<T, L> noted(T order, Memo memo, L look) {
    return noted(order, Map.of(Annotations.PLATFORM_MEMO, memo.text()), look);
  }

  /** Says what was seen once the order bears the annotations. */
  public <L> Finding<T, L> noted(T order, Map<String, String> annotations, L look) {
    return with(order, annotations, stored -> seen(stored, look));
  }

  /** Goes on once the order bears where its thing is looked for. */
  public <L> Finding<T, L> placed(T order, Standing.Open account, Function<T, Finding<T, L>> next) {
    return with(order, Whereabouts.of(account), next);
  }

  /** Says what was seen where nothing is to be noted. */
  public <L> Finding<T, L> seen(T order, L look) {
    return new Finding.Looked<>(order, look, !Marks.memo(order).isEmpty());
  }

  private <L> Finding<T, L> with(
      T order, Map<String, String> annotations, Function<T, Finding<T, L>> next) {
    if (annotations.entrySet().stream()
        .allMatch(one -> one.getValue().equals(Marks.annotation(order, one.getKey())))) {
      return next.apply(order);
    }
    return switch (annotator.put(order, annotations)) {
      case Answer.Failed<T>(var trouble) -> new Finding.Hindered<>(trouble);
      case Answer.Done<T>(var stored) -> next.apply(stored);
    };
  }
}
