package dev.butlerlabs.butler.api;

import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.Length;
import dev.butlerlabs.butler.api.schema.Required;
import org.jspecify.annotations.Nullable;

/** Names a ProviderConfig; where the namespace is left out, the referring kind says which. */
public record ProviderRef(
    @Required @Length(min = 1) @Doc("Name of the ProviderConfig.") String name,
    @Doc(
            "Namespace of the ProviderConfig. Left out: butler-system for a TenantCluster, the"
                + " namespace of the referring object for every other kind.")
        @Nullable String namespace)
    implements Wire {}
