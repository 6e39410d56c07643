/**
 * Bootstrap data as values: where the tenant is, how to know it, and as whom to join.
 *
 * <p>Promises: messages name fields and never quote contents. Never: input or output.
 */
@NullMarked
package dev.butlerlabs.butler.providers.local.join;

import org.jspecify.annotations.NullMarked;
