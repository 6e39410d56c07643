/** The driver for Nutanix on a stand-in for Prism Central. */
@NullMarked
package dev.butlerlabs.butler.providers.contracttests.nutanix;

import org.jspecify.annotations.NullMarked;
