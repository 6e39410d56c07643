/**
 * The process node: a virtual node of the management cluster which runs pods of images it knows as
 * processes of this machine.
 *
 * <p>Promises: it acts with a node's own rights and no more; what it cannot do it refuses in the
 * pod's status; what it adapts it says on the pod; no process outlives it. Never: it fetches an
 * image or leaves the loopback interface.
 */
@NullMarked
package dev.butlerlabs.butler.sandbox.node;

import org.jspecify.annotations.NullMarked;
