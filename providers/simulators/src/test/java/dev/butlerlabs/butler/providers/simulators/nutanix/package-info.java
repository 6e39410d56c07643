/** The stand-in for Prism Central, tried with nothing but an HTTP client. */
@NullMarked
package dev.butlerlabs.butler.providers.simulators.nutanix;

import org.jspecify.annotations.NullMarked;
