package dev.butlerlabs.butler.teams.rules;

import dev.butlerlabs.butler.api.ProviderType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** All rules about an order, asked at once. */
public final class Rulebook {

  private Rulebook() {}

  /**
   * Why the order may not be stored; nothing when it may.
   *
   * @param before the same cluster as it is stored, null for a new one
   */
  public static List<Refusal> judge(Order wanted, @Nullable Order before, Surroundings around) {
    // To the team that it names only now, a cluster is new.
    var was = before != null && before.team().equals(wanted.team()) ? before : null;
    var refusals = new ArrayList<Refusal>();
    refusals.addAll(around.tenancy().judge(wanted, around.membership()));
    refusals.addAll(Allowed.judge(wanted, was, around.limits()));
    refusals.addAll(Policies.judge(wanted, was, type(around.provider()), around.policies()));
    refusals.addAll(room(wanted, was, around));
    return List.copyOf(refusals);
  }

  /** Why nothing may be made of a stored order yet: the same, and it needs infrastructure now. */
  static List<Refusal> letIn(Order wanted, Surroundings around) {
    var refusals = new ArrayList<>(judge(wanted, null, around));
    if (around.provider() == null) {
      refusals.add(Provider.missing(wanted));
    }
    return List.copyOf(refusals);
  }

  /** What today's rules say of a cluster that stays whatever they say; numbers are no matter. */
  static List<Refusal> remarks(Order standing, Surroundings around) {
    var remarks = new ArrayList<Refusal>();
    remarks.addAll(around.tenancy().judge(standing, around.membership().anew()));
    remarks.addAll(Allowed.judge(standing, null, around.limits()));
    remarks.addAll(Policies.judge(standing, null, type(around.provider()), around.policies()));
    if (around.provider() != null) {
      around.provider().scope(standing).ifPresent(remarks::add);
    }
    return List.copyOf(remarks);
  }

  private static List<Refusal> room(Order wanted, @Nullable Order before, Surroundings around) {
    var refusals = new ArrayList<Refusal>();
    refusals.addAll(Environments.judge(wanted, before, around.others(), around.environments()));
    if (around.provider() != null) {
      refusals.addAll(around.provider().judge(wanted, before, around.others()));
    }
    refusals.addAll(Quota.judge(wanted, before, around.others(), around.limits()));
    return refusals;
  }

  private static @Nullable ProviderType type(@Nullable Provider provider) {
    return provider == null ? null : provider.type().orElse(null);
  }
}
