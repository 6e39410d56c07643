package dev.butlerlabs.butler.api.steward;

import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.schema.Doc;
import org.jspecify.annotations.Nullable;

/** Where an add-on's image comes from when not from the usual place. */
public record ImageOverride(
    @Doc("Repository that holds the image, whose name is added. Left out: the public one.")
        @Nullable String imageRepository,
    @Doc("Tag of the image. Left out: the one known to fit the Kubernetes version.")
        @Nullable String imageTag)
    implements Wire {}
