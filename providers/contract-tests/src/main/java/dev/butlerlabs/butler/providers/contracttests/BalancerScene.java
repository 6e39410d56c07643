package dev.butlerlabs.butler.providers.contracttests;

import dev.butlerlabs.butler.providers.spi.balancer.BalancerOrder.Target;
import java.util.List;

/** A platform with load balancers. */
public interface BalancerScene extends Scene {

  /** A machine of this number that a balancer can stand in front of, made when it is not there. */
  Target target(int number);

  /** How {@link #serving} writes that target behind that port. */
  String written(int number, int port);

  /** What the balancer of this name leads to, in order. */
  List<String> serving(String name);
}
