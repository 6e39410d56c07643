package dev.butlerlabs.butler.sandbox.node;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.butler.kernel.Timeline;
import dev.butlerlabs.butler.sandbox.node.address.AddressPool;
import dev.butlerlabs.butler.sandbox.node.api.Watch;
import dev.butlerlabs.butler.sandbox.node.forward.PodBoard;
import dev.butlerlabs.butler.sandbox.node.pod.PodName;
import dev.butlerlabs.butler.sandbox.node.pod.PodOrder;
import dev.butlerlabs.butler.sandbox.node.pod.PodReader;
import dev.butlerlabs.butler.sandbox.node.pod.PodReader.Reading;
import dev.butlerlabs.butler.sandbox.node.run.NodeScene;
import dev.butlerlabs.butler.sandbox.node.run.PodRun;
import dev.butlerlabs.butler.sandbox.node.run.Reports;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Takes on the pods given to this node, and lets them go. */
final class Desk implements Watch.Listener, Reports {

  private static final Duration WHEN_GONE = Duration.ofSeconds(2);
  private static final Set<String> OVER = Set.of("Succeeded", "Failed");

  private final AddressPool pool;
  private final PodBoard board;
  private final StatusTeller teller;
  private final Timeline timeline;
  private final Stillness stillness;
  private final @Nullable NodeScene scene;
  private final List<String> cannotRun;
  private final Consumer<Set<String>> afterList;
  private final Map<String, Seat> seats = new ConcurrentHashMap<>();
  private final List<JsonNode> waiting = new ArrayList<>();
  private boolean listed;
  private volatile boolean silent;

  /**
   * @param scene makes what pods need to run; null when they are only simulated
   * @param cannotRun why no pod can run on this machine; empty when they can
   * @param afterList told the uids of all pods once they are known
   */
  Desk(
      AddressPool pool,
      PodBoard board,
      StatusTeller teller,
      Timeline timeline,
      String nodeIp,
      Function<Reports, @Nullable NodeScene> scene,
      List<String> cannotRun,
      Consumer<Set<String>> afterList) {
    this.pool = pool;
    this.board = board;
    this.teller = teller;
    this.timeline = timeline;
    this.stillness = new Stillness(nodeIp);
    this.cannotRun = List.copyOf(cannotRun);
    this.afterList = afterList;
    this.scene = scene.apply(this);
  }

  @Override
  public void present(JsonNode pod) {
    var seat = seats.get(PodName.of(pod).uid());
    if (seat != null) {
      changed(seat, pod);
    } else if (!listed && pod.at("/status/podIP").isMissingNode()) {
      // Those that have an address keep it, so they come first.
      waiting.add(pod);
    } else {
      welcome(pod);
    }
  }

  @Override
  public void listed() {
    listed = true;
    waiting.forEach(this::welcome);
    waiting.clear();
    afterList.accept(Set.copyOf(seats.keySet()));
  }

  private void changed(Seat seat, JsonNode pod) {
    seat.stored(pod);
    var run = seat.run();
    if (run != null) {
      run.changed(pod);
    } else if (seat.deleting()) {
      ended(seat.pod());
    }
  }

  private void welcome(JsonNode pod) {
    var name = PodName.of(pod);
    if (OVER.contains(pod.at("/status/phase").asText())) {
      if (Seat.deleting(pod)) {
        teller.finish(name);
      }
      return;
    }
    var before = Optional.of(pod.at("/status/podIP").asText("")).filter(pool::take);
    var ip = before.or(pool::take).orElse("");
    var seat = new Seat(name, ip, pod);
    seats.put(name.uid(), seat);
    if (ip.isEmpty()) {
      refuse(seat, pod, List.of("all addresses for pods are in use"));
    } else {
      begin(seat, pod);
    }
    if (Seat.deleting(pod)) {
      changed(seat, pod);
    }
  }

  private void begin(Seat seat, JsonNode pod) {
    switch (PodReader.read(pod)) {
      case Reading.Refused(var reasons) -> refuse(seat, pod, reasons);
      case Reading.Understood(var order) -> {
        if (!cannotRun.isEmpty()) {
          refuse(seat, pod, cannotRun);
        } else if (scene == null) {
          simulate(seat, order, pod);
        } else {
          seat.run(PodRun.begin(scene, order, seat.ip(), pod));
        }
      }
    }
  }

  private void refuse(Seat seat, JsonNode pod, List<String> reasons) {
    var status = stillness.refused(pod, seat.ip(), reasons, timeline.instant());
    status(seat.pod(), status, List.of());
    event(seat.pod(), true, "Unsupported", String.join("; ", reasons));
  }

  private void simulate(Seat seat, PodOrder order, JsonNode pod) {
    status(
        seat.pod(),
        stillness.simulated(pod, seat.ip(), timeline.instant()),
        List.of("simulated: no process runs"));
    reachable(order, seat.ip(), true);
  }

  @Override
  public void gone(JsonNode pod) {
    var seat = seats.get(PodName.of(pod).uid());
    if (seat == null) {
      return;
    }
    var run = seat.run();
    if (run == null) {
      leave(seat);
    } else {
      run.stop(WHEN_GONE);
    }
  }

  private void leave(Seat seat) {
    seats.remove(seat.pod().uid());
    board.takeDown(seat.pod().uid());
    pool.give(seat.ip());
  }

  @Override
  public void status(PodName pod, ObjectNode status, List<String> adaptations) {
    if (!silent) {
      teller.status(pod, status, adaptations);
    }
  }

  @Override
  public void reachable(PodOrder pod, String podIp, boolean ready) {
    if (ready) {
      board.show(pod, podIp);
    } else {
      board.takeDown(pod.pod().uid());
    }
  }

  @Override
  public void ended(PodName pod) {
    var seat = seats.get(pod.uid());
    if (seat == null) {
      return;
    }
    leave(seat);
    if (seat.deleting()) {
      teller.finish(pod);
    } else {
      teller.forget(pod);
    }
  }

  @Override
  public void event(PodName pod, boolean trouble, String reason, String message) {
    if (!silent) {
      teller.event(pod, trouble, reason, message);
    }
  }

  /** The names of Services changed. */
  void renameServices() {
    for (var seat : seats.values()) {
      var run = seat.run();
      if (run != null) {
        run.renameServices();
      }
    }
  }

  Optional<Seat> find(String namespace, String name) {
    return seats.values().stream()
        .filter(seat -> seat.pod().namespace().equals(namespace) && seat.pod().name().equals(name))
        .findFirst();
  }

  /** Stops every pod without a word: the API server still knows them and they will come back. */
  void stopAll(Duration grace) {
    silent = true;
    for (var seat : seats.values()) {
      var run = seat.run();
      if (run == null) {
        leave(seat);
      } else {
        run.stop(grace);
      }
    }
  }

  boolean empty() {
    return seats.isEmpty();
  }
}
