package dev.butlerlabs.butler.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.butlerlabs.butler.api.addons.AddonDefinitionSpec;
import dev.butlerlabs.butler.api.tenancy.ButlerConfigSpec;
import dev.butlerlabs.butler.api.tenancy.ButlerConfigSpec.TenancyMode;
import dev.butlerlabs.butler.api.tenancy.ClusterCreationPolicySpec;
import dev.butlerlabs.butler.api.tenancy.IdentityProviderSpec;
import dev.butlerlabs.butler.api.tenancy.PlatformRole;
import dev.butlerlabs.butler.api.tenancy.TeamSpec;
import dev.butlerlabs.butler.api.tenancy.UserSpec;
import dev.butlerlabs.butler.api.workspaces.WorkspaceSpec;
import org.junit.jupiter.api.Test;

/** What is in force where a field is absent, empty or written in its older form. */
class EffectiveValuesTest {

  @Test
  void olderFlagAndRoleBothMakeAPlatformAdmin() throws JsonProcessingException {
    assertThat(read("{'isPlatformAdmin':true}", UserSpec.class).effectivePlatformRole())
        .isEqualTo(PlatformRole.ADMIN);
    assertThat(read("{'platformRole':'admin'}", UserSpec.class).effectivePlatformRole())
        .isEqualTo(PlatformRole.ADMIN);
    assertThat(read("{'platformRole':''}", UserSpec.class).effectivePlatformRole())
        .isEqualTo(PlatformRole.NONE);
    assertThat(read("{}", UserSpec.class).effectivePlatformRole()).isEqualTo(PlatformRole.NONE);
  }

  @Test
  void emptyRoleIsWrittenAsItWasRead() throws JsonProcessingException {
    assertThat(roundTrip("{'email':'a@b.c','platformRole':''}", UserSpec.class))
        .isEqualTo("{'email':'a@b.c','platformRole':''}");
  }

  @Test
  void emptyObjectOfAScopeIsKept() throws JsonProcessingException {
    var policy = "{'scope':{'platformWide':{}},'options':{'image':{'mode':'pin','values':['x']}}}";

    assertThat(roundTrip(policy, ClusterCreationPolicySpec.class)).isEqualTo(policy);
  }

  @Test
  void memberWithoutARoleIsAViewer() throws JsonProcessingException {
    var member = read("{'name':'a@b.c'}", TeamSpec.UserAccess.class);

    assertThat(member.effectiveRole()).isEqualTo(TeamSpec.Role.VIEWER);
  }

  @Test
  void platformWithoutSettingsHasNoTenancy() throws JsonProcessingException {
    var config = read("{}", ButlerConfigSpec.class);

    assertThat(config.effectiveTenancyMode()).isEqualTo(TenancyMode.DISABLED);
    assertThat(config.effectiveDefaultNamespace()).isEqualTo("butler-tenants");
  }

  @Test
  void emptyGroupsClaimSwitchesGroupsOff() throws JsonProcessingException {
    var silent = read("{}", IdentityProviderSpec.Oidc.class);
    var off = read("{'groupsClaim':''}", IdentityProviderSpec.Oidc.class);

    assertThat(silent.effectiveGroupsClaim()).contains("groups");
    assertThat(off.effectiveGroupsClaim()).isEmpty();
    assertThat(silent.effectiveScopes()).containsExactly("openid", "email", "profile");
  }

  @Test
  void addonIsInstalledUnderItsOwnNameUnlessToldOtherwise() throws JsonProcessingException {
    var silent = read("{'platform':true}", AddonDefinitionSpec.class);
    var told = read("{'defaults':{'namespace':'monitoring'}}", AddonDefinitionSpec.class);

    assertThat(silent.namespaceFor("cilium")).isEqualTo("cilium");
    assertThat(silent.effectiveTier()).isEqualTo(AddonDefinitionSpec.Tier.INFRASTRUCTURE);
    assertThat(silent.effectivePodSecurity()).isEqualTo(AddonDefinitionSpec.PodSecurity.BASELINE);
    assertThat(told.namespaceFor("prometheus")).isEqualTo("monitoring");
    assertThat(told.releaseFor("prometheus")).isEqualTo("prometheus");
    assertThat(told.effectiveTier()).isEqualTo(AddonDefinitionSpec.Tier.APPS);
  }

  @Test
  void listOfRepositoriesWinsOverTheOlderSingleOne() throws JsonProcessingException {
    var older = read("{'repository':{'url':'one'}}", WorkspaceSpec.class);
    var both =
        read("{'repository':{'url':'one'},'repositories':[{'url':'two'}]}", WorkspaceSpec.class);

    assertThat(older.effectiveRepositories()).extracting("url").containsExactly("one");
    assertThat(both.effectiveRepositories()).extracting("url").containsExactly("two");
  }

  private static <T> T read(String json, Class<T> type) throws JsonProcessingException {
    return WireFormat.mapper().readValue(json.replace('\'', '"'), type);
  }

  private static <T> String roundTrip(String json, Class<T> type) throws JsonProcessingException {
    return WireFormat.mapper().writeValueAsString(read(json, type)).replace('"', '\'');
  }
}
