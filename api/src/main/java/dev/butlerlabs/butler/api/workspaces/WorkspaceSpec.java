package dev.butlerlabs.butler.api.workspaces;

import dev.butlerlabs.butler.api.LocalRef;
import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.schema.Default;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.Length;
import dev.butlerlabs.butler.api.schema.Required;
import dev.butlerlabs.butler.api.schema.Rule;
import dev.butlerlabs.butler.kernel.Quantity;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Whose workspace it is, where it runs and what is in it. */
public record WorkspaceSpec(
    @Required
        @Rule(
            value = "self.name == oldSelf.name",
            message =
                "a workspace stays on its cluster, where its files are: create a new workspace on"
                    + " the other cluster")
        @Doc("TenantCluster in the same namespace that it runs in; it cannot change.")
        LocalRef clusterRef,
    @Required @Length(min = 1) @Doc("Email of the user it belongs to.") String owner,
    @Required @Doc("Container image it runs, with the tools in it.") String image,
    @Doc("How large the pod is. Left out: 2 cores and 4Gi.") @Nullable PodSize resources,
    @Default("10Gi")
        @Rule(
            value = "quantity(string(self)).compareTo(quantity(string(oldSelf))) >= 0",
            message = "a volume cannot shrink: keep storageSize or make it larger")
        @Doc(
            "Size of the volume below /workspace, for example 20Gi; it can only grow. Default: 10Gi.")
        @Nullable Quantity storageSize,
    @Doc("Git repositories that stand ready below /workspace.") List<Repository> repositories,
    @Doc("A single repository. Older form; repositories wins.") @Nullable Repository repository,
    @Doc("Personal settings to install.") @Nullable Dotfiles dotfiles,
    @Doc("How editors are set up.") @Nullable EditorConfig editorConfig,
    @Doc("A workload whose environment variables it gets too.") @Nullable EnvironmentSource envFrom,
    @Doc("Public keys that may log in. Empty: the keys of the owner's User.")
        List<String> sshPublicKeys,
    @Default("4h")
        @Doc("How long after connecting the way in is closed, for example 4h. Default: 4h.")
        @Nullable String idleTimeout,
    @Default("8h")
        @Doc("How long after the last connection the pod stops; 0 for never. Default: 8h.")
        @Nullable String autoStopAfter)
    implements Wire {

  public WorkspaceSpec {
    repositories = Wire.list(repositories);
    sshPublicKeys = Wire.list(sshPublicKeys);
  }

  /** How editors are set up. */
  public record EditorConfig(
      @Doc("Git repository with a Neovim configuration; wins over the two below.")
          @Nullable String neovimConfigRepo,
      @Doc("Neovim configuration as base64 of a tar.gz.") @Nullable String neovimConfigArchive,
      @Doc("Text of an init.lua for Neovim.") @Nullable String neovimInitLua)
      implements Wire {}

  /** The repositories to clone, the older form included. */
  public List<Repository> effectiveRepositories() {
    if (!repositories.isEmpty() || repository == null) {
      return repositories;
    }
    return List.of(repository);
  }
}
