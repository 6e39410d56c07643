/** Development environments inside tenant clusters: Workspace, WorkspaceTemplate. */
@NullMarked
package dev.butlerlabs.butler.api.workspaces;

import org.jspecify.annotations.NullMarked;
