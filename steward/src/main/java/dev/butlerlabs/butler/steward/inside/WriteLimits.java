package dev.butlerlabs.butler.steward.inside;

import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.Applier;
import dev.butlerlabs.butler.kube.write.Asking;
import dev.butlerlabs.butler.kube.write.Attempt;
import dev.butlerlabs.butler.steward.plane.Tools;
import dev.butlerlabs.butler.steward.plane.plan.Plan;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.NamedRuleWithOperations;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.NamedRuleWithOperationsBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicy;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicyBinding;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicyBindingBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicyBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.List;

/**
 * The refusal of writes inside a tenant, as an admission policy that its API server carries out by
 * itself: it needs nobody outside, and says why.
 *
 * <p>What keeps a cluster alive goes on: its own components, nodes, everything in kube-system,
 * leases, sign-in and certificates. So does what controllers do with the objects there are.
 */
final class WriteLimits {

  static final String NAME = "steward-write-limits";

  private static final String NOT_THE_SYSTEM =
      """
      !(request.userInfo.username in
          ["system:apiserver", "system:kube-controller-manager", "system:kube-scheduler"]) &&
      !(has(request.userInfo.groups) && request.userInfo.groups.exists(group, group in
          ["system:masters", "system:nodes", "system:serviceaccounts:kube-system"]))
      """;

  private static final String NOT_VITAL =
      """
      !(request.resource.group in ["coordination.k8s.io", "authentication.k8s.io",
          "authorization.k8s.io", "certificates.k8s.io"])
      """;

  /** Of what is matched only ConfigMaps and Secrets are changed; all else is new. */
  private static final String NO_MORE_THAN_BEFORE =
      "request.operation == 'UPDATE' && %s <= %s".formatted(held("object"), held("oldObject"));

  private WriteLimits() {}

  /** How many letters it holds, names included. */
  private static String held(String object) {
    return "(%s + %s)".formatted(held(object, "data"), held(object, "binaryData"));
  }

  private static String held(String object, String field) {
    var map = object + "." + field;
    return "(has(%s) && size(%s) > 0 ? %s.map(key, size(key) + size(%s[key])).sum() : 0)"
        .formatted(map, map, map, map);
  }

  /** Makes it so; without operations nothing is refused, and nothing of it is left. */
  static Answer<Boolean> hold(KubernetesClient client, List<String> refused) {
    if (refused.isEmpty()) {
      return remove(client, ValidatingAdmissionPolicyBinding.class)
          .then(was -> was ? remove(client, ValidatingAdmissionPolicy.class) : Answer.done(false));
    }
    var applier = new Applier(client, Tools.MANAGER);
    return applier.apply(policy(refused)).then(_ -> applier.apply(binding())).map(_ -> true);
  }

  /** Whether there was one. */
  private static Answer<Boolean> remove(
      KubernetesClient client, Class<? extends HasMetadata> type) {
    return Asking.ask(
        new Attempt("remove", type.getSimpleName(), ObjectKey.cluster(NAME)),
        () -> !client.resources(type).withName(NAME).delete().isEmpty());
  }

  private static ValidatingAdmissionPolicy policy(List<String> refused) {
    var operations = refused.stream().filter(one -> !one.equals(Plan.Basics.GROWTH)).toList();
    var growth = operations.size() < refused.size();
    return new ValidatingAdmissionPolicyBuilder()
        .withNewMetadata()
        .withName(NAME)
        .endMetadata()
        .withNewSpec()
        .withFailurePolicy("Fail")
        .withNewMatchConstraints()
        .withResourceRules(rules(operations, growth))
        .withNewNamespaceSelector()
        .addNewMatchExpression()
        .withKey("kubernetes.io/metadata.name")
        .withOperator("NotIn")
        .withValues("kube-system", "kube-node-lease")
        .endMatchExpression()
        .endNamespaceSelector()
        .endMatchConstraints()
        .addNewMatchCondition(NOT_THE_SYSTEM.strip(), "not-the-system")
        .addNewMatchCondition(NOT_VITAL.strip(), "not-vital")
        .addNewValidation()
        .withExpression(growth ? NO_MORE_THAN_BEFORE : "false")
        .withReason("Forbidden")
        .withMessage(
            "this cluster is write-limited by those who host it: %s is refused outside kube-system"
                .formatted(words(operations, growth)))
        .endValidation()
        .endSpec()
        .build();
  }

  /** Without subresources: those are status, tokens, bindings and the like. */
  private static List<NamedRuleWithOperations> rules(List<String> operations, boolean growth) {
    var rules = new ArrayList<NamedRuleWithOperations>();
    if (!operations.isEmpty()) {
      rules.add(
          new NamedRuleWithOperationsBuilder()
              .withApiGroups("*")
              .withApiVersions("*")
              .withOperations(operations)
              .withResources("*")
              .build());
    }
    if (growth) {
      rules.add(
          new NamedRuleWithOperationsBuilder()
              .withApiGroups("")
              .withApiVersions("v1")
              .withOperations("UPDATE")
              .withResources("configmaps", "secrets")
              .build());
    }
    return rules;
  }

  private static String words(List<String> operations, boolean growth) {
    var words = String.join(", ", operations);
    var grow = "letting ConfigMaps or Secrets grow";
    return !growth ? words : words.isEmpty() ? grow : words + " or " + grow;
  }

  private static ValidatingAdmissionPolicyBinding binding() {
    return new ValidatingAdmissionPolicyBindingBuilder()
        .withNewMetadata()
        .withName(NAME)
        .endMetadata()
        .withNewSpec()
        .withPolicyName(NAME)
        .withValidationActions("Deny")
        .endSpec()
        .build();
  }
}
