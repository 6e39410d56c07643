/**
 * Many machines at one account, beside another account whose platform is dead or slow.
 *
 * <p>Promises: the real controllers and a real driver, each run on a namespace and platforms of its
 * own. Never: a clock of its own, because the other side's slowness is real time.
 */
@NullMarked
package dev.butlerlabs.butler.bench.accounts;

import org.jspecify.annotations.NullMarked;
