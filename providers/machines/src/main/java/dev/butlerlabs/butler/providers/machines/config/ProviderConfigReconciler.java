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
import dev.butlerlabs.butler.providers.machines.account.Visits;
import dev.butlerlabs.butler.providers.machines.config.AccountReader.Reading;
import dev.butlerlabs.butler.providers.machines.config.plan.ConfigPlanner;
import dev.butlerlabs.butler.providers.machines.config.plan.ConfigPlanner.Seen;
import dev.butlerlabs.butler.providers.machines.config.plan.ConfigPlanner.Trial;
import dev.butlerlabs.butler.providers.spi.Preflight;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the account of one ProviderConfig open, tries it for real now and then, and tells. Whoever
 * makes things with the account hears when it changed.
 */
public final class ProviderConfigReconciler implements Reconciler<ProviderConfig> {

  private static final Kind<Team> TEAMS = Kind.of(Team.class);

  private final Kinds kinds;
  private final Accounts accounts;
  private final Desk<Trying> desk;
  private final Visits visits;
  private final Trigger machines;
  private final Trigger news = new Trigger();
  private final ConfigTeller teller;

  /**
   * What came of trying an account.
   *
   * @param number of the account that was tried
   */
  private record Trying(long number, Preflight preflight) {}

  /**
   * What it works with.
   *
   * @param machines fired for each MachineRequest whose account has changed
   */
  public record Parts(
      KubernetesClient client,
      Kinds kinds,
      Accounts accounts,
      Desk.Room room,
      Visits visits,
      Trigger machines,
      String instance) {}

  public ProviderConfigReconciler(Parts parts) {
    this.kinds = parts.kinds();
    this.accounts = parts.accounts();
    this.desk = new Desk<>(parts.room());
    this.visits = parts.visits();
    this.machines = parts.machines();
    this.teller = new ConfigTeller(parts.client(), parts.instance(), parts.room().timeline());
  }

  /** ProviderConfigs, of Secrets just those they name, and the teams they are for. */
  public Watches<ProviderConfig> watches() {
    return Watches.on(kinds.configs())
        .following(this::secrets, this::naming)
        .mapped(TEAMS, this::forTeam)
        .reading(kinds.requests())
        .indexed(kinds.byConfig())
        .triggeredBy(news);
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
    var changed =
        switch (AccountReader.read(config, type.get(), context.cache())) {
          case Reading.Found(var account) -> accounts.keep(type.get(), account);
          case Reading.Lacking(var fault) -> accounts.refuse(context.key(), fault);
        };
    if (changed) {
      tellMachines(context);
    }
    return switch (accounts.find(context.key()).orElseThrow()) {
      case Standing.Closed closed -> refused(config, context, closed);
      case Standing.Open open -> tried(config, context, open);
    };
  }

  @Override
  public void gone(ObjectKey key, Context context) {
    accounts.forget(key);
    visits.forget(key);
    var _ = desk.collect(key);
    tellMachines(context);
  }

  /** This process may not act any more. */
  public void stopActing() {
    desk.drop();
  }

  private void tellMachines(Context context) {
    context.cache().list(kinds.byConfig(), context.key().toString()).stream()
        .map(Kinds::keyOf)
        .forEach(machines::fire);
  }

  private Outcome refused(ProviderConfig config, Context context, Standing.Closed closed) {
    var circumstances = circumstances(config, context, closed);
    var left = visits.left(context.key(), circumstances, context.now());
    return left.isPresent()
        ? Outcome.lookAgain(left.get())
        : tell(config, context, closed, new Trial.Refused(closed.fault()));
  }

  private Outcome tried(ProviderConfig config, Context context, Standing.Open open) {
    var key = context.key();
    if (desk.busy(key)) {
      return Outcome.settled();
    }
    var answer = answer(key, open);
    if (answer.isEmpty()) {
      var left = visits.left(key, circumstances(config, context, open), context.now());
      if (left.isPresent()) {
        return Outcome.lookAgain(left.get());
      }
      desk.send(
          key,
          key,
          () -> new Trying(open.number(), open.driver().validate()),
          () -> news.fire(key));
      answer = answer(key, open);
    }
    return answer
        .map(given -> tell(config, context, open, new Trial.Made(preflight(given))))
        .orElse(Outcome.settled());
  }

  /** What another driver than the present one found is no answer. */
  private Optional<Desk.Answer<Trying>> answer(ObjectKey key, Standing.Open open) {
    return desk.collect(key)
        .filter(
            answer ->
                !(answer instanceof Desk.Answer.Given<Trying>(var trying))
                    || trying.number() == open.number());
  }

  private static Preflight preflight(Desk.Answer<Trying> answer) {
    return switch (answer) {
      case Desk.Answer.Given<Trying>(var trying) -> trying.preflight();
      case Desk.Answer.Late<Trying>(var after) ->
          silent("no answer within " + after.toSeconds() + " s");
      case Desk.Answer.Broken<Trying>(var kind) -> silent("the driver failed with " + kind);
    };
  }

  private static Preflight silent(String detail) {
    var fault = new Fault.Unavailable("try the account", detail);
    return new Preflight(
        null, List.of(new Preflight.Finding.Bad(Preflight.Aspect.CREDENTIALS, fault)));
  }

  private Outcome tell(ProviderConfig config, Context context, Standing standing, Trial trial) {
    var key = context.key();
    var circumstances = circumstances(config, context, standing);
    var strikes = visits.strikes(key, circumstances);
    var plan =
        ConfigPlanner.plan(
            new Seen(
                config.getStatus(),
                trial,
                missingTeam(config, context.cache()),
                strikes,
                context.now(),
                standing.redaction()::apply));
    if (teller.tell(config, plan) instanceof Answer.Failed<ProviderConfig>(var trouble)) {
      return trouble instanceof Trouble.NotFound ? Outcome.settled() : trouble.outcome();
    }
    return Outcome.lookAgain(
        visits.plan(
            key, circumstances, context.now(), plan.next(), plan.silent() ? strikes + 1 : 0));
  }

  private static @Nullable String missingTeam(ProviderConfig config, Cache cache) {
    return teamOf(config)
        .filter(team -> cache.find(TEAMS, ObjectKey.cluster(team)).isEmpty())
        .orElse(null);
  }

  /** What a look depends on besides time. */
  private static String circumstances(ProviderConfig config, Context context, Standing standing) {
    return "%s %s %s team %s"
        .formatted(
            config.getMetadata().getUid(),
            config.getMetadata().getGeneration(),
            standing.number(),
            missingTeam(config, context.cache()));
  }
}
