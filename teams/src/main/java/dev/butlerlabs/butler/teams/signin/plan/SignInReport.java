package dev.butlerlabs.butler.teams.signin.plan;

import dev.butlerlabs.butler.api.ConditionType;
import dev.butlerlabs.butler.api.Reason;
import dev.butlerlabs.butler.api.tenancy.IdentityProviderStatus.DiscoveredEndpoints;
import dev.butlerlabs.butler.api.tenancy.IdentityProviderStatus.Phase;
import dev.butlerlabs.butler.kernel.Condition.Truth;
import dev.butlerlabs.butler.kernel.Verdict;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What an IdentityProvider is told.
 *
 * @param endpoints where they are, as far as the issuer said so now
 * @param next after how long the issuer is asked again: nobody tells us when it changes
 */
public record SignInReport(
    Phase phase,
    String message,
    List<Verdict> verdicts,
    Optional<DiscoveredEndpoints> endpoints,
    Duration next) {

  public static final String DISCOVERED = ConditionType.DISCOVERED.wire();
  public static final String SECRET = ConditionType.SECRET_VALID.wire();
  public static final String READY = ConditionType.READY.wire();

  private static final Duration WELL = Duration.ofMinutes(30);
  private static final Duration ILL = Duration.ofMinutes(1);

  public SignInReport {
    verdicts = List.copyOf(verdicts);
  }

  /**
   * Judges what was seen.
   *
   * @param secretTrouble why the client secret cannot be used, {@code ""} when it can
   * @param seen whether the issuer was found in order before: silence alone does not undo that
   */
  public static SignInReport of(String issuer, Answer answer, String secretTrouble, boolean seen) {
    var document = document(issuer, answer);
    var discovered = discovered(issuer, answer, document, seen);
    var secret =
        secretTrouble.isEmpty()
            ? Verdict.yes(SECRET, "Ready", "the client secret is there")
            : Verdict.no(SECRET, Reason.CREDENTIALS_INVALID.wire(), secretTrouble);
    var against =
        List.of(discovered, secret).stream()
            .filter(one -> one.status() == Truth.FALSE)
            .findFirst()
            .or(() -> Optional.of(discovered).filter(one -> one.status() != Truth.TRUE));
    return new SignInReport(
        against.isEmpty() ? Phase.READY : phase(against.get()),
        against.map(Verdict::message).orElse("users can sign in"),
        List.of(
            discovered,
            secret,
            against
                .map(why -> new Verdict(READY, why.status(), why.reason(), why.message()))
                .orElseGet(() -> Verdict.yes(READY, "Ready", "users can sign in"))),
        document.flatMap(SignInReport::endpoints),
        against.isEmpty() ? WELL : ILL);
  }

  private static Optional<DiscoveredEndpoints> endpoints(Document document) {
    return document instanceof Document.Good(var endpoints)
        ? Optional.of(endpoints)
        : Optional.empty();
  }

  private static Phase phase(Verdict against) {
    return against.status() == Truth.FALSE ? Phase.FAILED : Phase.READY;
  }

  private static Optional<Document> document(String issuer, Answer answer) {
    return answer instanceof Answer.Text(var body)
        ? Optional.of(Document.read(issuer, body))
        : Optional.empty();
  }

  private static Verdict discovered(
      String issuer, Answer answer, Optional<Document> document, boolean seen) {
    return switch (answer) {
      case Answer.Text _ when document.orElseThrow() instanceof Document.Bad(var why) ->
          Verdict.no(DISCOVERED, "InvalidDocument", issuer + ": " + why);
      case Answer.Text _ -> Verdict.yes(DISCOVERED, "Ready", "the issuer told its endpoints");
      case Answer.Status(var code) ->
          Verdict.no(
              DISCOVERED,
              "NoDocument",
              "%s answered %d when asked for /.well-known/openid-configuration; check spec.oidc.issuerURL"
                  .formatted(issuer, code));
      case Answer.Silence(var why) -> {
        var message =
            "%s: %s; it is asked again. Check that it can be reached from the manager"
                .formatted(issuer, why);
        yield seen
            ? Verdict.unknown(DISCOVERED, "Unreachable", message)
            : Verdict.no(DISCOVERED, "Unreachable", message);
      }
    };
  }
}
