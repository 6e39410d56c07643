package dev.butlerlabs.butler.providers.contracttests.nutanix;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.providers.nutanix.machines.NutanixRole;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The role that is handed out; others compare the page with the calls the driver makes. */
class NutanixRoleContract {

  @Test
  void theRoleHoldsWhatThePageNamesAndNoMore() {
    var named = new TreeSet<>(NutanixPage.permissions(Pattern.compile("")).values());
    named.remove("");

    assertThat(NutanixRole.permissions()).isEqualTo(named);
  }
}
