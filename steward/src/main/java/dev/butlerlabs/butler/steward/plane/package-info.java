/**
 * The TenantControlPlane reconciler: looks, has keys made, applies what the plan wants, tells.
 *
 * <p>Promises: any run may be cut off anywhere and carries on from what is stored; keys are made
 * only after what is stored was asked, never from what was cached. Never: a pod of a tenant while
 * its data is being deleted.
 */
@NullMarked
package dev.butlerlabs.butler.steward.plane;

import org.jspecify.annotations.NullMarked;
