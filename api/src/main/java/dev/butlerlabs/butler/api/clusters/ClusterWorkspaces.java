package dev.butlerlabs.butler.api.clusters;

import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.schema.Default;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.Required;
import org.jspecify.annotations.Nullable;

/** Whether and how a cluster holds development environments. */
public record ClusterWorkspaces(
    @Required @Default("false") @Doc("Whether Workspaces may be made; false when left out.")
        Boolean enabled,
    @Default("ghcr.io/butlerdotdev/workspace-base:latest")
        @Doc("Container image of a Workspace that names none; the workspace base when left out.")
        @Nullable String defaultImage,
    @Default("20") @Doc("How many Workspaces there may be; 0 for any number, 20 when left out.")
        @Nullable Integer maxWorkspaces,
    @Default("720h")
        @Doc(
            "After how long a stopped Workspace is deleted, for example 720h; 0 for never, 720h"
                + " when left out.")
        @Nullable String autoDeleteAfter,
    @Doc("The most that all Workspaces together may use.") @Nullable Quota resourceQuota)
    implements Wire {

  /** The most that all workspaces of a cluster may use. */
  public record Quota(
      @Default("16") @Doc("CPU in cores; 16 when left out.") @Nullable String maxCPU,
      @Default("32Gi") @Doc("Memory; 32Gi when left out.") @Nullable String maxMemory,
      @Default("500Gi") @Doc("Storage; 500Gi when left out.") @Nullable String maxStorage)
      implements Wire {}
}
