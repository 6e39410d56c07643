/**
 * Admission: features' rules asked before an object is stored, over HTTPS from the API server.
 *
 * <p>Promises: an answer within the API server's patience, in words a user can act on; objects on
 * their way out and updates that leave the spec alone are never refused; the certificate is shared
 * by all replicas and renewed while running. Never: change an object, trust that every object came
 * this way (reconcilers decide, admission answers fast).
 */
@NullMarked
package dev.butlerlabs.butler.kube.admission;

import org.jspecify.annotations.NullMarked;
