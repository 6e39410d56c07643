package dev.butlerlabs.butler.providers.machines.config;

import dev.butlerlabs.butler.api.LocalRef;
import dev.butlerlabs.butler.api.ProviderType;
import dev.butlerlabs.butler.api.infra.ProviderConfig;
import dev.butlerlabs.butler.api.infra.ProviderConfigSpec;
import dev.butlerlabs.butler.api.infra.ProviderConfigSpec.ScopeType;
import dev.butlerlabs.butler.api.tenancy.Team;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Cache;
import dev.butlerlabs.butler.kube.Context;
import dev.butlerlabs.butler.kube.Finalizers;
import dev.butlerlabs.butler.kube.Kind;
import dev.butlerlabs.butler.kube.Outcome;
import dev.butlerlabs.butler.kube.Reconciler;
import dev.butlerlabs.butler.kube.Trigger;
import dev.butlerlabs.butler.kube.Watches;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.Trouble;
import dev.butlerlabs.butler.providers.machines.account.Accounts;
import dev.butlerlabs.butler.providers.machines.account.Accounts.Standing;
import dev.butlerlabs.butler.providers.machines.account.Desk;
import dev.butlerlabs.butler.providers.machines.account.Kinds;
import dev.butlerlabs.butler.providers.machines.account.Orders;
import dev.butlerlabs.butler.providers.machines.account.Visits;
import dev.butlerlabs.butler.providers.machines.config.AccountReader.Reading;
import dev.butlerlabs.butler.providers.machines.config.plan.ConfigPlanner;
import dev.butlerlabs.butler.providers.machines.config.plan.ConfigPlanner.Seen;
import dev.butlerlabs.butler.providers.machines.config.plan.ConfigPlanner.Trial;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Keeps the account of one ProviderConfig open, tries it for real now and then, and tells. Whoever
 * makes things with the account hears when it changed, and keeps it while something is there.
 */
public final class ProviderConfigReconciler implements Reconciler<ProviderConfig> {

  private static final String HOLD = dev.butlerlabs.butler.api.Finalizers.PROVIDER_CONFIG;
  private static final Kind<Team> TEAMS = Kind.of(Team.class);

  private final Kinds kinds;
  private final Accounts accounts;
  private final Trigger news = new Trigger();
  private final Trials trials;
  private final Visits visits;
  private final Finalizers finalizers;
  private final Users users;
  private final ConfigTeller teller;

  /** What it works with. */
  public record Parts(
      KubernetesClient client,
      Kinds kinds,
      Accounts accounts,
      Desk.Room room,
      Visits visits,
      Finalizers finalizers,
      String instance) {}

  public ProviderConfigReconciler(Parts parts) {
    this.kinds = parts.kinds();
    this.accounts = parts.accounts();
    this.trials = new Trials(parts.room(), news);
    this.visits = parts.visits();
    this.finalizers = parts.finalizers();
    this.users = new Users(parts.kinds());
    this.teller = new ConfigTeller(parts.client(), parts.instance(), parts.room().timeline());
  }

  /** ProviderConfigs, of Secrets just those they name, their teams, and who needs them. */
  public Watches<ProviderConfig> watches() {
    var watches =
        Watches.on(kinds.configs())
            .following(this::secrets, this::naming)
            .mapped(TEAMS, this::forTeam)
            .triggeredBy(news);
    for (var orders : kinds.orders()) {
      watches = needing(watches, orders);
    }
    return watches;
  }

  private <T extends HasMetadata> Watches<ProviderConfig> needing(
      Watches<ProviderConfig> watches, Orders<T> orders) {
    return watches
        .mapped(orders.kind(), (order, cache) -> users.waiting(orders, order, cache))
        .indexed(orders.byConfig());
  }

  private Collection<Kind<Secret>> secrets(ProviderConfig config) {
    return served(config).isEmpty()
        ? List.of()
        : AccountReader.secretOf(config).stream().map(AccountReader::kind).toList();
  }

  private Collection<ObjectKey> naming(Secret secret, Cache cache) {
    var key = Kinds.keyOf(secret);
    return cache.list(kinds.configs()).stream()
        .filter(config -> AccountReader.secretOf(config).filter(key::equals).isPresent())
        .map(Kinds::keyOf)
        .toList();
  }

  private Collection<ObjectKey> forTeam(Team team, Cache cache) {
    var name = team.getMetadata().getName();
    return cache.list(kinds.configs()).stream()
        .filter(config -> teamOf(config).filter(name::equals).isPresent())
        .map(Kinds::keyOf)
        .toList();
  }

  private static Optional<String> teamOf(ProviderConfig config) {
    return Optional.ofNullable(config.getSpec())
        .map(ProviderConfigSpec::scope)
        .filter(scope -> scope.type() == ScopeType.TEAM)
        .map(ProviderConfigSpec.Scope::teamRef)
        .map(LocalRef::name);
  }

  private Optional<ProviderType> served(ProviderConfig config) {
    return Optional.ofNullable(config.getSpec())
        .flatMap(ProviderConfigSpec::effectiveProvider)
        .filter(accounts::serves);
  }

  @Override
  public Outcome reconcile(ProviderConfig config, Context context) {
    var type = served(config);
    if (type.isEmpty()) {
      return Outcome.settled();
    }
    var leaving = config.isMarkedForDeletion();
    if (!leaving && !config.hasFinalizer(HOLD)) {
      finalizers.add(config, HOLD);
      return Outcome.settled();
    }
    var holders = leaving ? users.of(context.key(), context.cache()) : "";
    if (leaving && holders.isEmpty()) {
      finalizers.remove(config, HOLD);
      return Outcome.settled();
    }
    var changed =
        switch (AccountReader.read(config, type.get(), context.cache())) {
          case Reading.Found(var account) -> accounts.keep(type.get(), account);
          case Reading.Lacking(var fault) -> accounts.refuse(context.key(), fault);
        };
    if (changed) {
      users.tell(context.key(), context.cache());
    }
    var standing = accounts.find(context.key()).orElseThrow();
    var turn = new Turn(config, standing, missingTeam(config, context.cache()), holders, context);
    return switch (standing) {
      case Standing.Closed closed -> refused(turn, closed);
      case Standing.Open open -> tried(turn, open);
    };
  }

  @Override
  public void gone(ObjectKey key, Context context) {
    accounts.forget(key);
    visits.forget(key);
    trials.forget(key);
    users.tell(key, context.cache());
  }

  /** This process may not act any more. */
  public void stopActing() {
    trials.drop();
  }

  /**
   * One look at one ProviderConfig that is served here.
   *
   * @param holders who still needs it, when it is to go
   */
  private record Turn(
      ProviderConfig config,
      Standing standing,
      Optional<String> missingTeam,
      String holders,
      Context context) {

    ObjectKey key() {
      return context.key();
    }

    /** What a look depends on besides time. */
    String circumstances() {
      return "%s %s %s team %s for %s"
          .formatted(
              config.getMetadata().getUid(),
              config.getMetadata().getGeneration(),
              standing.number(),
              missingTeam,
              holders);
    }
  }

  private Outcome refused(Turn turn, Standing.Closed closed) {
    var left = visits.left(turn.key(), turn.circumstances(), turn.context().now());
    return left.isPresent()
        ? Outcome.lookAgain(left.get())
        : tell(turn, new Trial.Refused(closed.fault()));
  }

  private Outcome tried(Turn turn, Standing.Open open) {
    var key = turn.key();
    if (trials.underway(key)) {
      return Outcome.settled();
    }
    var answer = trials.collect(key, open);
    if (answer.isEmpty()) {
      var left = visits.left(key, turn.circumstances(), turn.context().now());
      if (left.isPresent()) {
        return Outcome.lookAgain(left.get());
      }
      trials.begin(key, open);
      answer = trials.collect(key, open);
    }
    return answer.map(given -> tell(turn, new Trial.Made(given))).orElse(Outcome.settled());
  }

  private Outcome tell(Turn turn, Trial trial) {
    var config = turn.config();
    var now = turn.context().now();
    var strikes = visits.strikes(turn.key(), turn.circumstances());
    var plan =
        ConfigPlanner.plan(
            new Seen(
                config.getStatus(),
                trial,
                turn.missingTeam().orElse(null),
                turn.holders().isEmpty() ? null : turn.holders(),
                strikes,
                now,
                turn.standing().redaction()::apply));
    if (teller.tell(config, plan) instanceof Answer.Failed<ProviderConfig>(var trouble)) {
      return trouble instanceof Trouble.NotFound ? Outcome.settled() : trouble.outcome();
    }
    var misses = plan.silent() ? strikes + 1 : 0;
    return Outcome.lookAgain(
        visits.plan(turn.key(), turn.circumstances(), now, plan.next(), misses));
  }

  private static Optional<String> missingTeam(ProviderConfig config, Cache cache) {
    return teamOf(config).filter(team -> cache.find(TEAMS, ObjectKey.cluster(team)).isEmpty());
  }
}
