package dev.butlerlabs.butler.apps.workbench;

import dev.butlerlabs.butler.providers.aws.machines.AwsRole;
import dev.butlerlabs.butler.providers.azure.machines.Role;
import dev.butlerlabs.butler.providers.gcp.machines.GcpRole;
import dev.butlerlabs.butler.providers.harvester.machines.HarvesterRole;
import dev.butlerlabs.butler.providers.nutanix.machines.NutanixRole;
import dev.butlerlabs.butler.providers.proxmox.machines.ProxmoxRole;
import java.util.List;
import java.util.Optional;

/** What an account must be allowed, as each platform wants it written. */
final class Roles {

  static final List<String> PLATFORMS =
      List.of("aws", "azure", "gcp", "harvester", "nutanix", "proxmox");

  private Roles() {}

  /**
   * A role to hand to a platform.
   *
   * @param what it is, and what is done with it
   */
  record Given(String what, String text) {}

  static Optional<Given> of(String platform, int version) {
    return switch (platform) {
      case "aws" ->
          given(
              "A policy for IAM: aws iam create-policy --policy-name butler"
                  + " --policy-document file://butler.json. With iamInstanceProfile it also"
                  + " needs iam:PassRole on that profile's role.",
              AwsRole.policy());
      case "azure" ->
          given(
              "A role: put your subscription in, then az role definition create"
                  + " --role-definition butler.json.",
              Role.definition("/subscriptions/SUBSCRIPTION"));
      case "gcp" ->
          given(
              "A role: gcloud iam roles create butler --project PROJECT --file butler.yaml."
                  + " Images also need storage.objects.get on their bucket.",
              GcpRole.yaml());
      case "harvester" ->
          given(
              "Roles: kubectl apply -f butler.yaml. Bind butler-storage-classes and, where pods of"
                  + " all namespaces may be seen, butler-capacity with ClusterRoleBindings, the"
                  + " others with RoleBindings in the namespace of the"
                  + " machines.",
              HarvesterRole.yaml());
      case "nutanix" ->
          given(
              "Permissions for a role: choose these in Prism Central, under Roles.",
              String.join("\n", NutanixRole.permissions()) + "\n");
      case "proxmox" ->
          given(
              "Commands for a node of Proxmox VE "
                  + version
                  + "; the last shows the token's secret once.",
              ProxmoxRole.load().commands(version));
      default -> Optional.empty();
    };
  }

  private static Optional<Given> given(String what, String text) {
    return Optional.of(new Given(what, text));
  }
}
