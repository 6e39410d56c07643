/**
 * What becomes of each field of a TenantControlPlane, as data.
 *
 * <p>Promises: every field of the schema has a line; one that is used and has no effect is named to
 * its user. Never: a field that is silently ignored.
 */
@NullMarked
package dev.butlerlabs.butler.steward.fields;

import org.jspecify.annotations.NullMarked;
