/**
 * Services of pods that live on loopback addresses: EndpointSlices refuse such addresses, so this
 * node serves the Services itself.
 *
 * <p>Promises: each Service has an address of its own at which its ready pods answer; a pod that
 * leaves gets no new connections and keeps those it has; a connection that one pod does not take is
 * offered to the next. Never: knowledge of how pods run.
 */
@NullMarked
package dev.butlerlabs.butler.sandbox.node.forward;

import org.jspecify.annotations.NullMarked;
