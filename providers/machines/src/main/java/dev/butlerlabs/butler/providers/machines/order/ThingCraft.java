package dev.butlerlabs.butler.providers.machines.order;

import dev.butlerlabs.butler.kernel.Verdict;
import dev.butlerlabs.butler.providers.machines.order.Teller.Said;
import dev.butlerlabs.butler.providers.machines.order.plan.Failure;
import dev.butlerlabs.butler.providers.machines.order.plan.Look;
import dev.butlerlabs.butler.providers.machines.order.plan.Manners;
import dev.butlerlabs.butler.providers.machines.order.plan.Observation;
import dev.butlerlabs.butler.providers.machines.order.plan.Obstacle;
import dev.butlerlabs.butler.providers.machines.order.plan.Plan;
import dev.butlerlabs.butler.providers.machines.order.plan.Planner;
import dev.butlerlabs.butler.providers.machines.order.plan.Stage;
import dev.butlerlabs.butler.providers.machines.order.plan.Wish;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How orders for things that are just there or not are judged and told.
 *
 * @param <F> what is known of a thing once it is there
 */
public abstract class ThingCraft<T extends HasMetadata, F> implements Craft<T, Look<F>> {

  private final Teller teller;

  /** What goes into the status. */
  public record Written(List<Verdict> verdicts, Map<String, Object> fields) {}

  protected ThingCraft(Teller teller) {
    this.teller = teller;
  }

  protected abstract Manners manners();

  /** What the thing is called, beside its noun. */
  protected abstract String name(T order);

  /** What the status says, for the planner. */
  protected abstract Observation.Told<F> told(T order);

  /** What the status says, as it is written. */
  protected abstract Said said(T order);

  /** A look and what it means, in the words of the kind. */
  protected abstract Written written(T order, Look<F> look, Plan<F> plan);

  protected static void put(Map<String, Object> fields, @Nullable Failure failure) {
    if (failure != null) {
      fields.put("failureReason", failure.reason());
      fields.put("failureMessage", failure.message());
    }
  }

  @Override
  public final Look<F> waiting() {
    return new Look.Waiting<>();
  }

  @Override
  public final Look<F> unclear(Obstacle obstacle) {
    return new Look.Unclear<>(obstacle);
  }

  @Override
  public final boolean isUnclear(Look<F> look) {
    return look instanceof Look.Unclear;
  }

  @Override
  public final boolean acknowledged(T order, Wish wish) {
    return told(order)
        .stage()
        .filter(stage -> wish == Wish.EXIST || stage == Stage.LEAVING)
        .isPresent();
  }

  @Override
  public final Told<T> tell(T order, View<Look<F>> view) {
    var plan =
        Planner.plan(
            new Observation<>(
                manners(),
                name(order),
                told(order),
                view.begun(),
                view.wish(),
                view.look(),
                view.strikes(),
                view.now()));
    plan.notes().forEach(note -> teller.event(order, ThingEvent.of(note.occasion()), note.text()));
    var written = written(order, view.look(), plan);
    var stored =
        teller.status(order, written.verdicts(), written.fields(), said(order), view.now());
    return new Told<>(stored, plan.finished(), plan.next());
  }

  @Override
  public final void note(T order, String text) {
    teller.event(order, ThingEvent.PROVIDER_CONFIG_MISSING, text);
  }
}
