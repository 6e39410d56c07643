/**
 * The life of one small machine on a platform somebody else owns, and the report about it.
 *
 * <p>Promises: what may have been made is written down before it is made, removed at the end
 * whatever happened, and named when it could not be removed. Never: a secret in what is said.
 */
@NullMarked
package dev.butlerlabs.butler.apps.workbench.trial;

import org.jspecify.annotations.NullMarked;
