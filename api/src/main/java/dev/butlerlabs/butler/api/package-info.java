/**
 * The custom resources Butler owns, as wire records: the only source of the CRDs.
 *
 * <p>Promises: every manifest the released API takes is read; a field nobody here knows survives.
 * Never: decisions, clients, input or output.
 */
@NullMarked
package dev.butlerlabs.butler.api;

import org.jspecify.annotations.NullMarked;
