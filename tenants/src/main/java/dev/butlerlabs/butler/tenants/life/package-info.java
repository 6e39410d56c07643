/**
 * The life of a cluster: looks at everything it is made of, makes what is missing, tells how it is,
 * and takes it away again.
 *
 * <p>Promises: addresses are let go only when no machine is left; nothing is guessed. Never: status
 * of anybody else's objects.
 */
@NullMarked
package dev.butlerlabs.butler.tenants.life;

import org.jspecify.annotations.NullMarked;
