package dev.butlerlabs.butler.providers.spi.infrastructure;

import dev.butlerlabs.butler.providers.spi.machine.SizeTable;
import java.util.ArrayList;
import java.util.Optional;

/**
 * Chooses among the sizes of a cloud: the one that is named, or the smallest that holds a machine.
 *
 * @param table the sizes that are known
 * @param noun what the cloud calls them, for example instance type
 * @param setting where one is named, in the ProviderConfig's spec and in an infrastructureOverride
 */
public record CloudSizes(SizeTable table, String noun, String setting) {

  /**
   * The size for a pool. A named one that is not known is taken as it is; a known one has to hold
   * what the order itself asks for. Defaults do not count: whoever names a size means it.
   */
  public String of(Pool pool, Optional<String> named, Problems problems) {
    named.flatMap(this::known).ifPresent(size -> check(pool, size, problems));
    return problems.require(
        named.or(() -> pool.size().smallestOf(table)),
        subject(pool),
        "no known %s is as large as asked for; the largest has %s"
            .formatted(noun, MachineSize.largestOf(table)),
        "ask for less, or set spec.%s of the ProviderConfig".formatted(setting));
  }

  private Optional<SizeTable.Size> known(String name) {
    return table.sizes().stream().filter(size -> size.name().equals(name)).findFirst();
  }

  private void check(Pool pool, SizeTable.Size named, Problems problems) {
    var wanted = pool.size();
    var lacking = new ArrayList<String>();
    if (wanted.cpuAsked() && named.cpu() < wanted.cpu()) {
      lacking.add(wanted.cpu() + " CPUs");
    }
    if (wanted.memoryAsked() && named.memoryMiB() < wanted.memoryMi()) {
      lacking.add(wanted.memoryMi() + " MiB");
    }
    if (!lacking.isEmpty()) {
      problems.add(
          subject(pool),
          "%s %s has %d CPUs and %d MiB, which is less than the %s asked for"
              .formatted(
                  noun,
                  named.name(),
                  named.cpu(),
                  named.memoryMiB(),
                  String.join(" and ", lacking)),
          ("ask for less, or name a larger one, or none, in infrastructureOverride.%s or in spec.%s"
                  + " of the ProviderConfig")
              .formatted(setting, setting));
    }
  }

  private static String subject(Pool pool) {
    return "worker pool " + pool.name();
  }
}
