package dev.butlerlabs.butler.providers.aws.machines;

import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.secret.SecretText;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.format.DateTimeParseException;
import java.util.concurrent.locks.ReentrantLock;

/** A role that the owner of a key takes on, for an hour at a time. */
final class RoleSession implements Logins {

  /** A session is renewed before it ends, because clocks differ and calls take their time. */
  private static final Duration MARGIN = Duration.ofMinutes(5);

  private static final int LONGEST_NAME = 64;

  private final AwsClient tokens;
  private final String role;
  private final String name;
  private final InstantSource clock;
  private final ReentrantLock lock = new ReentrantLock();
  private Held held = new Held(new Login("", new SecretText(""), null), Instant.MIN);

  private record Held(Login login, Instant until) {}

  /**
   * Nobody is asked before the first call.
   *
   * @param tokens signs with the key of whoever takes the role on
   * @param purpose stands in AWS's records beside what was done
   */
  RoleSession(AwsClient tokens, String role, String purpose, InstantSource clock) {
    this.tokens = tokens;
    this.role = role;
    var text = "butler-" + purpose.replaceAll("[^\\w+=,.@-]", ".");
    this.name = text.length() > LONGEST_NAME ? text.substring(0, LONGEST_NAME) : text;
    this.clock = clock;
  }

  /** Many threads wait for one call. */
  @Override
  public Login current() throws Trouble {
    lock.lock();
    try {
      if (!clock.instant().isBefore(held.until())) {
        held = begin();
      }
      return held.login();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public boolean replaces(Login refused) {
    lock.lock();
    try {
      if (held.login().equals(refused)) {
        held = new Held(refused, Instant.MIN);
      }
      return true;
    } finally {
      lock.unlock();
    }
  }

  private Held begin() throws Trouble {
    var what = "take on role " + role;
    var query = new Query().with("RoleArn", role).with("RoleSessionName", name);
    var answer = tokens.call(what, "AssumeRole", query);
    var id = credential(answer, "AccessKeyId");
    var secret = credential(answer, "SecretAccessKey");
    var token = credential(answer, "SessionToken");
    if (id.isEmpty() || secret.isEmpty() || token.isEmpty()) {
      throw new Trouble(new Fault.Unavailable(what, "the answer holds no key"));
    }
    try {
      return new Held(
          new Login(id, new SecretText(secret), new SecretText(token)),
          Instant.parse(credential(answer, "Expiration")).minus(MARGIN));
    } catch (DateTimeParseException unreadable) {
      throw new Trouble(new Fault.Unavailable(what, "the answer does not say when it ends"));
    }
  }

  private static String credential(Xml answer, String field) {
    return answer.text("AssumeRoleResult", "Credentials", field);
  }

  @Override
  public void close() {
    tokens.close();
  }
}
