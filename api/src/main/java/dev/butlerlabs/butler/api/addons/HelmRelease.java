package dev.butlerlabs.butler.api.addons;

import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.Format;
import org.jspecify.annotations.Nullable;

/** A Helm release as it was found. */
public record HelmRelease(
    @Doc("Name of the release.") @Nullable String name,
    @Doc("Namespace of the release.") @Nullable String namespace,
    @Doc("Version of the chart it was made from.") @Nullable String version,
    @Format("") @Doc("How often it was installed or upgraded, counted by Helm.")
        @Nullable Integer revision,
    @Doc("State in Helm's words, for example deployed or failed.") @Nullable String status)
    implements Wire {}
