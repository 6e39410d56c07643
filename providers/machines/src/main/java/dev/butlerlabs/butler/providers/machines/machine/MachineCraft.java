package dev.butlerlabs.butler.providers.machines.machine;

import dev.butlerlabs.butler.api.ConditionType;
import dev.butlerlabs.butler.api.Finalizers;
import dev.butlerlabs.butler.api.ProviderType;
import dev.butlerlabs.butler.api.infra.MachineRequest;
import dev.butlerlabs.butler.api.infra.MachineRequestStatus;
import dev.butlerlabs.butler.api.infra.MachineRequestStatus.Phase;
import dev.butlerlabs.butler.kernel.Condition.Truth;
import dev.butlerlabs.butler.kernel.Conditions;
import dev.butlerlabs.butler.providers.machines.account.Accounts.Standing;
import dev.butlerlabs.butler.providers.machines.machine.plan.Look;
import dev.butlerlabs.butler.providers.machines.machine.plan.MachinePlanner;
import dev.butlerlabs.butler.providers.machines.machine.plan.Observation;
import dev.butlerlabs.butler.providers.machines.order.Craft;
import dev.butlerlabs.butler.providers.machines.order.Finding;
import dev.butlerlabs.butler.providers.machines.order.Ledger;
import dev.butlerlabs.butler.providers.machines.order.Teller;
import dev.butlerlabs.butler.providers.machines.order.plan.Obstacle;
import dev.butlerlabs.butler.providers.machines.order.plan.Wish;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/** How MachineRequests are carried out, judged and told. */
public final class MachineCraft implements Craft<MachineRequest, Look> {

  private static final String READY = ConditionType.READY.wire();

  private final Step step;
  private final MachineTeller teller;

  public MachineCraft(Teller.Parts parts) {
    this.step = new Step(new Ledger<>(parts.client()));
    this.teller = new MachineTeller(parts);
  }

  @Override
  public List<String> finalizers(ProviderType type) {
    return List.of(Finalizers.machineRequest(type.name().toLowerCase(Locale.ROOT)));
  }

  @Override
  public Finding<MachineRequest, Look> step(
      MachineRequest seen, Standing.Open account, String surroundings) {
    return step.take(seen, account);
  }

  @Override
  public Look waiting() {
    return new Look.Waiting();
  }

  @Override
  public Look unclear(Obstacle obstacle) {
    return new Look.Unclear(obstacle);
  }

  @Override
  public boolean isUnclear(Look look) {
    return look instanceof Look.Unclear;
  }

  @Override
  public boolean acknowledged(MachineRequest request, Wish wish) {
    return Optional.ofNullable(request.getStatus())
        .map(MachineRequestStatus::phase)
        .filter(phase -> wish == Wish.EXIST || phase == Phase.DELETING || phase == Phase.DELETED)
        .isPresent();
  }

  @Override
  public boolean settled(MachineRequest request, Wish wish) {
    return wish == Wish.EXIST && runsAsOrdered(request);
  }

  /** It runs, and its user has not changed it since that was told. */
  static boolean runsAsOrdered(MachineRequest request) {
    var generation = request.getMetadata().getGeneration();
    return Optional.ofNullable(request.getStatus())
        .filter(status -> status.phase() == Phase.RUNNING)
        .filter(status -> Objects.equals(status.observedGeneration(), generation))
        .flatMap(status -> new Conditions(status.conditions()).find(READY))
        .filter(ready -> ready.status() == Truth.TRUE)
        .isPresent();
  }

  @Override
  public Told<MachineRequest> tell(MachineRequest request, View<Look> view) {
    var plan =
        MachinePlanner.plan(
            new Observation(
                Step.specOf(request).machineName(),
                request.getStatus(),
                view.begun(),
                view.wish(),
                view.look(),
                view.strikes(),
                view.now()));
    return new Told<>(teller.tell(request, plan, view.now()), plan.finished(), plan.next());
  }

  @Override
  public void note(MachineRequest request, String text) {
    teller.note(request, text);
  }
}
