/** Tests of the corner of the same name. */
@NullMarked
package dev.butlerlabs.butler.providers.simulators.aws;

import org.jspecify.annotations.NullMarked;
