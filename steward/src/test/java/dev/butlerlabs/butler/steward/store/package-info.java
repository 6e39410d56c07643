/** Tests of the DataStores, on a real API server and a real etcd. */
@NullMarked
package dev.butlerlabs.butler.steward.store;

import org.jspecify.annotations.NullMarked;
