/**
 * Keys, certificates, signing requests, bootstrap tokens and kubeconfigs as values.
 *
 * <p>Promises: the caller hands in the time and the randomness; every private key and token prints
 * as a fingerprint or a mask. Never: a cluster, a file, a clock, a security provider registered for
 * the whole process.
 */
@NullMarked
package dev.butlerlabs.butler.pki;

import org.jspecify.annotations.NullMarked;
