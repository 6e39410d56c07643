package dev.butlerlabs.butler.api.workspaces;

import dev.butlerlabs.butler.api.LocalRef;
import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.schema.Default;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.Required;
import org.jspecify.annotations.Nullable;

/** A Git repository that stands ready in a workspace. */
public record Repository(
    @Required @Doc("Address to clone from, for example https://git.example.com/shop.git.")
        String url,
    @Default("main") @Doc("Branch to check out. Default: main.") @Nullable String branch,
    @Doc("Folder below /workspace. Left out: the last part of the address.") @Nullable String name,
    @Doc("Secret in the team's namespace with the Git credentials. Left out: none are used.")
        @Nullable LocalRef secretRef)
    implements Wire {}
