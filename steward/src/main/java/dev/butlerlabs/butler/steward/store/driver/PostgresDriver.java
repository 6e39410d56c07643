package dev.butlerlabs.butler.steward.store.driver;

import dev.butlerlabs.butler.api.steward.DataStoreSpec;
import dev.butlerlabs.butler.kernel.Problem;
import dev.butlerlabs.butler.steward.store.postgres.Identifier;
import dev.butlerlabs.butler.steward.store.postgres.PostgresClient;
import dev.butlerlabs.butler.steward.store.postgres.PostgresClient.Work;
import dev.butlerlabs.butler.steward.store.postgres.Sql;
import dev.butlerlabs.butler.steward.store.postgres.SqlReply;
import java.security.SecureRandom;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/** A shared PostgreSQL: one database and one role per tenant, which owns it and nothing else. */
public final class PostgresDriver implements Driver {

  private static final String MAIN = "postgres";

  private static final String KEYS =
      "SELECT count(*) FROM (SELECT DISTINCT ON (name) deleted FROM kine"
          + " ORDER BY name, id DESC) AS newest WHERE deleted = 0";

  private final String store;
  private final PostgresClient.Settings settings;
  private final PostgresClient client;
  private final SecureRandom random;

  public PostgresDriver(String store, PostgresClient.Settings settings, SecureRandom random) {
    this.store = store;
    this.settings = settings;
    this.client = new PostgresClient(settings);
    this.random = random;
  }

  @Override
  public Told<Health> health() {
    return told(
        "ask how it does",
        client.in(
            MAIN,
            sql -> {
              var version = sql.text("SHOW server_version").orElse("");
              var used = sql.number("SELECT sum(pg_database_size(oid)) FROM pg_database");
              var words =
                  sql.text("SELECT pg_is_in_recovery()").filter("t"::equals).isPresent()
                      ? List.of("it is a standby and takes no writes")
                      : List.<String>of();
              return SqlReply.answered(new Health(version, guarded(sql), used, 0, words));
            }));
  }

  /** Whether everybody from afar must prove who they are, as far as we may know. */
  private static boolean guarded(Sql sql) throws SQLException {
    if (sql.text("SELECT has_table_privilege('pg_hba_file_rules', 'SELECT')")
        .filter("t"::equals)
        .isEmpty()) {
      return true;
    }
    return sql.number(
            "SELECT count(*) FROM pg_hba_file_rules WHERE type LIKE 'host%' AND auth_method ="
                + " 'trust'")
        == 0;
  }

  @Override
  public Told<Place> ensure(Corner corner) {
    return allowed(
        corner,
        "make room for " + corner.owner(),
        names -> client.in(MAIN, sql -> new PostgresRights(sql, names).ensure()),
        _ ->
            new Place(
                DataStoreSpec.Driver.POSTGRESQL,
                settings.endpoints(),
                "/registry",
                Objects.requireNonNullElse(settings.authorities(), "")));
  }

  @Override
  public Told<Pass> login(Corner corner, Instant now) {
    var objection = objection(corner);
    if (objection.isPresent()) {
      return new Told.Refused<>(objection.get());
    }
    var bytes = new byte[32];
    random.nextBytes(bytes);
    var files = new HashMap<String, String>();
    files.put("password", Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
    if (settings.authorities() != null) {
      files.put("ca.crt", settings.authorities());
    }
    return Told.done(new Pass(files));
  }

  @Override
  public Told<Boolean> admit(Corner corner, Pass pass) {
    var password = pass.files().getOrDefault("password", "");
    return allowed(
        corner,
        "let " + corner.owner() + " sign in",
        names -> client.in(MAIN, sql -> new PostgresRights(sql, names).admit(password)),
        done -> done);
  }

  @Override
  public Told<Long> count(Corner corner) {
    return inside(corner, sql -> SqlReply.answered(sql.numberOrNone(KEYS)));
  }

  @Override
  public Told<Use> use(Corner corner) {
    return inside(
        corner,
        sql ->
            SqlReply.answered(
                new Use(
                    sql.numberOrNone(KEYS),
                    sql.number("SELECT pg_database_size(current_database())"))));
  }

  private <T> Told<T> inside(Corner corner, Work<T> work) {
    return allowed(
        corner,
        "measure the database of " + corner.owner(),
        names -> client.in(names.database().name(), work),
        done -> done);
  }

  @Override
  public Told<Long> remove(Corner corner) {
    return allowed(
        corner,
        "remove what " + corner.owner() + " has",
        names -> client.in(MAIN, sql -> new PostgresRights(sql, names).remove()),
        done -> done);
  }

  private <S, T> Told<T> allowed(
      Corner corner,
      String doing,
      Function<PostgresRights.Names, SqlReply<S>> work,
      Function<S, T> then) {
    var objection = objection(corner);
    return objection.isPresent()
        ? new Told.Refused<>(objection.get())
        : told(doing, work.apply(PostgresRights.Names.of(corner))).map(then);
  }

  private Optional<Problem> objection(Corner corner) {
    return corner
        .objection()
        .or(() -> objection(corner, "dataStoreSchema", corner.schema()))
        .or(() -> objection(corner, "dataStoreUsername", corner.user()))
        .or(
            () ->
                corner.user().equals(settings.user())
                    ? Optional.of(wrong(corner, "dataStoreUsername is the store's administrator"))
                    : Optional.empty());
  }

  private static Optional<Problem> objection(Corner corner, String field, String name) {
    return Identifier.objection(name).map(why -> wrong(corner, field + " '" + name + "' " + why));
  }

  private static Problem wrong(Corner corner, String trouble) {
    return new Problem(
        "TenantControlPlane " + corner.owner(), trouble, "choose another name, or leave it out");
  }

  private <T> Told<T> told(String doing, SqlReply<T> reply) {
    var subject = "DataStore " + store + ": could not " + doing;
    return switch (reply) {
      case SqlReply.Answered<T>(var value) -> Told.done(value);
      case SqlReply.Denied<T>(var detail) ->
          Told.refused(subject, detail, "look at basicAuth and at the rights of its user");
      case SqlReply.Silent<T>(var detail) ->
          new Told.Unreachable<>(
              new Problem(subject, detail, "check that " + settings.endpoints() + " answer"),
              Duration.ZERO);
    };
  }

  @Override
  public void close() {}
}
