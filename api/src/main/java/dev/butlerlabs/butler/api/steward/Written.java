package dev.butlerlabs.butler.api.steward;

import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.schema.Doc;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What of the control plane was written into a Secret or ConfigMap, and when. */
public record Written(
    @Doc("Name of the Secret.") @Nullable String secretName,
    @Doc("Hash of the content, to notice a change.") @Nullable String checksum,
    @Doc("When the content last changed.") @Nullable Instant lastUpdate)
    implements Wire {}
