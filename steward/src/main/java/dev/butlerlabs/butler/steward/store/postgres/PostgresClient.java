package dev.butlerlabs.butler.steward.store.postgres;

import dev.butlerlabs.butler.pki.Credential;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.postgresql.Driver;
import org.postgresql.PGProperty;
import org.postgresql.util.PSQLException;
import org.postgresql.util.PSQLState;

/** A PostgreSQL server for one identity: a connection for each piece of work. */
public final class PostgresClient {

  private static final Pattern ENDPOINT = Pattern.compile("[A-Za-z0-9._:\\[\\]-]+:[0-9]{1,5}");

  /**
   * How a server is reached.
   *
   * @param endpoints each {@code host:port}; the one that takes writes is used
   * @param authorities certificates, PEM, by which the server is known; without them the connection
   *     is as the server likes it
   * @param self who we are besides the password
   * @param patience for one piece of work
   */
  public record Settings(
      List<String> endpoints,
      String user,
      String password,
      @Nullable String authorities,
      @Nullable Credential self,
      Duration patience) {

    public Settings {
      endpoints = List.copyOf(endpoints);
    }

    @Override
    public String toString() {
      return "Settings[" + user + " at " + endpoints + "]";
    }
  }

  /** Something done with a connection. */
  public interface Work<T> {
    SqlReply<T> with(Sql sql) throws SQLException;
  }

  private final Settings settings;

  public PostgresClient(Settings settings) {
    for (var endpoint : settings.endpoints()) {
      if (!ENDPOINT.matcher(endpoint).matches()) {
        throw new IllegalArgumentException("'" + endpoint + "' is no host:port");
      }
    }
    this.settings = settings;
  }

  /** Works in a database; each statement stands by itself unless the work says otherwise. */
  public <T> SqlReply<T> in(String database, Work<T> work) {
    try (var connection = open(database)) {
      return work.with(new Sql(connection));
    } catch (SQLException failed) {
      return judged(failed);
    }
  }

  private Connection open(String database) throws SQLException {
    var url = "jdbc:postgresql://" + String.join(",", settings.endpoints()) + "/" + database;
    return Objects.requireNonNull(new Driver().connect(url, properties()), url);
  }

  private Properties properties() {
    var seconds = Long.toString(Math.max(1, settings.patience().toSeconds()));
    var properties = new Properties();
    PGProperty.USER.set(properties, settings.user());
    PGProperty.PASSWORD.set(properties, settings.password());
    PGProperty.APPLICATION_NAME.set(properties, "butler-steward");
    PGProperty.CONNECT_TIMEOUT.set(properties, seconds);
    PGProperty.LOGIN_TIMEOUT.set(properties, seconds);
    PGProperty.SOCKET_TIMEOUT.set(properties, seconds);
    PGProperty.TARGET_SERVER_TYPE.set(properties, "primary");
    if (settings.authorities() != null) {
      PGProperty.SSL_MODE.set(properties, "verify-full");
      PGProperty.SSL_FACTORY.set(properties, PemSockets.class.getName());
      PGProperty.SSL_FACTORY_ARG.set(
          properties,
          settings.self() == null
              ? PemSockets.text(settings.authorities())
              : PemSockets.text(settings.authorities(), settings.self()));
    }
    return properties;
  }

  /** Trouble that passes by itself is silence; the rest stays until somebody changes something. */
  private static <T> SqlReply<T> judged(SQLException failed) {
    var state = Objects.requireNonNullElse(failed.getSQLState(), "");
    var passes =
        state.isEmpty()
            || state.startsWith("08")
            || state.startsWith("40")
            || state.startsWith("53")
            || state.startsWith("55")
            || state.startsWith("57");
    return passes ? new SqlReply.Silent<>(words(failed)) : new SqlReply.Denied<>(words(failed));
  }

  /** The message alone: its context could quote the statement. */
  private static String words(SQLException failed) {
    var server = failed instanceof PSQLException told ? told.getServerErrorMessage() : null;
    var text = server == null ? failed.getMessage() : server.getMessage();
    return Objects.requireNonNullElse(text, PSQLState.UNKNOWN_STATE.getState())
        .lines()
        .findFirst()
        .orElse("");
  }
}
