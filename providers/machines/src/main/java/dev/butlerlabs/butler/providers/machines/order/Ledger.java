package dev.butlerlabs.butler.providers.machines.order;

import dev.butlerlabs.butler.api.Annotations;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.Asking;
import dev.butlerlabs.butler.kube.write.Attempt;
import dev.butlerlabs.butler.kube.write.CompareAndSwap;
import dev.butlerlabs.butler.kube.write.CompareAndSwap.Part;
import dev.butlerlabs.butler.kube.write.Trouble;
import dev.butlerlabs.butler.providers.spi.identity.Memo;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.LinkedHashMap;
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
  private final CompareAndSwap swaps;

  public Ledger(KubernetesClient client) {
    this.client = client;
    this.swaps = new CompareAndSwap(client, Part.OBJECT);
  }

  /** Goes on with the order as it is stored now. */
  public <L> Finding<L> current(T seen, Function<T, Finding<L>> next) {
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
  public <L> Finding<L> noted(T order, Memo memo, L look) {
    return noted(order, Annotations.PLATFORM_MEMO, memo.text(), look);
  }

  /** Says what was seen once the order bears the annotation. */
  public <L> Finding<L> noted(T order, String name, String value, L look) {
    return switch (annotate(order, name, value)) {
      case Answer.Failed<T>(var trouble) -> new Finding.Hindered<>(trouble);
      case Answer.Done<T>(var stored) -> seen(stored, look);
    };
  }

  /** Says what was seen where nothing is to be noted. */
  public <L> Finding<L> seen(T order, L look) {
    return new Finding.Looked<>(look, !Marks.memo(order).isEmpty());
  }

  private Answer<T> annotate(T order, String name, String value) {
    if (value.equals(Marks.annotation(order, name))) {
      return Answer.done(order);
    }
    var changed = client.getKubernetesSerialization().clone(order);
    var all = new LinkedHashMap<>(Marks.annotations(order));
    all.put(name, value);
    changed.getMetadata().setAnnotations(all);
    return swaps.swap(order, changed);
  }
}
