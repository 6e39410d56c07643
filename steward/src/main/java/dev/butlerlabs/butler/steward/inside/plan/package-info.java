/**
 * What stands inside a tenant for its add-ons, as a pure function of its order: CoreDNS,
 * kube-proxy, the tunnel's agents, the proxies behind {@code kubernetes.default}.
 *
 * <p>Promises: same input, same objects; what a user may write in a spec goes into a place in a
 * parsed tree and cannot break out of it. Never: an object outside of kube-system besides the
 * slices of {@code default/kubernetes}, or one with a name that is not in {@link
 * dev.butlerlabs.butler.steward.inside.plan.AddOns#NAMES}.
 */
@NullMarked
package dev.butlerlabs.butler.steward.inside.plan;

import org.jspecify.annotations.NullMarked;
