/**
 * A small client for PostgreSQL: connections as the administrator, and names that can be put into
 * statements.
 *
 * <p>Promises: every piece of work has a deadline, every answer is a value, certificates come from
 * memory. Never: a name in a statement that was not checked and quoted, two statements in one, a
 * password in a log of the server.
 */
@NullMarked
package dev.butlerlabs.butler.steward.store.postgres;

import org.jspecify.annotations.NullMarked;
