/** The whole platform on this machine, started and stopped as a user would. */
@NullMarked
package dev.butlerlabs.butler.systemtests.sandbox;

import org.jspecify.annotations.NullMarked;
