/** The drivers for AWS on a stand-in for AWS. */
@NullMarked
package dev.butlerlabs.butler.providers.contracttests.aws;

import org.jspecify.annotations.NullMarked;
