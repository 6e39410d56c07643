/**
 * What every driver of machines must show, against a stand-in for its platform.
 *
 * <p>Promises: one suite, the same for all; a driver that passes it loses no machine and touches
 * none that is not its own. Never: knowledge of a platform.
 */
@NullMarked
package dev.butlerlabs.butler.providers.contracttests;

import org.jspecify.annotations.NullMarked;
