package dev.butlerlabs.butler.steward.store.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.pki.CertificateAuthority;
import dev.butlerlabs.butler.pki.KeyKind;
import dev.butlerlabs.butler.steward.store.postgres.PostgresClient;
import dev.butlerlabs.butler.steward.store.postgres.PostgresClient.Settings;
import dev.butlerlabs.butler.steward.store.postgres.SqlReply;
import dev.butlerlabs.butler.testkit.RealPostgres;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** A real PostgreSQL with TLS: who gets what, and who gets nothing. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PostgresDriverIT {

  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final RealPostgres server = RealPostgres.start();
  private final PostgresDriver driver =
      new PostgresDriver("test", settings(server.user(), server.password()), new SecureRandom());
  private final PostgresClient admin =
      new PostgresClient(settings(server.user(), server.password()));

  @AfterAll
  void stop() {
    driver.close();
    server.close();
  }

  @Test
  void healthTellsVersionAndThatPasswordsAreAskedFor() {
    var health = Corners.value(driver.health());

    assertThat(health.version()).matches("[0-9]+.*");
    assertThat(health.authenticated()).isTrue();
    assertThat(health.used()).isPositive();
    assertThat(health.alarms()).isEmpty();
  }

  @Test
  void tenantWorksInItsDatabaseAndIsMeasuredAndGoesWithoutATrace() {
    var corner = Corners.named("works");
    var tenant = tenant(corner);
    fill(tenant, corner, 25);

    assertThat(driver.count(corner)).isEqualTo(Told.done(25L));
    assertThat(Corners.value(driver.use(corner)).bytes()).isPositive();
    assertThat(driver.remove(corner)).isEqualTo(Told.done(1L));
    assertThat(driver.remove(corner)).isEqualTo(Told.done(0L));
    assertThat(number("SELECT count(*) FROM pg_database WHERE datname = ?", corner.schema()))
        .isZero();
    assertThat(number("SELECT count(*) FROM pg_roles WHERE rolname = ?", corner.user())).isZero();
  }

  @Test
  void repeatedCallsChangeNothing() {
    var corner = Corners.named("again");
    var tenant = tenant(corner);
    fill(tenant, corner, 3);

    Corners.value(driver.ensure(corner));
    Corners.value(driver.ensure(corner));

    assertThat(driver.count(corner)).isEqualTo(Told.done(3L));
  }

  @Test
  void newLoginReplacesTheOldOne() {
    var corner = Corners.named("renewed");
    var before = tenant(corner);
    var after = tenant(corner);

    assertThat(select(before, corner.schema())).isInstanceOf(SqlReply.Denied.class);
    assertThat(select(after, corner.schema())).isInstanceOf(SqlReply.Answered.class);
  }

  /** Reads, writes and rights, tried by every tenant on every other's database. */
  @Test
  void noTenantReadsWritesOrEntersAnothers() {
    var corners = IntStream.range(0, 6).mapToObj(i -> Corners.named("apart-" + i)).toList();
    var tenants = new ArrayList<PostgresClient>();
    for (var corner : corners) {
      var tenant = tenant(corner);
      fill(tenant, corner, 4);
      tenants.add(tenant);
    }
    var tried = 0;
    var through = new ArrayList<String>();
    for (var thief = 0; thief < corners.size(); thief++) {
      for (var victim : corners) {
        if (victim.equals(corners.get(thief))) {
          continue;
        }
        for (var attack : inside()) {
          tried++;
          if (attempt(tenants.get(thief), victim.schema(), attack)) {
            through.add(attack);
          }
        }
        for (var attack : fromHome(victim)) {
          tried++;
          if (attempt(tenants.get(thief), corners.get(thief).schema(), attack)) {
            through.add(attack);
          }
        }
      }
    }

    System.out.println(
        "PostgreSQL isolation: " + tried + " attempts, " + through.size() + " through");
    assertThat(through).isEmpty();
    corners.forEach(corner -> assertThat(driver.count(corner)).isEqualTo(Told.done(4L)));
  }

  private static List<String> inside() {
    return List.of(
        "SELECT count(*) FROM kine",
        "INSERT INTO kine (name, created, deleted, create_revision, prev_revision, lease) VALUES"
            + " ('x', 1, 0, 0, 0, 0)",
        "UPDATE kine SET value = ''",
        "DELETE FROM kine",
        "CREATE TABLE mine (a int)",
        "CREATE TEMPORARY TABLE mine (a int)",
        "DROP TABLE kine",
        "COPY kine TO STDOUT");
  }

  private static List<String> fromHome(Corner victim) {
    return List.of(
        "DROP DATABASE \"" + victim.schema() + "\"",
        "ALTER DATABASE \"" + victim.schema() + "\" OWNER TO CURRENT_USER",
        "ALTER DATABASE \"" + victim.schema() + "\" CONNECTION LIMIT 0",
        "GRANT CONNECT ON DATABASE \"" + victim.schema() + "\" TO CURRENT_USER",
        "ALTER ROLE \"" + victim.user() + "\" PASSWORD 'x'",
        "DROP ROLE \"" + victim.user() + "\"",
        "GRANT \"" + victim.user() + "\" TO CURRENT_USER",
        "SET ROLE \"" + victim.user() + "\"",
        "SET SESSION AUTHORIZATION \"" + victim.user() + "\"",
        "CREATE DATABASE another TEMPLATE \"" + victim.schema() + "\"",
        "CREATE ROLE another",
        "SELECT pg_read_file('/etc/passwd')",
        "COPY (SELECT 1) TO PROGRAM 'true'",
        "SELECT passwd FROM pg_shadow",
        "SELECT rolpassword FROM pg_authid");
  }

  @Test
  void roleOrDatabaseOfSomebodyElseIsNeitherUsedNorRemoved() {
    run("CREATE ROLE customers");
    run("CREATE DATABASE invoices");
    var uid = Corners.named("greedy").uid();
    var owner = Corners.named("greedy").owner();
    var takesRole = new Corner(owner, uid, "greedy-db", "customers");
    var takesDatabase = new Corner(owner, uid, "invoices", "greedy-user");

    assertThat(driver.ensure(takesRole)).isInstanceOf(Told.Refused.class);
    assertThat(driver.ensure(takesDatabase)).isInstanceOf(Told.Refused.class);
    Corners.value(driver.remove(takesRole));
    Corners.value(driver.remove(takesDatabase));

    assertThat(number("SELECT count(*) FROM pg_database WHERE datname = ?", "invoices")).isOne();
    assertThat(number("SELECT count(*) FROM pg_roles WHERE rolname = ?", "customers")).isOne();
  }

  @Test
  void namesThatCouldBreakOutNeverReachTheServer() {
    var good = Corners.named("quoting");
    for (var name :
        List.of("a\"; DROP DATABASE postgres; --", "A", "postgres", "pg_x", server.user(), "a b")) {
      var bad = new Corner(good.owner(), good.uid(), "quoting-db", name);
      assertThat(driver.ensure(bad)).as(name).isInstanceOf(Told.Refused.class);
      assertThat(driver.remove(bad)).as(name).isInstanceOf(Told.Refused.class);
    }
  }

  /** Each statement happens or not, so these are all states a kill can leave behind. */
  @Test
  void driverKilledAfterAnyStatementIsFinishedByTheNext() {
    var steps =
        List.of(
            "CREATE ROLE \"%1$s\" NOLOGIN",
            "COMMENT ON ROLE \"%1$s\" IS 'butler tenant %2$s'",
            "CREATE DATABASE \"%1$s\" OWNER \"%1$s\"",
            "REVOKE ALL ON DATABASE \"%1$s\" FROM PUBLIC",
            "ALTER ROLE \"%1$s\" NOLOGIN",
            "DROP DATABASE \"%1$s\"");
    for (var taken : List.of(0, 2, 3, 4)) {
      var corner = Corners.named("half-made-" + taken);
      steps.subList(0, taken).forEach(step -> run(step.formatted(corner.user(), corner.uid())));

      var tenant = tenant(corner);

      assertThat(select(tenant, corner.schema())).isInstanceOf(SqlReply.Answered.class);
      assertThat(attempt(tenant, corner.schema(), "SELECT 1")).isTrue();
    }
    for (var taken : List.of(4, 5, 6)) {
      var corner = Corners.named("half-gone-" + taken);
      steps.subList(0, taken).forEach(step -> run(step.formatted(corner.user(), corner.uid())));

      Corners.value(driver.remove(corner));

      assertThat(number("SELECT count(*) FROM pg_roles WHERE rolname = ?", corner.user())).isZero();
      assertThat(number("SELECT count(*) FROM pg_database WHERE datname = ?", corner.schema()))
          .isZero();
    }
  }

  @Test
  void serverOfAnotherAuthorityIsNotSpokenTo() {
    var stranger =
        new Settings(
            List.of(server.endpoint()),
            server.user(),
            server.password(),
            strangeAuthority(),
            null,
            PATIENCE);

    assertThat(new PostgresDriver("test", stranger, new SecureRandom()).health())
        .isNotInstanceOf(Told.Done.class);
  }

  private static String strangeAuthority() {
    return CertificateAuthority.selfSigned(
            "stranger", KeyKind.EC_P256, Duration.ofDays(1), Instant.now(), new SecureRandom())
        .certificatePem();
  }

  /** A client with a new login of the tenant. */
  private PostgresClient tenant(Corner corner) {
    Corners.value(driver.ensure(corner));
    var pass = Corners.value(driver.login(corner, Instant.now()));
    Corners.value(driver.admit(corner, pass));
    return new PostgresClient(settings(corner.user(), pass.files().getOrDefault("password", "")));
  }

  private static void fill(PostgresClient tenant, Corner corner, int keys) {
    var reply =
        tenant.in(
            corner.schema(),
            sql -> {
              sql.run(
                  "CREATE TABLE IF NOT EXISTS kine (id BIGSERIAL PRIMARY KEY, name text, created"
                      + " INTEGER, deleted INTEGER, create_revision BIGINT, prev_revision BIGINT,"
                      + " lease INTEGER, value bytea, old_value bytea)");
              for (var i = 0; i < keys; i++) {
                sql.run(
                    "INSERT INTO kine (name, created, deleted) VALUES ('/registry/x/%d', 1, 0)"
                        .formatted(i));
              }
              return SqlReply.answered(true);
            });
    assertThat(reply).isInstanceOf(SqlReply.Answered.class);
  }

  private static boolean attempt(PostgresClient client, String database, String statement) {
    return client.in(
            database,
            sql -> {
              sql.run(statement);
              return SqlReply.answered(true);
            })
        instanceof SqlReply.Answered;
  }

  private static SqlReply<Boolean> select(PostgresClient client, String database) {
    return client.in(
        database,
        sql -> {
          sql.run("SELECT 1");
          return SqlReply.answered(true);
        });
  }

  private void run(String statement) {
    assertThat(attempt(admin, "postgres", statement)).as(statement).isTrue();
  }

  private long number(String query, String value) {
    var reply = admin.in("postgres", sql -> SqlReply.answered(sql.number(query, value)));
    return reply instanceof SqlReply.Answered<Long>(var number) ? number : -1;
  }

  private Settings settings(String user, String password) {
    return new Settings(
        List.of(server.endpoint()), user, password, server.authority(), null, PATIENCE);
  }
}
