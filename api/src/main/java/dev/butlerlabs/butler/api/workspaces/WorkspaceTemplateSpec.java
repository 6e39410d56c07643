package dev.butlerlabs.butler.api.workspaces;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.schema.Default;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.Length;
import dev.butlerlabs.butler.api.schema.Required;
import dev.butlerlabs.butler.kernel.Quantity;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How a template is shown and what it holds. */
public record WorkspaceTemplateSpec(
    @Required @Length(min = 1) @Doc("Title shown when choosing a template.") String displayName,
    @Doc("What the template is good for.") @Nullable String description,
    @Doc("Name or address of a picture.") @Nullable String icon,
    @Default("custom")
        @Doc("Section it stands in: backend, frontend, data, devops or custom. Default: custom.")
        @Nullable Category category,
    @Default("team")
        @Doc("Who may use it: cluster (everybody; kept in butler-system) or team. Default: team.")
        @Nullable Scope scope,
    @Required @Doc("What a workspace made from it looks like.") Body template)
    implements Wire {

  /** Sections of the list of templates. */
  public enum Category {
    @JsonProperty("backend")
    BACKEND,
    @JsonProperty("frontend")
    FRONTEND,
    @JsonProperty("data")
    DATA,
    @JsonProperty("devops")
    DEVOPS,
    @JsonProperty("custom")
    CUSTOM
  }

  /** Who may use a template. */
  public enum Scope {
    @JsonProperty("cluster")
    CLUSTER,
    @JsonProperty("team")
    TEAM
  }

  /** The part of a workspace that is copied. */
  public record Body(
      @Required @Doc("Container image, with the tools in it.") String image,
      @Doc("How large the pod is. Left out: 2 cores and 4Gi.") @Nullable PodSize resources,
      @Doc("Size of the volume, for example 20Gi. Left out: 10Gi.") @Nullable Quantity storageSize,
      @Doc("Git repositories that stand ready below /workspace.") List<Repository> repositories,
      @Doc("A single repository. Older form; repositories wins.") @Nullable Repository repository,
      @Doc("Personal settings to install.") @Nullable Dotfiles dotfiles,
      @Doc("A workload whose environment variables the workspace gets too.")
          @Nullable EnvironmentSource envFrom)
      implements Wire {

    public Body {
      repositories = Wire.list(repositories);
    }
  }
}
