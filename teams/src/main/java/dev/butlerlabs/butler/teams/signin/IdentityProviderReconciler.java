package dev.butlerlabs.butler.teams.signin;

import dev.butlerlabs.butler.api.Namespaces;
import dev.butlerlabs.butler.api.SecretRef;
import dev.butlerlabs.butler.api.tenancy.IdentityProvider;
import dev.butlerlabs.butler.api.tenancy.IdentityProviderSpec.Oidc;
import dev.butlerlabs.butler.api.tenancy.IdentityProviderStatus;
import dev.butlerlabs.butler.kernel.Condition.Truth;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Context;
import dev.butlerlabs.butler.kube.Kind;
import dev.butlerlabs.butler.kube.Outcome;
import dev.butlerlabs.butler.kube.Reconciler;
import dev.butlerlabs.butler.kube.Watches;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.Asking;
import dev.butlerlabs.butler.kube.write.Attempt;
import dev.butlerlabs.butler.kube.write.FieldManager;
import dev.butlerlabs.butler.kube.write.StatusShare;
import dev.butlerlabs.butler.kube.write.StatusWriter;
import dev.butlerlabs.butler.teams.signin.plan.SignInReport;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** Says of each IdentityProvider whether users can sign in there. */
public final class IdentityProviderReconciler implements Reconciler<IdentityProvider> {

  private static final Kind<IdentityProvider> PROVIDERS = Kind.of(IdentityProvider.class);

  private static final StatusShare SHARE =
      new StatusShare(
          FieldManager.of("sign-in"),
          Set.of("phase", "message", "discoveredEndpoints", "lastValidatedTime"),
          Set.of(SignInReport.DISCOVERED, SignInReport.SECRET, SignInReport.READY),
          true);

  private static final String USUAL_KEY = "client-secret";

  private final KubernetesClient client;
  private final StatusWriter statuses;
  private final Issuers issuers = new Issuers();

  public IdentityProviderReconciler(KubernetesClient client, InstantSource clock) {
    this.client = client;
    this.statuses = new StatusWriter(client, SHARE, clock);
  }

  public Watches<IdentityProvider> watches() {
    return Watches.on(PROVIDERS);
  }

  @Override
  public Outcome reconcile(IdentityProvider provider, Context context) {
    var oidc = provider.getSpec() == null ? null : provider.getSpec().oidc();
    if (oidc == null) {
      return Outcome.settled();
    }
    var report = report(provider, oidc);
    statuses.write(provider, report.verdicts(), fields(provider, report, context)).orElseThrow();
    return Outcome.lookAgain(report.next());
  }

  private SignInReport report(IdentityProvider provider, Oidc oidc) {
    var trusting = Boolean.TRUE.equals(oidc.insecureSkipVerify());
    try {
      var answer = issuers.ask(oidc.issuerURL(), trusting);
      return SignInReport.of(
          oidc.issuerURL(), answer, secret(oidc.clientSecretRef()), seen(provider));
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(
          "stopped while asking the issuer " + oidc.issuerURL(), stopped);
    }
  }

  /** Of the spec it has now, and not only a guess. */
  private static boolean seen(IdentityProvider provider) {
    var status = provider.getStatus();
    return status != null
        && Objects.equals(status.observedGeneration(), provider.getMetadata().getGeneration())
        && status.discoveredEndpoints() != null
        && status.conditions().stream()
            .anyMatch(
                one -> one.type().equals(SignInReport.DISCOVERED) && one.status() != Truth.FALSE);
  }

  /** Why the client secret cannot be used; never what it is. */
  private String secret(SecretRef ref) {
    var namespace = Objects.requireNonNullElse(ref.namespace(), Namespaces.SYSTEM);
    var key = Objects.requireNonNullElse(ref.key(), USUAL_KEY);
    var at = new ObjectKey(namespace, ref.name());
    return switch (Asking.ask(
        new Attempt("look at", "Secret", at),
        () ->
            Optional.ofNullable(
                client.secrets().inNamespace(namespace).withName(ref.name()).get()))) {
      case Answer.Failed<Optional<Secret>>(var trouble) -> trouble.problem().sentence();
      case Answer.Done<Optional<Secret>>(var found) when found.isEmpty() ->
          "there is no Secret %s; create it with the client secret under %s".formatted(at, key);
      case Answer.Done<Optional<Secret>>(var found) when blank(found.get(), key) ->
          "Secret %s has nothing under %s; put the client secret there".formatted(at, key);
      case Answer.Done<Optional<Secret>> _ -> "";
    };
  }

  private static boolean blank(Secret secret, String key) {
    var data = Objects.requireNonNullElse(secret.getData(), Map.<String, String>of());
    return data.getOrDefault(key, "").isEmpty();
  }

  /** Endpoints stay until the issuer tells others; they are not forgotten for a silence. */
  private static Map<String, Object> fields(
      IdentityProvider provider, SignInReport report, Context context) {
    var told = Optional.ofNullable(provider.getStatus());
    var fields = new LinkedHashMap<String, Object>();
    fields.put("phase", report.phase());
    fields.put("message", report.message());
    report
        .endpoints()
        .or(() -> told.map(IdentityProviderStatus::discoveredEndpoints))
        .ifPresent(endpoints -> fields.put("discoveredEndpoints", endpoints));
    var validated =
        report.phase() == IdentityProviderStatus.Phase.READY && report.endpoints().isPresent()
            ? Optional.of(context.now().truncatedTo(ChronoUnit.SECONDS))
            : told.map(IdentityProviderStatus::lastValidatedTime);
    validated.ifPresent(moment -> fields.put("lastValidatedTime", moment));
    return fields;
  }
}
