/**
 * The node's own small server, for the API server alone: logs of containers, and a clear no to what
 * it cannot do.
 *
 * <p>Promises: nobody but the API server's own certificate is answered. Never: a shell into a
 * container.
 */
@NullMarked
package dev.butlerlabs.butler.sandbox.node.serve;

import org.jspecify.annotations.NullMarked;
