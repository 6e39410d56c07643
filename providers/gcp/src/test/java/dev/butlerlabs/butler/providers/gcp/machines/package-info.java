/** The pure parts of the driver; its life on a platform is shown by the contract tests. */
@NullMarked
package dev.butlerlabs.butler.providers.gcp.machines;

import org.jspecify.annotations.NullMarked;
