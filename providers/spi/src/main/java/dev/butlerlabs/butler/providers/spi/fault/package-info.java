/**
 * Why a platform did not do as asked, told by what can be done about it.
 *
 * <p>Promises: every fault is one sentence with a remedy and says whether waiting helps. Never: a
 * platform's own exceptions.
 */
@NullMarked
package dev.butlerlabs.butler.providers.spi.fault;

import org.jspecify.annotations.NullMarked;
