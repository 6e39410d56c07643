package dev.butlerlabs.butler.providers.contracttests;

import java.util.List;

/** A platform to try a driver of balancers or of images on, and the hands behind it. */
public interface Scene extends Ground {

  /** Takes the credentials of {@link #account()} away. */
  void revoke();

  /** The names of all balancers or images there are, other people's too. */
  List<String> names();

  /** Somebody else's balancer or image of this name. */
  void foreign(String name);
}
