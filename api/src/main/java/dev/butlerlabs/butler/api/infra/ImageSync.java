package dev.butlerlabs.butler.api.infra;

import dev.butlerlabs.butler.api.Resource;
import dev.butlerlabs.butler.api.schema.Column;
import dev.butlerlabs.butler.api.schema.Doc;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;

/** One machine image, brought from the image factory to one infrastructure. */
@Group("butler.butlerlabs.dev")
@Version("v1alpha1")
@Plural("imagesyncs")
@ShortNames("is")
@Doc(
    "Brings one machine image from the image factory to one infrastructure. Clusters that need the"
        + " same image share it.")
@Column(name = "Phase", path = ".status.phase")
@Column(name = "Schematic", path = ".spec.factoryRef.schematicID", priority = 1)
@Column(name = "Version", path = ".spec.factoryRef.version")
@Column(name = "Provider", path = ".spec.providerConfigRef.name")
@Column(name = "Image Ref", path = ".status.providerImageRef")
@Column(name = "Age", type = "date", path = ".metadata.creationTimestamp")
public final class ImageSync extends Resource<ImageSyncSpec, ImageSyncStatus>
    implements Namespaced {}
