/**
 * Ways to an API server: kubeconfigs read with care, and clients that never wait for ever.
 *
 * <p>Promises: every call has a deadline and a place in a bounded number; a kubeconfig that
 * somebody else wrote can neither run a program nor read a file here. Never: a credential in a
 * message, a log line or a {@code toString}.
 */
@NullMarked
package dev.butlerlabs.butler.kube.client;

import org.jspecify.annotations.NullMarked;
