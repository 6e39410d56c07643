package dev.butlerlabs.butler.api.infra;

import dev.butlerlabs.butler.api.SecretRef;
import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.schema.Default;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.Pattern;
import dev.butlerlabs.butler.api.schema.Required;
import org.jspecify.annotations.Nullable;

/** A Harvester cluster. */
public record HarvesterSettings(
    @Doc("Older place of spec.credentialsRef, still read; the Secret holds a kubeconfig.")
        @Nullable SecretRef credentialsRef,
    @Doc("URL of the Harvester API. Left out: the one in the kubeconfig.")
        @Nullable String endpoint,
    @Default("default")
        @Doc("Harvester namespace that virtual machines are made in; default when left out.")
        @Nullable String namespace,
    @Required
        @Pattern("^[a-z0-9-]+/[a-z0-9-]+$")
        @Doc("Network of the virtual machines, written namespace/name.")
        String networkName,
    @Doc("Image that machines start from when nothing else names one, written namespace/name.")
        @Nullable String imageName,
    @Doc("Storage class of the disks. Left out: the one of the image.")
        @Nullable String storageClassName)
    implements Wire {}
