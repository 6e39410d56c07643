package dev.butlerlabs.butler.kube.admission;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.butlerlabs.butler.api.Labels;
import dev.butlerlabs.butler.pki.Pem;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MatchCondition;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.RuleWithOperationsBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhook;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhookBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhookConfiguration;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhookConfigurationBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.WebhookClientConfig;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.WebhookClientConfigBuilder;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What the API server is told about us: a ValidatingWebhookConfiguration. */
record Registration(String name, Reach reach, List<Admission<?>> admissions) {

  /** Seconds the API server waits; a rule is given less. */
  private static final int TIMEOUT = 5;

  Registration {
    admissions = List.copyOf(admissions);
  }

  ValidatingWebhookConfiguration desired(List<X509Certificate> authorities) {
    var bundle = Base64.getEncoder().encodeToString(Pem.write(authorities).getBytes(UTF_8));
    return new ValidatingWebhookConfigurationBuilder()
        .withNewMetadata()
        .withName(name)
        .addToLabels(Labels.MANAGED_BY, Labels.MANAGED_BY_BUTLER)
        .endMetadata()
        .withWebhooks(admissions.stream().map(one -> webhook(one, bundle)).toList())
        .build();
  }

  /** Whom the API server already trusts for every one of our webhooks. */
  static List<X509Certificate> trusted(ValidatingWebhookConfiguration stored) {
    List<X509Certificate> common = new ArrayList<>();
    var first = true;
    for (var webhook :
        Objects.requireNonNullElse(stored.getWebhooks(), List.<ValidatingWebhook>of())) {
      var bundle = certificates(webhook.getClientConfig().getCaBundle());
      if (first) {
        common.addAll(bundle);
      } else {
        common.retainAll(bundle);
      }
      first = false;
    }
    return List.copyOf(common);
  }

  /** What somebody else has emptied or spoilt is written anew like anything else. */
  private static List<X509Certificate> certificates(@Nullable String bundle) {
    try {
      return bundle == null
          ? List.of()
          : Pem.certificates(new String(Base64.getDecoder().decode(bundle), UTF_8));
    } catch (IllegalArgumentException nothingTrusted) {
      return List.of();
    }
  }

  private ValidatingWebhook webhook(Admission<?> admission, String bundle) {
    var coordinates = admission.kind().coordinates();
    return new ValidatingWebhookBuilder()
        .withName(admission.webhook())
        .withAdmissionReviewVersions("v1")
        .withClientConfig(clientConfig(admission, bundle))
        .withFailurePolicy("Fail")
        .withMatchPolicy("Equivalent")
        .withSideEffects("None")
        .withTimeoutSeconds(TIMEOUT)
        .withMatchConditions(
            Arrays.stream(Exemption.values())
                .map(
                    one ->
                        new MatchCondition(one.expression(admission.heeded()), one.conditionName()))
                .toList())
        .withRules(
            new RuleWithOperationsBuilder()
                .withApiGroups(coordinates.group())
                .withApiVersions(coordinates.version())
                .withResources(coordinates.plural())
                .withOperations(admission.operations().stream().sorted().map(Enum::name).toList())
                .withScope(coordinates.namespaced() ? "Namespaced" : "Cluster")
                .build())
        .build();
  }

  private WebhookClientConfig clientConfig(Admission<?> admission, String bundle) {
    var config = new WebhookClientConfigBuilder().withCaBundle(bundle);
    return switch (reach) {
      case Reach.ByUrl(var base) ->
          config.withUrl(base.resolve(admission.path()).toString()).build();
      case Reach.ByService(var namespace, var service) ->
          config
              .withNewService()
              .withNamespace(namespace)
              .withName(service)
              .withPort(Reach.ByService.PORT)
              .withPath(admission.path())
              .endService()
              .build();
    };
  }
}
