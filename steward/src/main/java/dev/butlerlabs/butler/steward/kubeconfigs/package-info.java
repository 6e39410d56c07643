/**
 * KubeconfigGenerators: for every control plane that one selects, a Secret with a kubeconfig of the
 * same user.
 *
 * <p>Promises: keys are made only from what is stored; a Secret that somebody else made is left
 * alone; what is selected no more loses its Secret, and a generator that goes takes all of its own
 * along. Never: a user or group whose name begins with {@code system:}.
 */
@NullMarked
package dev.butlerlabs.butler.steward.kubeconfigs;

import org.jspecify.annotations.NullMarked;
