package dev.butlerlabs.butler.api.steward;

import dev.butlerlabs.butler.api.LabelSelector;
import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.schema.Default;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.Required;
import dev.butlerlabs.butler.api.schema.Rule;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** For which control planes, and for whom. */
public record KubeconfigGeneratorSpec(
    @Doc("Namespaces to look in, by their labels. Left out: all.")
        @Nullable LabelSelector namespaceSelector,
    @Doc("Control planes to serve, by their labels. Left out: all in those namespaces.")
        @Nullable LabelSelector tenantControlPlaneSelector,
    @Required @Doc("Who the kubeconfig is for: the name in its client certificate.")
        CompoundValue user,
    @Doc("Groups of the user.") List<CompoundValue> groups,
    @Default("admin.svc")
        @Doc(
            "Key of the control plane's admin Secret whose server address is used: admin.conf from"
                + " outside, admin.svc from inside the cluster; admin.svc when left out.")
        @Nullable String controlPlaneEndpointFrom)
    implements Wire {

  public KubeconfigGeneratorSpec {
    groups = Wire.list(groups);
  }

  /** A text, or where it stands in the control plane object. */
  @Rule(
      value =
          "(has(self.stringValue) || has(self.fromDefinition)) && !(has(self.stringValue) &&"
              + " has(self.fromDefinition))",
      message = "give exactly one of stringValue and fromDefinition")
  public record CompoundValue(
      @Doc("The text itself.") @Nullable String stringValue,
      @Doc("Dotted path of a text in the TenantControlPlane, for example metadata.name.")
          @Nullable String fromDefinition)
      implements Wire {}
}
