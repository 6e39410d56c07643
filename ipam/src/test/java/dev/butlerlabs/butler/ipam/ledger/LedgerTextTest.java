package dev.butlerlabs.butler.ipam.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.network.IPAllocationSpec;
import dev.butlerlabs.butler.ipam.address.AddressRange;
import dev.butlerlabs.butler.ipam.address.Parsed;
import dev.butlerlabs.butler.kernel.ObjectKey;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LedgerTextTest {

  private static final ObjectKey POOL = new ObjectKey("butler-system", "lab");

  @Test
  void whatIsPrintedIsReadBack() {
    var ledger =
        new Ledger(
            POOL,
            List.of(range("10.40.0.0/24"), range("10.40.2.0-10.40.2.9")),
            List.of(
                new Open(
                    new Holder("6d1e", new ObjectKey("butler-system", "web-lb-1")),
                    new Share(new ObjectKey("team-a", "web"), IPAllocationSpec.Type.LOADBALANCER),
                    range("10.40.0.8/30"),
                    "4711")),
            List.of(new Resting(range("fd00::/120"), Instant.parse("2030-01-01T00:10:00Z"))));

    assertThat(LedgerText.parse(LedgerText.print(ledger))).isEqualTo(Parsed.good(ledger));
    assertThat(LedgerText.print(ledger))
        .containsEntry(
            "open",
            "6d1e butler-system/web-lb-1 4711 team-a/web LOADBALANCER 10.40.0.8-10.40.0.11");
  }

  @Test
  void blankLedgerNamesItsPoolOnly() {
    var blank = Ledger.blank(POOL);

    assertThat(LedgerText.print(blank)).isEqualTo(Map.of("pool", "butler-system/lab"));
    assertThat(LedgerText.parse(LedgerText.print(blank))).isEqualTo(Parsed.good(blank));
  }

  @Test
  void lineSomebodyBrokeIsToldAndNeverTakenForNothing() {
    var broken = new HashMap<>(LedgerText.print(Ledger.blank(POOL)));
    broken.put("resting", "10.40.0.1-10.40.0.2");

    assertThat(LedgerText.parse(broken))
        .isEqualTo(
            new Parsed.Bad<Ledger>("line \"10.40.0.1-10.40.0.2\" of resting has not 2 words"));
    assertThat(LedgerText.parse(Map.of())).isInstanceOf(Parsed.Bad.class);
  }

  private static AddressRange range(String text) {
    return AddressRange.parse(text).require();
  }
}
