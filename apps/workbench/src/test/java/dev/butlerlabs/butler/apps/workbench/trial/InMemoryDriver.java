package dev.butlerlabs.butler.apps.workbench.trial;

import dev.butlerlabs.butler.providers.spi.Driver;
import dev.butlerlabs.butler.providers.spi.Preflight;
import dev.butlerlabs.butler.providers.spi.Preflight.Aspect;
import dev.butlerlabs.butler.providers.spi.Preflight.Finding;
import dev.butlerlabs.butler.providers.spi.Preflight.Room;
import dev.butlerlabs.butler.providers.spi.balancer.BalancerDriver;
import dev.butlerlabs.butler.providers.spi.balancer.BalancerId;
import dev.butlerlabs.butler.providers.spi.balancer.BalancerOrder;
import dev.butlerlabs.butler.providers.spi.balancer.BalancerState;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.identity.Memo;
import dev.butlerlabs.butler.providers.spi.identity.ProviderId;
import dev.butlerlabs.butler.providers.spi.image.ImageDriver;
import dev.butlerlabs.butler.providers.spi.image.ImageId;
import dev.butlerlabs.butler.providers.spi.image.ImageOrder;
import dev.butlerlabs.butler.providers.spi.image.ImageState;
import dev.butlerlabs.butler.providers.spi.machine.Machine;
import dev.butlerlabs.butler.providers.spi.machine.MachineDriver;
import dev.butlerlabs.butler.providers.spi.machine.MachineId;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder;
import dev.butlerlabs.butler.providers.spi.machine.MachineState;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Machines, load balancers and images that come one call after they were asked for. */
final class InMemoryDriver implements Driver {

  /** Kind and name of everything there is, with how often it was asked for. */
  final Map<String, Integer> things = new HashMap<>();

  /** Targets of the load balancer that was asked for last. */
  List<BalancerOrder.Target> targets = List.of();

  /** What the driver gets wrong. */
  enum Bug {
    NONE,
    ANOTHER_ID_EACH_TIME,
    THROWS_WHEN_ENSURING,
    QUOTES_CREDENTIALS,
    BALANCER_STAYS
  }

  private final Bug bug;

  InMemoryDriver(Bug bug) {
    this.bug = bug;
  }

  private int ask(String thing) {
    return things.merge(thing, 1, Integer::sum);
  }

  @Override
  public Preflight validate() {
    var untold = new Fault.Forbidden("look at the hosts", "refused");
    return new Preflight(
        "1",
        List.of(new Finding.Good(Aspect.CREDENTIALS, "fine")),
        new Room(7L, null, 12L, null, untold));
  }

  @Override
  public String place() {
    return "memory";
  }

  @Override
  public MachineDriver machines() {
    return new Machines();
  }

  @Override
  public Optional<BalancerDriver> balancers() {
    return Optional.of(new Balancers());
  }

  @Override
  public Optional<ImageDriver> images() {
    return Optional.of(new Images());
  }

  @Override
  public void close() {}

  private final class Machines implements MachineDriver {

    @Override
    public List<Fault> validate(MachineOrder order) {
      return List.of();
    }

    @Override
    public MachineState observe(MachineId id, Memo memo) {
      return things.containsKey("machine") ? running() : new MachineState.Absent();
    }

    @Override
    public MachineState ensure(MachineId id, MachineOrder order, Memo memo) {
      var asked = ask("machine");
      if (bug == Bug.THROWS_WHEN_ENSURING) {
        throw new IllegalStateException("a bug");
      }
      if (bug == Bug.QUOTES_CREDENTIALS) {
        throw new IllegalStateException("the token canary-of-the-account is wrong");
      }
      return asked == 1
          ? new MachineState.Underway("it is being made", new Memo("noted"))
          : running();
    }

    private MachineState running() {
      var id = bug == Bug.ANOTHER_ID_EACH_TIME ? "m" + ask("machine") : "m";
      return new MachineState.Running(
          new Machine(new ProviderId.Local(id), List.of("10.0.0.1"), null, null, "zone"));
    }

    @Override
    public MachineState remove(MachineId id, Memo memo) {
      things.remove("machine");
      return new MachineState.Absent();
    }
  }

  private final class Balancers implements BalancerDriver {

    @Override
    public List<Fault> validate(BalancerOrder order) {
      return List.of();
    }

    @Override
    public BalancerState observe(BalancerId id, Memo memo) {
      return things.containsKey("balancer") ? ready() : new BalancerState.Absent();
    }

    @Override
    public BalancerState ensure(BalancerId id, BalancerOrder order, Memo memo) {
      targets = order.targets();
      return ask("balancer") == 1
          ? new BalancerState.Underway("it is being made", Memo.NONE)
          : ready();
    }

    private BalancerState ready() {
      return new BalancerState.Ready("10.0.0.9", "lb", 1);
    }

    @Override
    public BalancerState remove(BalancerId id, Memo memo) {
      if (bug == Bug.BALANCER_STAYS) {
        return new BalancerState.Unclear(new Fault.Busy("remove the balancer", "it is locked"));
      }
      things.remove("balancer");
      return new BalancerState.Absent();
    }
  }

  private final class Images implements ImageDriver {

    @Override
    public List<Fault> validate(ImageOrder order) {
      return List.of();
    }

    @Override
    public ImageState observe(ImageId id, Memo memo) {
      return things.containsKey("image") ? new ImageState.Ready("image") : new ImageState.Absent();
    }

    @Override
    public ImageState ensure(ImageId id, ImageOrder order, Memo memo) {
      return ask("image") == 1
          ? new ImageState.Underway(ImageState.Stage.UPLOADING, "half of it is there", Memo.NONE)
          : new ImageState.Ready("image");
    }

    @Override
    public ImageState remove(ImageId id, Memo memo) {
      things.remove("image");
      return new ImageState.Absent();
    }
  }
}
