package dev.butlerlabs.butler.api.workspaces;

import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.schema.Default;
import dev.butlerlabs.butler.api.schema.Doc;
import org.jspecify.annotations.Nullable;

/** How large the pod of a workspace is; what it is promised is also its limit. */
public record PodSize(
    @Default("2") @Doc("CPU in cores, written as text, for example 500m or 2. Default: 2.")
        @Nullable String cpu,
    @Default("4Gi") @Doc("Memory, written as text, for example 4Gi. Default: 4Gi.")
        @Nullable String memory)
    implements Wire {}
