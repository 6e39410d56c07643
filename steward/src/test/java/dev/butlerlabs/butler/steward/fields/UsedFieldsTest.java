package dev.butlerlabs.butler.steward.fields;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.steward.TenantControlPlaneSpec;
import dev.butlerlabs.butler.steward.fields.FieldEffects.Effect;
import dev.butlerlabs.butler.steward.fields.FieldEffects.Field;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which fields of a spec count as used, whatever the bundled table says of them today. */
class UsedFieldsTest {

  private static final FieldEffects TABLE =
      FieldEffects.read(
          """
          addons.tcpProxy\tlater\tthere is none yet
          dataStoreOverrides[]\tlater\tone store for all
          controlPlane.gateway.parentRefs[].port\tlater\tports are picked
          kubernetes.version\trefused\tfor this test
          """);

  @Test
  void emptyObjectIsUsedAndTellsWhy() {
    assertThat(used("addons: {tcpProxy: {}}", Effect.LATER))
        .containsExactly("addons.tcpProxy (there is none yet)");
  }

  @Test
  void whatIsNotWrittenOrEmptyIsNotUsed() {
    assertThat(used("addons: {coreDNS: {}}\ndataStoreOverrides: []", Effect.LATER)).isEmpty();
  }

  @Test
  void fieldOfAnyElementCounts() {
    var routes = "controlPlane: {gateway: {parentRefs: [{name: a}, {name: b, port: 443}]}}";
    assertThat(used(routes, Effect.LATER))
        .containsExactly("controlPlane.gateway.parentRefs[].port (ports are picked)");
    assertThat(used(routes.replace(", port: 443", ""), Effect.LATER)).isEmpty();
  }

  @Test
  void onlyThoseWithTheEffectAreTold() {
    assertThat(used("addons: {tcpProxy: {}}", Effect.REFUSED))
        .containsExactly("kubernetes.version (for this test)");
  }

  @Test
  void fieldThatIsNoneIsAFaultOfTheTable() {
    var wrong = FieldEffects.read("addons.tcpProxi\tlater\ta slip");
    var spec = spec("addons: {tcpProxy: {}}");
    assertThatThrownBy(() -> wrong.used(spec, Effect.LATER)).hasMessageContaining("tcpProxi");
  }

  private static List<String> used(String spec, Effect effect) {
    return TABLE.used(spec(spec), effect).stream().map(Field::sentence).toList();
  }

  private static TenantControlPlaneSpec spec(String more) {
    return WireFormat.serialization()
        .unmarshal(
            "kubernetes: {version: v1.36.3, kubelet: {}}\n" + more, TenantControlPlaneSpec.class);
  }
}
