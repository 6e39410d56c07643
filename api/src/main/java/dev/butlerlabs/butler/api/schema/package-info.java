/**
 * How CRDs come out of Java types: the annotations and the reader of them.
 *
 * <p>Promises: the same types give the same bytes. Never: knowledge of a particular kind.
 */
@NullMarked
package dev.butlerlabs.butler.api.schema;

import org.jspecify.annotations.NullMarked;
