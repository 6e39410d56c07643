/**
 * The DataStores: how each does, who has which names in it, and the way of control planes to their
 * data.
 *
 * <p>Promises: two tenants never get the same names; a store that does not answer costs its own
 * tenants a little time and nobody else any; a DataStore goes only when nobody uses it. Never: a
 * password or key in a status, an event or a log line.
 */
@NullMarked
package dev.butlerlabs.butler.steward.store;

import org.jspecify.annotations.NullMarked;
