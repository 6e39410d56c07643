package dev.butlerlabs.butler.steward.store.driver;

import dev.butlerlabs.butler.steward.store.postgres.Identifier;
import dev.butlerlabs.butler.steward.store.postgres.Sql;
import dev.butlerlabs.butler.steward.store.postgres.SqlReply;
import java.sql.SQLException;
import java.util.Optional;
import org.postgresql.util.PasswordUtil;

/**
 * Makes, mends and removes the role and the database of one tenant.
 *
 * <p>A role that is ours says so in its comment, which is written together with it, and a database
 * is ours when that role owns it. Whatever else has the same name is somebody else's and is neither
 * used nor removed.
 */
record PostgresRights(Sql sql, Names names) {

  /** Four pods of eight connections each while they are replaced, and some to spare. */
  private static final int CONNECTIONS = 40;

  /** Under which names, and whose. */
  record Names(Identifier database, Identifier role, String mark) {

    static Names of(Corner corner) {
      return new Names(
          new Identifier(corner.schema()),
          new Identifier(corner.user()),
          "butler tenant " + corner.uid());
    }
  }

  SqlReply<Boolean> ensure() throws SQLException {
    var mark = mark();
    if (mark.isEmpty()) {
      sql.together(
          "CREATE ROLE %s NOLOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS CONNECTION LIMIT %d"
              .formatted(names.role(), CONNECTIONS),
          "COMMENT ON ROLE %s IS %s".formatted(names.role(), Sql.literal(names.mark())));
    } else if (!mark.get().equals(names.mark())) {
      return SqlReply.denied("there is a role " + names.role() + ", which is not this tenant's");
    }
    var owner = owner();
    if (owner.isPresent() && !owner.get().equals(names.role().name())) {
      return SqlReply.denied(
          "there is a database " + names.database() + ", which is not this tenant's");
    }
    if (owner.isEmpty()) {
      belong();
      sql.run(
          "CREATE DATABASE %s OWNER %s TEMPLATE template0 ENCODING 'UTF8' LC_COLLATE 'C' LC_CTYPE 'C'"
              .formatted(names.database(), names.role()));
    }
    if (open()) {
      sql.run("REVOKE ALL ON DATABASE %s FROM PUBLIC".formatted(names.database()));
    }
    return SqlReply.answered(true);
  }

  /** Who is no superuser must belong to a role to give it something. */
  private void belong() throws SQLException {
    var may = sql.text("SELECT pg_has_role(current_user, ?, 'MEMBER')", names.role().name());
    if (may.filter("t"::equals).isEmpty()) {
      sql.run("GRANT %s TO CURRENT_USER".formatted(names.role()));
    }
  }

  /** Everybody may connect to a new database until they are told not to. */
  private boolean open() throws SQLException {
    return sql.number(
            "SELECT count(*) FROM pg_database,"
                + " aclexplode(coalesce(datacl, acldefault('d', datdba))) AS given"
                + " WHERE datname = ? AND given.grantee = 0",
            names.database().name())
        > 0;
  }

  /** The server gets a hash of the password, so that it stands in none of its logs. */
  SqlReply<Boolean> admit(String password) throws SQLException {
    if (mark().filter(names.mark()::equals).isEmpty()) {
      return SqlReply.denied("there is no role " + names.role() + " of this tenant");
    }
    var verifier = PasswordUtil.encodeScramSha256(password.toCharArray());
    sql.run("ALTER ROLE %s LOGIN PASSWORD %s".formatted(names.role(), Sql.literal(verifier)));
    return SqlReply.answered(true);
  }

  /** First nobody can come in, then nobody is there, then it goes. */
  SqlReply<Long> remove() throws SQLException {
    if (mark().filter(names.mark()::equals).isEmpty()) {
      return SqlReply.answered(0L);
    }
    sql.run("ALTER ROLE %s NOLOGIN".formatted(names.role()));
    belong();
    var there = owner().filter(names.role().name()::equals).isPresent();
    if (there) {
      sql.run("DROP DATABASE IF EXISTS %s WITH (FORCE)".formatted(names.database()));
    }
    sql.text(
        "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE usename = ?",
        names.role().name());
    sql.run("DROP ROLE IF EXISTS %s".formatted(names.role()));
    return SqlReply.answered(there ? 1L : 0L);
  }

  private Optional<String> mark() throws SQLException {
    return sql.text(
        "SELECT shobj_description(oid, 'pg_authid') FROM pg_roles WHERE rolname = ?",
        names.role().name());
  }

  private Optional<String> owner() throws SQLException {
    return sql.text(
        "SELECT pg_get_userbyid(datdba) FROM pg_database WHERE datname = ?",
        names.database().name());
  }
}
