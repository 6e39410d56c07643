/**
 * Who may act: leader election by lease, with a clean hand-over.
 *
 * <p>Promises: at most one process acts at a time, and one that lost the lead has stopped before
 * the next one starts. Never: any knowledge of what the leader does.
 */
@NullMarked
package dev.butlerlabs.butler.kube.lead;

import org.jspecify.annotations.NullMarked;
