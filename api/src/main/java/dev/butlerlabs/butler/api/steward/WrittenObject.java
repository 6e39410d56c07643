package dev.butlerlabs.butler.api.steward;

import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.schema.Doc;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** An object that was written into the tenant, and when. */
public record WrittenObject(
    @Doc("Name of the object.") @Nullable String name,
    @Doc("Namespace of the object; empty for a cluster-wide one.") @Nullable String namespace,
    @Doc("When the object last changed.") @Nullable Instant lastUpdate)
    implements Wire {}
