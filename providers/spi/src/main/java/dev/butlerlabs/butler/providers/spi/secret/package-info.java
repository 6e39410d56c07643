/**
 * Texts nobody may read, and how they are kept out of what is shown.
 *
 * <p>Promises: a secret shows itself only to who asks for it by name. Never: logging.
 */
@NullMarked
package dev.butlerlabs.butler.providers.spi.secret;

import org.jspecify.annotations.NullMarked;
