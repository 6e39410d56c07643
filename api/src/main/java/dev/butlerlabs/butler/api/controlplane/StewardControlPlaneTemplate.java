package dev.butlerlabs.butler.api.controlplane;

import dev.butlerlabs.butler.api.Resource;
import dev.butlerlabs.butler.api.schema.Category;
import dev.butlerlabs.butler.api.schema.CrdLabel;
import dev.butlerlabs.butler.api.schema.Doc;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;

/** From what ClusterClass makes hosted control planes. */
@Group("controlplane.cluster.x-k8s.io")
@Version("v1alpha1")
@Plural("stewardcontrolplanetemplates")
@ShortNames("stcpt")
@Category("steward")
@CrdLabel(key = "cluster.x-k8s.io/v1beta1", value = "v1alpha1")
@CrdLabel(key = "cluster.x-k8s.io/v1beta2", value = "v1alpha1")
@Doc("From what Cluster API makes a StewardControlPlane for each cluster of a ClusterClass.")
public final class StewardControlPlaneTemplate
    extends Resource<StewardControlPlaneTemplateSpec, Void> implements Namespaced {}
