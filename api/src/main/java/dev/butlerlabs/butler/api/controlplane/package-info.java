/**
 * The Cluster API control-plane provider: StewardControlPlane and its template.
 *
 * <p>Promises: both contract shapes of Cluster API, v1beta1 and v1beta2, are served side by side.
 * Never: decisions, clients, input or output.
 */
@NullMarked
package dev.butlerlabs.butler.api.controlplane;

import org.jspecify.annotations.NullMarked;
