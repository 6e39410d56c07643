/**
 * The kubelet's part, played in this process: how a machine joins, and what its Node does then.
 *
 * <p>Promises: every call is made with the machine's bootstrap token or with the certificate it won
 * by it. Never: an administrator's credentials, or another machine's Node.
 */
@NullMarked
package dev.butlerlabs.butler.providers.local.node;

import org.jspecify.annotations.NullMarked;
