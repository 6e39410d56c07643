package dev.butlerlabs.butler.addons.helm;

import java.util.List;

/**
 * How a repository is reached: who we are there and whom we trust. Empty texts mean nobody in
 * particular, and the authorities of the system.
 *
 * @param authority certificates in PEM
 */
public record RepositoryAccess(String user, String password, String authority) {

  public static RepositoryAccess open() {
    return new RepositoryAccess("", "", "");
  }

  public static RepositoryAccess as(String user, String password) {
    return new RepositoryAccess(user, password, "");
  }

  public RepositoryAccess trusting(String pem) {
    return new RepositoryAccess(user, password, pem);
  }

  boolean named() {
    return !user.isEmpty();
  }

  boolean trustsItsOwn() {
    return !authority.isEmpty();
  }

  /** What no message may show. */
  List<String> secrets() {
    return List.of(password);
  }

  @Override
  public String toString() {
    return "RepositoryAccess[" + (named() ? user + ", ****" : "open") + "]";
  }
}
