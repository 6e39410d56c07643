/** What people expect of any Kubernetes cluster, asked of a tenant through its own kubeconfigs. */
@NullMarked
package dev.butlerlabs.butler.steward.conformance;

import org.jspecify.annotations.NullMarked;
