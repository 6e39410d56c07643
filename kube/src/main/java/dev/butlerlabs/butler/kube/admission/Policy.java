package dev.butlerlabs.butler.kube.admission;

import dev.butlerlabs.butler.api.Labels;
import dev.butlerlabs.butler.kube.Kind;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MatchCondition;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MatchConditionBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.NamedRuleWithOperationsBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicy;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicyBinding;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicyBindingBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicyBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidationBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.VariableBuilder;
import java.util.List;
import java.util.Set;

/**
 * A rule that needs nothing but the object itself, so that the API server can hold it without
 * asking anybody: it holds while no manager runs.
 *
 * @param name dashed words; users see it in refusals
 * @param variables in the order they build on each other
 */
public record Policy(
    String name,
    Kind<?> kind,
    Set<Operation> operations,
    List<Variable> variables,
    List<Check> checks) {

  /** A name for an expression (CEL); others call it {@code variables.NAME}. */
  public record Variable(String name, String expression) {}

  /**
   * What must hold.
   *
   * @param expression true when it does
   * @param message makes the sentence for whoever is refused, in one line
   */
  public record Check(String expression, String message) {}

  public Policy {
    operations = Set.copyOf(operations);
    variables = List.copyOf(variables);
    checks = List.copyOf(checks);
  }

  /** What is deleted already is nobody's to keep. */
  ValidatingAdmissionPolicy desired(String prefix) {
    var coordinates = kind.coordinates();
    return new ValidatingAdmissionPolicyBuilder()
        .withNewMetadata()
        .withName(prefix + name)
        .addToLabels(Labels.MANAGED_BY, Labels.MANAGED_BY_BUTLER)
        .endMetadata()
        .withNewSpec()
        .withFailurePolicy("Fail")
        .withNewMatchConstraints()
        .withMatchPolicy("Equivalent")
        .withResourceRules(
            new NamedRuleWithOperationsBuilder()
                .withApiGroups(coordinates.group())
                .withApiVersions(coordinates.version())
                .withResources(coordinates.plural())
                .withOperations(operations.stream().sorted().map(Enum::name).toList())
                .withScope(coordinates.namespaced() ? "Namespaced" : "Cluster")
                .build())
        .endMatchConstraints()
        .withMatchConditions(spared())
        .withVariables(
            variables.stream()
                .map(
                    one ->
                        new VariableBuilder()
                            .withName(one.name())
                            .withExpression(one.expression())
                            .build())
                .toList())
        .withValidations(
            checks.stream()
                .map(
                    one ->
                        new ValidationBuilder()
                            .withExpression(one.expression())
                            .withMessageExpression(one.message())
                            .withReason("Forbidden")
                            .build())
                .toList())
        .endSpec()
        .build();
  }

  private static MatchCondition spared() {
    return new MatchConditionBuilder()
        .withName(Exemption.BEING_DELETED.conditionName())
        .withExpression(Exemption.BEING_DELETED.expression(Set.of()))
        .build();
  }

  /** Without it a policy refuses nothing. */
  ValidatingAdmissionPolicyBinding binding(String prefix) {
    return new ValidatingAdmissionPolicyBindingBuilder()
        .withNewMetadata()
        .withName(prefix + name)
        .addToLabels(Labels.MANAGED_BY, Labels.MANAGED_BY_BUTLER)
        .endMetadata()
        .withNewSpec()
        .withPolicyName(prefix + name)
        .withValidationActions("Deny")
        .endSpec()
        .build();
  }
}
