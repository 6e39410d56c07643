package dev.butlerlabs.butler.providers.harvester.machines;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.providers.spi.Preflight.Room;
import io.fabric8.kubernetes.api.model.Quantity;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What the ResourceQuotas of a namespace leave; where several limit the same, the tightest. */
final class Quotas {

  private static final BigDecimal MIB = BigDecimal.valueOf(1L << 20);
  private static final BigDecimal GIB = BigDecimal.valueOf(1L << 30);

  private final Map<String, BigDecimal> left = new HashMap<>();
  private @Nullable String full;

  void count(JsonNode quota) {
    for (var limit : quota.at("/status/hard").properties()) {
      var used = quota.path("status").path("used").path(limit.getKey());
      if (used.isMissingNode()) {
        continue;
      }
      var rest = amount(limit.getValue()).subtract(amount(used));
      left.merge(limit.getKey(), rest, BigDecimal::min);
      if (rest.signum() <= 0 && full == null) {
        full =
            "%s: %s of %s %s are used"
                .formatted(
                    Seen.name(quota), used.asText(), limit.getValue().asText(), limit.getKey());
      }
    }
  }

  /** In words, a quota of which nothing is left. */
  Optional<String> full() {
    return Optional.ofNullable(full);
  }

  /** What is not limited is not told. */
  Room left() {
    return new Room(
        rest("limits.cpu", BigDecimal.ONE),
        rest("limits.memory", MIB),
        rest("requests.storage", GIB),
        rest("count/virtualmachines.kubevirt.io", BigDecimal.ONE));
  }

  private @Nullable Long rest(String limit, BigDecimal unit) {
    var rest = left.get(limit);
    return rest == null
        ? null
        : rest.max(BigDecimal.ZERO).divide(unit, RoundingMode.DOWN).longValue();
  }

  private static BigDecimal amount(JsonNode quantity) {
    return Quantity.getAmountInBytes(Quantity.parse(quantity.asText()));
  }
}
