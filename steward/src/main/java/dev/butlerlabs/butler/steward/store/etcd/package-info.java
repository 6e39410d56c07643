/**
 * A small client for etcd: the calls Steward makes, as values over gRPC.
 *
 * <p>Promises: every call has a deadline, every answer is a value, certificates come from memory.
 * Never: a file, a retry behind the caller's back, an exception for what a server may say.
 */
@NullMarked
package dev.butlerlabs.butler.steward.store.etcd;

import org.jspecify.annotations.NullMarked;
