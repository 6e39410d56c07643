/**
 * What each Kubernetes minor needs, as data with a strict reader: image tags, flags and plugins
 * that come and go, the version of kubeadm's configuration, and the supported range.
 *
 * <p>Promises: the table is read whole or not at all. Never: a guess about a minor that is not in
 * it.
 */
@NullMarked
package dev.butlerlabs.butler.steward.versions;

import org.jspecify.annotations.NullMarked;
