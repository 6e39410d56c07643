/** The driver for Google Cloud on a stand-in for Google Cloud. */
@NullMarked
package dev.butlerlabs.butler.providers.contracttests.gcp;

import org.jspecify.annotations.NullMarked;
