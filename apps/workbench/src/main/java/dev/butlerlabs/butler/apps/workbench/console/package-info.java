/** How commands speak: streams, exit codes, and refusals that say what to do next. */
@NullMarked
package dev.butlerlabs.butler.apps.workbench.console;

import org.jspecify.annotations.NullMarked;
