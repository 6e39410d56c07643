package dev.butlerlabs.butler.api.steward;

import dev.butlerlabs.butler.api.Resource;
import dev.butlerlabs.butler.api.schema.Category;
import dev.butlerlabs.butler.api.schema.Column;
import dev.butlerlabs.butler.api.schema.Doc;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;

/** Makes kubeconfigs for many control planes. */
@Group("steward.butlerlabs.dev")
@Version("v1alpha1")
@Plural("kubeconfiggenerators")
@ShortNames("kc")
@Category("steward")
@Doc(
    "Keeps a Secret with a kubeconfig of one user for every control plane it selects. It can mint"
        + " any identity, so its creation is an administrator's right.")
@Column(name = "Age", type = "date", path = ".metadata.creationTimestamp")
public final class KubeconfigGenerator
    extends Resource<KubeconfigGeneratorSpec, KubeconfigGeneratorStatus> {}
