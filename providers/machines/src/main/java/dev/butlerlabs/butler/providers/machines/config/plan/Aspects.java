package dev.butlerlabs.butler.providers.machines.config.plan;

import dev.butlerlabs.butler.api.ConditionType;
import dev.butlerlabs.butler.api.Reason;
import dev.butlerlabs.butler.kernel.Condition.Truth;
import dev.butlerlabs.butler.kernel.Verdict;
import dev.butlerlabs.butler.providers.spi.Preflight.Aspect;
import dev.butlerlabs.butler.providers.spi.Preflight.Finding;
import dev.butlerlabs.butler.providers.spi.fault.Healing;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** What was found about an account beside its credentials, one condition each. */
final class Aspects {

  static final Set<String> CONDITIONS =
      Arrays.stream(Aspect.values())
          .flatMap(aspect -> condition(aspect).stream())
          .collect(Collectors.toUnmodifiableSet());

  private Aspects() {}

  static List<Verdict> verdicts(List<Finding> findings, UnaryOperator<String> clean) {
    var byType = new LinkedHashMap<String, Verdict>();
    findings.stream()
        .flatMap(finding -> verdict(finding, clean).stream())
        .forEach(one -> byType.merge(one.type(), one, Aspects::worse));
    return List.copyOf(byType.values());
  }

  private static Verdict worse(Verdict one, Verdict other) {
    return one.status() == Truth.TRUE ? other : one;
  }

  private static Optional<Verdict> verdict(Finding finding, UnaryOperator<String> clean) {
    return condition(finding.aspect())
        .map(
            type ->
                switch (finding) {
                  case Finding.Good(_, var detail) ->
                      Verdict.yes(type, Reason.READY.wire(), clean.apply(detail));
                  case Finding.Bad(_, var fault) when fault.healing() == Healing.SOON ->
                      Verdict.unknown(type, fault.reason().wire(), clean.apply(fault.sentence()));
                  case Finding.Bad(_, var fault) ->
                      Verdict.no(type, fault.reason().wire(), clean.apply(fault.sentence()));
                });
  }

  /** Credentials have a condition that is told in any case. */
  private static Optional<String> condition(Aspect aspect) {
    return switch (aspect) {
      case CREDENTIALS -> Optional.empty();
      case PERMISSIONS -> Optional.of(ConditionType.PERMISSIONS_GRANTED.wire());
      case NETWORK -> Optional.of(ConditionType.NETWORK_READY.wire());
      case IMAGE -> Optional.of(ConditionType.IMAGE_READY.wire());
      case QUOTA -> Optional.of(ConditionType.QUOTA_SATISFIED.wire());
    };
  }
}
