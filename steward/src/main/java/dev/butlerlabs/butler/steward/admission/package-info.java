/**
 * What Steward says before a control plane is stored.
 *
 * <p>Promises: open pod-spec fragments are held against the cluster's own idea of a pod, and a
 * refusal names the field as the user wrote it. Never: anything stored.
 */
@NullMarked
package dev.butlerlabs.butler.steward.admission;

import org.jspecify.annotations.NullMarked;
