package dev.butlerlabs.butler.steward.store.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import org.postgresql.util.PSQLState;

/** Statements on one connection. Values are bound; only checked names are ever written into one. */
public record Sql(Connection connection) {

  /** Does one thing. */
  public void run(String statement) throws SQLException {
    try (var one = connection.createStatement()) {
      one.execute(statement);
    }
  }

  /** All of them or none. */
  public void together(String... statements) throws SQLException {
    connection.setAutoCommit(false);
    try {
      for (var statement : statements) {
        run(statement);
      }
      connection.commit();
    } catch (SQLException failed) {
      connection.rollback();
      throw failed;
    } finally {
      connection.setAutoCommit(true);
    }
  }

  /** The first column of the first row, as text; empty when there is no row. */
  public Optional<String> text(String query, String... values) throws SQLException {
    try (var one = connection.prepareStatement(query)) {
      for (var i = 0; i < values.length; i++) {
        one.setString(i + 1, values[i]);
      }
      try (var rows = one.executeQuery()) {
        return rows.next()
            ? Optional.of(Optional.ofNullable(rows.getString(1)).orElse(""))
            : Optional.empty();
      }
    }
  }

  /** The first column of the first row; 0 when there is none. */
  public long number(String query, String... values) throws SQLException {
    return text(query, values).filter(value -> !value.isEmpty()).map(Long::parseLong).orElse(0L);
  }

  /** The same for a table that may not be there yet. */
  public long numberOrNone(String query) throws SQLException {
    try {
      return number(query);
    } catch (SQLException failed) {
      if (PSQLState.UNDEFINED_TABLE.getState().equals(failed.getSQLState())) {
        return 0;
      }
      throw failed;
    }
  }

  /** A text as it stands in a statement, where no value can be bound. */
  public static String literal(String text) {
    return "'" + text.replace("'", "''") + "'";
  }
}
