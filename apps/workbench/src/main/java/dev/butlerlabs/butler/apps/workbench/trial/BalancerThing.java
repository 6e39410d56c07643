package dev.butlerlabs.butler.apps.workbench.trial;

import dev.butlerlabs.butler.providers.spi.balancer.BalancerDriver;
import dev.butlerlabs.butler.providers.spi.balancer.BalancerId;
import dev.butlerlabs.butler.providers.spi.balancer.BalancerOrder;
import dev.butlerlabs.butler.providers.spi.balancer.BalancerState;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.identity.Memo;
import java.util.List;

/** A load balancer; it is there when it serves and every target is registered. */
record BalancerThing(BalancerDriver driver, BalancerId id, BalancerOrder order) implements Thing {

  @Override
  public Kind kind() {
    return Kind.BALANCER;
  }

  @Override
  public String name() {
    return id.cluster();
  }

  @Override
  public String uid() {
    return id.uid();
  }

  @Override
  public List<Fault> validate() {
    return driver.validate(order);
  }

  @Override
  public Look observe(Memo memo) {
    return look(driver.observe(id, memo), memo);
  }

  @Override
  public Look ensure(Memo memo) {
    return look(driver.ensure(id, order, memo), memo);
  }

  @Override
  public Look remove(Memo memo) {
    return look(driver.remove(id, memo), memo);
  }

  private Look look(BalancerState state, Memo memo) {
    return switch (state) {
      case BalancerState.Absent() -> new Look.Gone();
      case BalancerState.Underway(var doing, var next) -> new Look.Underway(doing, next);
      case BalancerState.Ready(_, _, var targets) when targets < order.targets().size() ->
          new Look.Underway(targets + " targets are registered", memo);
      case BalancerState.Ready(var endpoint, var resource, var targets) ->
          new Look.There(resource, "serves at " + endpoint + ", targets " + targets);
      case BalancerState.Unclear(var fault) -> new Look.Trouble(fault);
    };
  }
}
