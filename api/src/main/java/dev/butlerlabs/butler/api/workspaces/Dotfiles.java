package dev.butlerlabs.butler.api.workspaces;

import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.Required;
import org.jspecify.annotations.Nullable;

/** Personal settings that are fetched and installed in a workspace. */
public record Dotfiles(
    @Required @Doc("Address of the Git repository with the settings.") String url,
    @Doc(
            "Command that installs them. Left out: the first there is of install.sh, install,"
                + " bootstrap.sh, bootstrap, setup.sh, setup and Makefile.")
        @Nullable String installCommand)
    implements Wire {}
