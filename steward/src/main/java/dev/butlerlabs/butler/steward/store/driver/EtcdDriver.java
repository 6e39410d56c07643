package dev.butlerlabs.butler.steward.store.driver;

import dev.butlerlabs.butler.api.steward.DataStoreSpec;
import dev.butlerlabs.butler.kernel.Problem;
import dev.butlerlabs.butler.pki.CertificateAuthority;
import dev.butlerlabs.butler.pki.CertificateOrder;
import dev.butlerlabs.butler.pki.Credential;
import dev.butlerlabs.butler.pki.KeyKind;
import dev.butlerlabs.butler.pki.Subject;
import dev.butlerlabs.butler.pki.TlsContext;
import dev.butlerlabs.butler.steward.store.etcd.Bytes;
import dev.butlerlabs.butler.steward.store.etcd.Denial;
import dev.butlerlabs.butler.steward.store.etcd.EtcdClient;
import dev.butlerlabs.butler.steward.store.etcd.Keys.Span;
import dev.butlerlabs.butler.steward.store.etcd.Reply;
import dev.butlerlabs.butler.steward.store.etcd.Session;
import dev.butlerlabs.butler.steward.store.etcd.Upkeep;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * A shared etcd: one user, one role and one key prefix per tenant; users are known by the common
 * name of their certificate.
 */
public final class EtcdDriver implements Driver {

  /** How long a tenant's login lasts. */
  public static final Duration LOGIN_LIFE = Duration.ofDays(365);

  /**
   * How an etcd is reached and who may do what there.
   *
   * @param authority signs the logins of tenants
   * @param root the administrator
   * @param patience for one call of the driver, however many calls of etcd it makes
   */
  public record Settings(
      String store,
      List<String> endpoints,
      CertificateAuthority authority,
      Credential root,
      Duration patience) {

    public Settings {
      endpoints = List.copyOf(endpoints);
    }
  }

  private final Settings settings;
  private final SecureRandom random;
  private final EtcdClient client;

  public EtcdDriver(Settings settings, SecureRandom random) {
    this.settings = settings;
    this.random = random;
    this.client =
        EtcdClient.of(
            settings.endpoints(),
            TlsContext.of(settings.root(), settings.authority().certificate()));
  }

  @Override
  public Told<Health> health() {
    var session = session();
    return told(
        "ask how it does",
        session
            .upkeep()
            .condition()
            .then(
                condition ->
                    session
                        .upkeep()
                        .alarms()
                        .then(
                            alarms ->
                                session
                                    .users()
                                    .authenticationIsOn()
                                    .map(on -> health(condition, alarms, on)))));
  }

  private static Health health(Upkeep.Condition condition, Upkeep.Alarms alarms, boolean on) {
    var words = new ArrayList<String>();
    if (alarms.noSpace()) {
      words.add("it has no space left and takes no writes");
    }
    if (alarms.corrupt()) {
      words.add("its members disagree about the data");
    }
    return new Health(condition.version(), on, condition.inUse(), condition.quota(), words);
  }

  @Override
  public Told<Place> ensure(Corner corner) {
    return allowed(
        corner,
        "make room for " + corner.owner(),
        session ->
            session
                .users()
                .authenticationIsOn()
                .then(
                    on ->
                        on
                            ? new EtcdRights(session.users(), corner, span(corner)).ensure()
                            : new Reply.Denied<Boolean>(
                                Denial.AUTHENTICATION_OFF, "authentication is not enabled"))
                .map(_ -> place(corner)));
  }

  private Place place(Corner corner) {
    return new Place(
        DataStoreSpec.Driver.ETCD,
        settings.endpoints(),
        "/" + corner.schema(),
        settings.authority().certificatePem());
  }

  @Override
  public Told<Pass> login(Corner corner, Instant now) {
    var objection = corner.objection();
    if (objection.isPresent()) {
      return new Told.Refused<>(objection.get());
    }
    var order = CertificateOrder.client(Subject.named(corner.user()), LOGIN_LIFE);
    var made = settings.authority().issue(order, KeyKind.EC_P256, now, random);
    return Told.done(
        new Pass(
            Map.of(
                "ca.crt", settings.authority().certificatePem(),
                "server.crt", made.certificatePem(),
                "server.key", made.key().traditionalPem())));
  }

  /** Users are known by their certificates, which need no further word. */
  @Override
  public Told<Boolean> admit(Corner corner, Pass pass) {
    return Told.done(true);
  }

  @Override
  public Told<Long> count(Corner corner) {
    return allowed(
        corner,
        "count the keys of " + corner.owner(),
        session -> session.keys().count(span(corner)).map(page -> page.count()));
  }

  @Override
  public Told<Use> use(Corner corner) {
    return allowed(
        corner,
        "measure the keys of " + corner.owner(),
        session -> new EtcdMeasure(session.keys(), prefix(corner)).measure());
  }

  @Override
  public Told<Long> remove(Corner corner) {
    return allowed(
        corner,
        "remove what " + corner.owner() + " has",
        session ->
            new EtcdRights(session.users(), corner, span(corner))
                .remove()
                .then(_ -> new EtcdPurge(() -> session).delete(span(corner))));
  }

  /** Where the corner's keys begin. */
  public static Bytes prefix(Corner corner) {
    return Bytes.of("/" + corner.schema() + "/");
  }

  private static Span span(Corner corner) {
    return Span.under(prefix(corner));
  }

  /** For work that takes longer than a call of a driver may; closed with the driver. */
  public EtcdClient client() {
    return client;
  }

  private Session session() {
    return client.within(settings.patience());
  }

  private <T> Told<T> allowed(Corner corner, String doing, Function<Session, Reply<T>> work) {
    var objection = corner.objection();
    return objection.isPresent()
        ? new Told.Refused<>(objection.get())
        : told(doing, work.apply(session()));
  }

  private <T> Told<T> told(String doing, Reply<T> reply) {
    var subject = "DataStore " + settings.store() + ": could not " + doing;
    return switch (reply) {
      case Reply.Answered<T>(var value) -> Told.done(value);
      case Reply.Denied<T>(var why, var detail) ->
          why == Denial.AUTHENTICATION_CHANGED
              ? new Told.Unreachable<>(
                  new Problem(subject, detail, "it is tried again"), Duration.ZERO)
              : Told.refused(subject, detail, remedy(why));
      case Reply.Silent<T>(var detail) ->
          new Told.Unreachable<>(
              new Problem(subject, detail, "check that " + settings.endpoints() + " answer"),
              Duration.ZERO);
    };
  }

  private static String remedy(Denial why) {
    return switch (why) {
      case AUTHENTICATION_OFF ->
          "switch it on with a user root that has the role root; until then tenants could read"
              + " each other";
      case PERMISSION_DENIED -> "let clientCertificate be that of the user root";
      case NO_SPACE -> "defragment the store or raise its quota, then disarm the alarm";
      default -> "look at the log of the store";
    };
  }

  @Override
  public void close() {
    client.close();
  }
}
