package dev.butlerlabs.butler.api.infra;

import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.Range;
import dev.butlerlabs.butler.api.schema.Required;
import org.jspecify.annotations.Nullable;

/** A disk beside the root disk. */
public record ExtraDisk(
    @Required @Range(min = 1) @Doc("Size in gigabytes; at least 1.") Integer sizeGB,
    @Doc(
            "Storage class or tier of the infrastructure. Left out: that of the ProviderConfig for"
                + " disks, else the infrastructure's default.")
        @Nullable String storageClass)
    implements Wire {}
