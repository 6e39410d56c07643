package dev.butlerlabs.butler.providers.machines.machine;

import dev.butlerlabs.butler.api.Annotations;
import dev.butlerlabs.butler.api.infra.MachineRequest;
import dev.butlerlabs.butler.api.infra.MachineRequestSpec;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.Asking;
import dev.butlerlabs.butler.kube.write.Attempt;
import dev.butlerlabs.butler.kube.write.CompareAndSwap;
import dev.butlerlabs.butler.kube.write.CompareAndSwap.Part;
import dev.butlerlabs.butler.kube.write.Trouble;
import dev.butlerlabs.butler.providers.machines.account.Accounts.Standing;
import dev.butlerlabs.butler.providers.machines.machine.plan.Look;
import dev.butlerlabs.butler.providers.machines.machine.plan.MachineOrders;
import dev.butlerlabs.butler.providers.machines.machine.plan.Obstacle;
import dev.butlerlabs.butler.providers.spi.identity.Memo;
import dev.butlerlabs.butler.providers.spi.machine.MachineDriver;
import dev.butlerlabs.butler.providers.spi.machine.MachineId;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder;
import dev.butlerlabs.butler.providers.spi.machine.MachineState;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * One step of a machine towards what its request asks for, on the platform itself.
 *
 * <p>A cache may be old: it may show a request whose machine and finalizer are gone already, or
 * lack the driver's last memo. So whatever changes the platform starts from the request as it is
 * stored at that moment, and the memo of an answer is stored before the next step, checked by
 * resourceVersion.
 */
final class Step {

  private final KubernetesClient client;
  private final CompareAndSwap swaps;

  /**
   * What came of a step.
   *
   * @param uid of the request it was taken for
   * @param deleting whether it was a step out
   */
  record Result(String uid, boolean deleting, Finding finding) {}

  /** What a step found. */
  sealed interface Finding {
    /**
     * The platform was asked.
     *
     * @param begun the driver keeps a memo about the machine
     */
    record Looked(Look look, boolean begun) implements Finding {}

    /** The request does not exist any more. */
    record Gone() implements Finding {}

    /** The API server of the management cluster did not do as asked. */
    record Hindered(Trouble trouble) implements Finding {}
  }

  Step(KubernetesClient client) {
    this.client = client;
    this.swaps = new CompareAndSwap(client, Part.OBJECT);
  }

  /** Looks, and acts where something is to be done. */
  Result take(MachineRequest seen, Standing.Open account) {
    var machines = account.driver().machines();
    if (ranOnce(seen) && !seen.isMarkedForDeletion()) {
      var state = machines.observe(idOf(seen), memoOf(seen));
      if (state instanceof MachineState.Running || state instanceof MachineState.Unclear) {
        return settle(seen, account, null, state);
      }
    }
    var read = Asking.ask(Attempt.to("read", seen), () -> client.resource(seen).require());
    return switch (read) {
      case Answer.Failed<MachineRequest>(Trouble.NotFound _) -> result(seen, new Finding.Gone());
      case Answer.Failed<MachineRequest>(var trouble) ->
          result(seen, new Finding.Hindered(trouble));
      case Answer.Done<MachineRequest>(var live) when !uid(live).equals(uid(seen)) ->
          result(seen, new Finding.Gone());
      case Answer.Done<MachineRequest>(var live) -> act(live, account, machines);
    };
  }

  private Result act(MachineRequest live, Standing.Open account, MachineDriver machines) {
    var id = idOf(live);
    var memo = memoOf(live);
    if (live.isMarkedForDeletion()) {
      return settle(live, account, null, machines.remove(id, memo));
    }
    var before = machines.observe(id, memo);
    return switch (before) {
      case MachineState.Running _, MachineState.Unclear _ -> settle(live, account, null, before);
      case MachineState.Absent _ when ranOnce(live) -> settle(live, account, null, before);
      case MachineState.Stopped(_, var why) ->
          settle(live, account, why, machines.ensure(id, orderOf(live), memo));
      case MachineState.Absent _, MachineState.Underway _ -> build(live, account, machines);
    };
  }

  /** What cannot be built is found out before anything is. */
  private Result build(MachineRequest live, Standing.Open account, MachineDriver machines) {
    var memo = memoOf(live);
    var order = orderOf(live);
    if (memo.isEmpty()) {
      var faults = machines.validate(order);
      if (!faults.isEmpty()) {
        var obstacle = Obstacle.ofAll(faults, cleaner(live, account));
        return result(live, new Finding.Looked(new Look.Unclear(obstacle), false));
      }
    }
    return settle(live, account, null, machines.ensure(idOf(live), order, memo));
  }

  /** Stores what must be found again, then says what was seen. */
  private Result settle(
      MachineRequest request, Standing.Open account, @Nullable String wasOff, MachineState state) {
    var stored = remember(request, state);
    if (stored instanceof Answer.Failed<MachineRequest>(var trouble)) {
      return result(request, new Finding.Hindered(trouble));
    }
    var begun = !memoOf(stored.orElseThrow()).isEmpty();
    return result(request, new Finding.Looked(look(request, account, wasOff, state), begun));
  }

  private Answer<MachineRequest> remember(MachineRequest request, MachineState state) {
    return switch (state) {
      case MachineState.Underway(_, var memo) ->
          annotate(request, Annotations.PLATFORM_MEMO, memo.text());
      case MachineState.Running(var machine) ->
          annotate(request, Annotations.AVAILABILITY_ZONE, machine.zone());
      case MachineState.Absent _, MachineState.Stopped _, MachineState.Unclear _ ->
          Answer.done(request);
    };
  }

  private Answer<MachineRequest> annotate(MachineRequest request, String name, String value) {
    if (value.equals(annotation(request, name))) {
      return Answer.done(request);
    }
    var changed = client.getKubernetesSerialization().clone(request);
    var all = new LinkedHashMap<>(annotations(request));
    all.put(name, value);
    changed.getMetadata().setAnnotations(all);
    return swaps.swap(request, changed);
  }

  private static Look look(
      MachineRequest request, Standing.Open account, @Nullable String wasOff, MachineState state) {
    var clean = cleaner(request, account);
    return switch (state) {
      case MachineState.Absent() -> new Look.Absent();
      case MachineState.Underway(var doing, _) ->
          wasOff == null
              ? new Look.Underway(clean.apply(doing))
              : new Look.Stopped(clean.apply(wasOff));
      case MachineState.Stopped(_, var why) -> new Look.Stopped(clean.apply(why));
      case MachineState.Running(var machine) ->
          new Look.Running(machine, wasOff == null ? null : clean.apply(wasOff));
      case MachineState.Unclear(var fault) -> new Look.Unclear(Obstacle.of(fault, clean));
    };
  }

  /** Drivers take secrets out of what they answer; here it is made sure of. */
  private static UnaryOperator<String> cleaner(MachineRequest request, Standing.Open account) {
    return text ->
        account.redaction().and(MachineOrders.secrets(specOf(request)).toList()).apply(text);
  }

  private static Result result(MachineRequest request, Finding finding) {
    return new Result(uid(request), request.isMarkedForDeletion(), finding);
  }

  private static boolean ranOnce(MachineRequest request) {
    return request.getStatus() != null && request.getStatus().ipAddress() != null;
  }

  private static MachineId idOf(MachineRequest request) {
    return new MachineId(specOf(request).machineName(), uid(request));
  }

  private static Memo memoOf(MachineRequest request) {
    return new Memo(annotation(request, Annotations.PLATFORM_MEMO));
  }

  private static MachineOrder orderOf(MachineRequest request) {
    var labels = request.getMetadata().getLabels();
    return MachineOrders.of(specOf(request), labels == null ? Map.of() : labels);
  }

  static MachineRequestSpec specOf(MachineRequest request) {
    return Objects.requireNonNull(request.getSpec(), "a MachineRequest has a spec");
  }

  static String annotation(MachineRequest request, String name) {
    return annotations(request).getOrDefault(name, "");
  }

  private static Map<String, String> annotations(MachineRequest request) {
    var all = request.getMetadata().getAnnotations();
    return all == null ? Map.of() : all;
  }

  static String uid(MachineRequest request) {
    return request.getMetadata().getUid();
  }
}
