package dev.butlerlabs.butler.providers.aws.machines;

/** Where the key comes from that signs calls. */
interface Logins extends AutoCloseable {

  /** The key to sign with now. */
  Login current() throws Trouble;

  /** AWS does not take this one any longer; whether there may be another to try with. */
  default boolean replaces(Login refused) {
    return false;
  }

  @Override
  default void close() {}
}
