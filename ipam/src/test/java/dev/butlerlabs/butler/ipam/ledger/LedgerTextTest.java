package dev.butlerlabs.butler.ipam.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.network.IPAllocationSpec;
import dev.butlerlabs.butler.ipam.address.AddressRange;
import dev.butlerlabs.butler.ipam.address.Parsed;
import dev.butlerlabs.butler.kernel.ObjectKey;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
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

  @Test
  void everyBadLineIsToldWithItsFieldAndWhatIsWrongInIt() {
    assertThat(spoiled("resting", "10.40.0.0/29 tomorrow"))
        .startsWith(
            "line \"10.40.0.0/29 tomorrow\" of resting: Text 'tomorrow' could not be parsed");
    assertThat(spoiled("windows", "10.40.0.0/40")).startsWith("line \"10.40.0.0/40\" of windows: ");
    assertThat(spoiled("open", "6d1e a/b 1 a/t NOTHING 10.40.0.1"))
        .contains("of open: ", "NOTHING");
    assertThat(spoiled("pool", "lab")).isEqualTo("pool: \"lab\" is no namespace/name");
    assertThat(spoiled("windows", "x ".repeat(500))).hasSizeLessThan(150);
  }

  @Test
  void oneBadLedgerSpoilsNoOtherAndWhatCanBeReadOfItIsKept() {
    var good = object(LedgerStore.name(POOL), LedgerText.print(Ledger.blank(POOL)));
    var other = new ObjectKey("butler-system", "other");
    var bad =
        object(
            LedgerStore.name(other),
            Map.of("windows", "10.40.0.0-10.40.0.9\nrubbish", "resting", "10.41.0.1-10.41.0.2 ?"));

    var all = Ledgers.of(List.of(bad, good));

    assertThat(all.readable()).extracting(one -> one.ledger().pool()).containsExactly(POOL);
    assertThat(all.unreadableOf(POOL)).isEmpty();
    assertThat(all.unreadableOf(other).orElseThrow().sentence())
        .isEqualTo(
            "ConfigMap butler-system/%s cannot be read as a ledger: pool: \"\" is no namespace/name"
                .formatted(LedgerStore.name(other)));
    assertThat(all.unreadable().getFirst().legible())
        .containsExactly(range("10.40.0.0-10.40.0.9"), range("10.41.0.1-10.41.0.2"));
  }

  @Test
  void ledgerInAnothersPlaceOrWithoutItsLabelIsNotBelieved() {
    var name = LedgerStore.name(POOL);
    var other = LedgerText.print(Ledger.blank(new ObjectKey("butler-system", "other")));
    var unlabelled = object(name, LedgerText.print(Ledger.blank(POOL)));
    unlabelled.getMetadata().setLabels(Map.of());

    assertThat(Ledgers.of(List.of(object(name, other))).unreadable().getFirst().why())
        .startsWith("it says that it is of pool butler-system/other, whose ledger is called ");
    assertThat(Ledgers.of(List.of(unlabelled)).unreadable().getFirst().why())
        .isEqualTo("it lacks the label butler.butlerlabs.dev/ledger=addresses");
  }

  private static ConfigMap object(String name, Map<String, String> data) {
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withNamespace("butler-system")
        .withName(name)
        .addToLabels("butler.butlerlabs.dev/ledger", "addresses")
        .endMetadata()
        .withData(data)
        .build();
  }

  private static String spoiled(String field, String text) {
    var data = new HashMap<>(LedgerText.print(Ledger.blank(POOL)));
    data.put(field, text);
    return LedgerText.parse(data) instanceof Parsed.Bad<Ledger>(var sentence) ? sentence : "read";
  }

  private static AddressRange range(String text) {
    return AddressRange.parse(text).require();
  }
}
