package dev.butlerlabs.butler.steward.admission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.controlplane.StewardControlPlane;
import dev.butlerlabs.butler.api.controlplane.StewardControlPlaneTemplate;
import dev.butlerlabs.butler.api.steward.TenantControlPlane;
import dev.butlerlabs.butler.kube.admission.Admission;
import dev.butlerlabs.butler.kube.admission.Request;
import dev.butlerlabs.butler.kube.admission.Rule;
import dev.butlerlabs.butler.kube.admission.Ruling;
import dev.butlerlabs.butler.kube.write.Trouble;
import dev.butlerlabs.butler.kube.write.TroubleException;
import dev.butlerlabs.butler.steward.admission.plan.Fragment;
import dev.butlerlabs.butler.steward.admission.plan.Objections;
import dev.butlerlabs.butler.steward.admission.plan.Trial;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Holds the open parts of a control plane's pods against what the cluster itself takes: a
 * Deployment made of them is tried by a server-side dry run. Only when they changed, so an object
 * that was stored with a broken part stays editable elsewhere.
 */
public final class PodFragments<T extends HasMetadata> implements Rule<T> {

  private static final ObjectMapper MAPPER = WireFormat.mapper();

  private final DryRuns dryRuns;
  private final List<Fragment> fragments;

  private PodFragments(DryRuns dryRuns, List<Fragment> fragments) {
    this.dryRuns = dryRuns;
    this.fragments = fragments;
  }

  /**
   * For the three kinds that have such parts.
   *
   * @param client may create Deployments, and is not held back by the lead
   */
  public static List<Admission<?>> admissions(KubernetesClient client) {
    var dryRuns = new DryRuns(client);
    return List.of(
        Admission.onWrite(
            "tenantcontrolplane-pods",
            TenantControlPlane.class,
            new PodFragments<>(dryRuns, Fragment.hosted())),
        Admission.onWrite(
            "stewardcontrolplane-pods",
            StewardControlPlane.class,
            new PodFragments<>(dryRuns, Fragment.settings("spec."))),
        Admission.onWrite(
            "stewardcontrolplanetemplate-pods",
            StewardControlPlaneTemplate.class,
            new PodFragments<>(dryRuns, Fragment.settings("spec.template.spec."))));
  }

  @Override
  public Ruling review(Request<T> request) {
    var wanted = trial(request.object());
    if (wanted.isEmpty() || wanted.equals(trial(request.old()))) {
      return Ruling.allowed();
    }
    var namespace = request.key().namespace();
    try {
      return Ruling.of(
          Objections.of(wanted.get(), deployment -> dryRuns.ask(namespace, deployment)));
    } catch (TroubleException known) {
      if (known.trouble() instanceof Trouble.Unreachable) {
        throw known;
      }
      // A quota or a missing right says nothing about the fragments.
      return Ruling.allowed(
          "the parts for the pods were not checked: " + known.trouble().problem().sentence());
    }
  }

  private Optional<Trial> trial(@Nullable T object) {
    return object == null
        ? Optional.empty()
        : Trial.of(MAPPER.<JsonNode>valueToTree(object), fragments);
  }
}
