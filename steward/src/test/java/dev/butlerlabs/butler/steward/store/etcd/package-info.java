/** Tests of the etcd client. */
@NullMarked
package dev.butlerlabs.butler.steward.store.etcd;

import org.jspecify.annotations.NullMarked;
