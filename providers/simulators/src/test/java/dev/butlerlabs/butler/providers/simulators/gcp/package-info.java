/** Tests of the corner of the same name. */
@NullMarked
package dev.butlerlabs.butler.providers.simulators.gcp;

import org.jspecify.annotations.NullMarked;
