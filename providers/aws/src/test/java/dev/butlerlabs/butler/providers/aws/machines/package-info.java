/** Tests of the corner of the same name. */
@NullMarked
package dev.butlerlabs.butler.providers.aws.machines;

import org.jspecify.annotations.NullMarked;
